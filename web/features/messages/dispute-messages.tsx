import { useCallback, useEffect, useState } from 'react';
import type { CallOutput } from '../../../contract/call.ts';
import type { disputeMessages } from '../../../contract/operator/messages.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { Button } from '../../ui/button.tsx';
import { Failed, Loading, Skeleton } from '../../ui/states.tsx';
import { momentText } from '../../ui/time.ts';
import { useSending } from '../../ui/use-sending.ts';
import { Bubble } from './bubble.tsx';
import styles from './dispute-messages.module.css';

type Said = CallOutput<typeof disputeMessages>;

const sides = { owner: '发布方', provider: '承接方' } as const;

const ask = (demandNid: string, before?: number) =>
  send(callAt<typeof disputeMessages>('/api/operator/disputeMessages'), {
    demandNid,
    ...(before !== undefined && { before }),
  });

/** What the two sides of a disputed order said to each other, for who rules on it. */
export function DisputeMessages({ demandNid }: { demandNid: string }) {
  const [said, setSaid] = useState<Said>();
  const [fault, setFault] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [busy, once] = useSending();
  const take = useCallback((reply: Awaited<ReturnType<typeof ask>>) => {
    if (!reply.ok) return setFault(reply.message);
    setFault(undefined);
    const { messages, more } = reply.data;
    setSaid((before) => ({ messages: [...messages, ...(before?.messages ?? [])], more }));
  }, []);
  useEffect(() => {
    let over = false;
    const load = async () => {
      const reply = await ask(demandNid);
      if (!over) take(reply);
    };
    void load();
    return () => {
      over = true;
    };
  }, [demandNid, attempt, take]);

  if (!said && fault !== undefined) return <Failed text={fault} onRetry={() => setAttempt((count) => count + 1)} />;
  if (!said)
    return (
      <Loading>
        <Skeleton lines={3} />
      </Loading>
    );
  const { messages, more } = said;
  if (messages.length === 0) return <p className={styles.none}>双方没有在平台上说过话</p>;
  return (
    <>
      {more && (
        <Button
          size="small"
          busy={busy}
          onClick={() => void once(async () => take(await ask(demandNid, messages[0]?.seq)))}
        >
          更早的消息
        </Button>
      )}
      {fault && <p role="alert">{fault}</p>}
      <ol className={styles.list} aria-label="双方的对话">
        {messages.map((message) => (
          <li key={message.id}>
            <p className={styles.who}>
              {sides[message.by]} <b>{message.nickname}</b>
              <time dateTime={new Date(message.time * 1000).toISOString()}>{momentText(message.time)}</time>
            </p>
            <Bubble shown={message} mine={false} who={`${sides[message.by]}${message.nickname}`} goesOn />
          </li>
        ))}
      </ol>
    </>
  );
}
