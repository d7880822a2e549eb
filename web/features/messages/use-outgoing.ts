import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { errorKinds } from '../../../contract/errors.ts';
import { ownPlace } from '../../client/own-place.ts';
import { send } from '../../client/transport.browser.ts';
import { type Message, messageCalls } from './calls.ts';
import { isBlank, type Kept, type Outgoing, readKept, rewriteKept, writeKept } from './kept.ts';

/**
 * What is being written in a conversation, and what is on its way: kept on the device as one types. A message shows at once;
 * one that did not get through stays with its reason until it is sent again or thrown away. They go one after the other, in
 * the order in which they were written. Reads the device when first rendered: not for server rendering.
 */
export function useOutgoing(
  conversationId: string,
  { onSent, onSilenced }: { onSent: (message: Message) => void; onSilenced: () => void },
) {
  const [place] = useState(() => ownPlace(conversationId));
  const [kept, setKept] = useState<Kept>(() => readKept(localStorage, place));
  const [refusal, setRefusal] = useState<string>();
  const latest = useRef(kept);
  const hooks = useRef({ onSent, onSilenced });
  useLayoutEffect(() => {
    hooks.current = { onSent, onSilenced };
  });
  const line = useRef<Promise<void>>(Promise.resolve());

  const change = useCallback(
    (part: Partial<Kept> | ((before: Kept) => Partial<Kept>), keep = writeKept) => {
      const before = latest.current;
      latest.current = { ...before, ...(typeof part === 'function' ? part(before) : part) };
      keep(localStorage, place, latest.current);
      setKept(latest.current);
    },
    [place],
  );

  const drop = useCallback(
    (clientId: string, keep = writeKept) =>
      change(({ waiting }) => ({ waiting: waiting.filter((each) => each.clientId !== clientId) }), keep),
    [change],
  );

  const deliver = useCallback(
    async ({ clientId, content, pictures, files }: Outgoing) => {
      // Thrown away while it waited for its turn.
      if (!latest.current.waiting.some((each) => each.clientId === clientId)) return;
      const wire = { conversationId, clientId, content, pictures: pictures.join(','), files: files.join(',') };
      const reply = await send(messageCalls.send, wire, { quiet: true });
      // From here on with `rewriteKept`: whoever signed out meanwhile leaves nothing here.
      if (reply.ok) {
        hooks.current.onSent(reply.data);
        drop(clientId, rewriteKept);
        return;
      }
      if (reply.code === errorKinds.invalid_input.code && isBlank(latest.current)) {
        // The words themselves are refused: they go back to where they can be changed.
        change(
          ({ waiting }) => ({
            waiting: waiting.filter((each) => each.clientId !== clientId),
            content,
            pictures,
            files,
          }),
          rewriteKept,
        );
        setRefusal(reply.message);
        return;
      }
      change(
        ({ waiting }) => ({
          waiting: waiting.map((each) => (each.clientId === clientId ? { ...each, error: reply.message } : each)),
        }),
        rewriteKept,
      );
      if (reply.code === errorKinds.state_conflict.code) hooks.current.onSilenced();
    },
    [conversationId, change, drop],
  );

  const enqueue = (item: Outgoing) => {
    line.current = line.current.then(() => deliver(item));
  };

  return {
    kept,
    refusal,
    /** what is being written */
    write: (part: Partial<Pick<Kept, 'content' | 'pictures' | 'files'>>) => {
      setRefusal(undefined);
      change(part);
    },
    submit: () => {
      const { content, pictures, files } = latest.current;
      if (isBlank(latest.current)) return;
      const time = Math.floor(Date.now() / 1000);
      const item: Outgoing = { clientId: crypto.randomUUID(), content: content.trim(), pictures, files, time };
      setRefusal(undefined);
      change(({ waiting }) => ({ content: '', pictures: [], files: [], waiting: [...waiting, item] }));
      enqueue(item);
    },
    again: (item: Outgoing) => {
      const { error: _, ...anew } = item;
      change(({ waiting }) => ({
        waiting: waiting.map((each) => (each.clientId === item.clientId ? anew : each)),
      }));
      enqueue(anew);
    },
    /** Takes a message that did not get through back into the composer, after what stands there. */
    takeBack: (item: Outgoing) => {
      drop(item.clientId);
      change((before) => ({
        content: [before.content, item.content].filter((text) => text.trim() !== '').join('\n'),
        pictures: [...before.pictures, ...item.pictures],
        files: [...before.files, ...item.files],
      }));
    },
    drop,
  };
}
