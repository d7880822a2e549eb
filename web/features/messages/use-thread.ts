import { useCallback, useEffect, useRef, useState } from 'react';
import { onLive } from '../../client/live.ts';
import { send } from '../../client/transport.browser.ts';
import { type Head, headTopicOf, type Message, messageCalls, type ReadMark, readTopicOf, topicOf } from './calls.ts';
import { setUnread } from './unread.ts';

export interface Thread {
  readonly head: Head;
  /** in the order in which they were said */
  readonly messages: readonly Message[];
  /** there are earlier ones */
  readonly more: boolean;
  readonly read: ReadMark;
}

type State = { kind: 'waiting' } | { kind: 'failed'; text: string } | { kind: 'here'; thread: Thread };

/** By place; what came again is newer. */
export function merged(before: readonly Message[], found: readonly Message[]): readonly Message[] {
  const byId = new Map([...before, ...found].map((message) => [message.id, message]));
  return [...byId.values()].toSorted((a, b) => a.seq - b.seq);
}

const quiet = { quiet: true } as const;

/**
 * A conversation as it stands: told by the server when something happens in it, and read again after every break. What is new
 * is asked for from the last place that one has.
 */
export function useThread(conversationId: string) {
  const [state, setState] = useState<State>({ kind: 'waiting' });
  const [attempt, setAttempt] = useState(0);
  /** the last place that was read without a gap; undefined before the first answer */
  const newest = useRef<number>(undefined);
  /** what was read, and the places of what is hidden, by the newest answer */
  const held = useRef<readonly Message[]>([]);
  const hidden = useRef<ReadonlySet<number>>(new Set());
  /** counts how often the whole was read anew: an answer from before is of no use any more */
  const round = useRef(0);
  const masking = useRef(false);
  /** what is under way, and what was told meanwhile */
  const under = useRef({ running: false, again: false, head: false });

  const amend = useCallback(
    (change: (thread: Thread) => Partial<Thread>) =>
      setState((before) =>
        before.kind === 'here' ? { kind: 'here', thread: { ...before.thread, ...change(before.thread) } } : before,
      ),
    [],
  );
  const add = useCallback(
    (found: readonly Message[]) => {
      held.current = merged(held.current, found);
      const messages = held.current;
      amend(() => ({ messages }));
    },
    [amend],
  );
  /** Where something was hidden, or is shown again, since it was read. */
  const changed = () => held.current.find((message) => message.hidden !== hidden.current.has(message.seq))?.seq;

  /** Everything since the last place, and what an operator has hidden or shown again before it. */
  const catchUp = useCallback(async () => {
    // What is told before the first answer may not be in it.
    if (newest.current === undefined || under.current.running) {
      under.current.again = true;
      return;
    }
    const lastRead = () => newest.current;
    under.current.running = true;
    for (let going = true; going;) {
      const after = lastRead();
      // The whole is being read anew, and goes on from there.
      if (after === undefined) {
        under.current.again = true;
        break;
      }
      under.current.again = false;
      const asked = round.current;
      const from = changed();
      const place = from === undefined ? after : from - 1;
      const reply = await send(messageCalls.messages, { conversationId, after: place }, quiet);
      if (!reply.ok) break;
      if (round.current !== asked) continue;
      const { messages, more, read } = reply.data;
      newest.current = Math.max(after, messages.at(-1)?.seq ?? 0);
      hidden.current = new Set(reply.data.hidden);
      add(messages);
      amend(() => ({ read }));
      going = more || under.current.again || changed() !== undefined;
    }
    under.current.running = false;
  }, [conversationId, add, amend]);

  /** Whether one may write, and whether contact details show, change with the order. */
  const refresh = useCallback(async () => {
    under.current.head = newest.current === undefined;
    if (under.current.head) return;
    const reply = await send(messageCalls.head, { conversationId }, quiet);
    if (!reply.ok) return;
    amend(() => ({ head: reply.data }));
    // What was covered shows now, or the other way round.
    if (masking.current !== reply.data.masking) setAttempt((count) => count + 1);
  }, [conversationId, amend]);

  useEffect(() => {
    let over = false;
    newest.current = undefined;
    round.current += 1;
    const load = async () => {
      const [head, page] = await Promise.all([
        send(messageCalls.head, { conversationId }),
        send(messageCalls.messages, { conversationId }),
      ]);
      if (over) return;
      const refused = [head, page].find((reply) => !reply.ok);
      if (head.ok && page.ok) {
        const { messages, more, read } = page.data;
        newest.current = messages.at(-1)?.seq ?? 0;
        held.current = messages;
        hidden.current = new Set(page.data.hidden);
        masking.current = head.data.masking;
        setState({ kind: 'here', thread: { head: head.data, messages, more, read } });
        if (under.current.again) void catchUp();
        if (under.current.head) void refresh();
      } else setState({ kind: 'failed', text: (refused && !refused.ok && refused.message) || '没能加载出来' });
    };
    void load();
    return () => {
      over = true;
    };
  }, [conversationId, attempt, catchUp, refresh]);

  useEffect(() => {
    const off = onLive((topic) => {
      // A page in the background reads all of it once somebody comes back.
      if (document.hidden) return;
      if (topic === null || topic === headTopicOf(conversationId)) void refresh();
      if (topic === null || [topicOf, readTopicOf].some((of) => topic === of(conversationId))) void catchUp();
    });
    const back = () => {
      if (document.visibilityState !== 'visible') return;
      void refresh();
      void catchUp();
    };
    document.addEventListener('visibilitychange', back);
    return () => {
      off();
      document.removeEventListener('visibilitychange', back);
    };
  }, [conversationId, catchUp, refresh]);

  const older = useCallback(
    async (first: number): Promise<string | undefined> => {
      const asked = round.current;
      const reply = await send(messageCalls.messages, { conversationId, before: first }, quiet);
      if (!reply.ok) return reply.message;
      // The whole begins elsewhere now: between it and these there may be others.
      if (round.current !== asked) return undefined;
      add(reply.data.messages);
      amend(() => ({ more: reply.data.more }));
      // One of them may have been hidden while they were on their way.
      if (changed() !== undefined) void catchUp();
      return undefined;
    },
    [conversationId, add, amend, catchUp],
  );

  const told = useRef(0);
  /** Says that the reader has seen everything up to this place. */
  const seen = useCallback(
    async (seq: number) => {
      if (seq <= told.current) return;
      told.current = seq;
      const reply = await send(messageCalls.read, { conversationId, seq }, quiet);
      if (reply.ok) setUnread(reply.data.unread);
      else told.current = 0;
    },
    [conversationId],
  );

  return {
    state,
    retry: () => {
      setState({ kind: 'waiting' });
      setAttempt((count) => count + 1);
    },
    add,
    catchUp,
    refresh,
    older,
    seen,
  };
}
