import { useCallback, useEffect, useState } from 'react';
import { NavLink } from 'react-router';
import { onLive } from '../../client/live.ts';
import { send } from '../../client/transport.browser.ts';
import { whenSeen } from '../../client/when-seen.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Face } from '../../ui/face.tsx';
import { Empty, Failed, Loading, Skeleton } from '../../ui/states.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { isMessageTopic, type Listed, messageCalls } from './calls.ts';
import { listTime } from './days.ts';
import styles from './list.module.css';

type State =
  | { kind: 'waiting' }
  | { kind: 'failed'; text: string }
  | { kind: 'here'; items: readonly Listed[]; pages: number };

const newestFirst = (items: readonly Listed[]) => {
  const byId = new Map(items.map((item) => [item.id, item]));
  return [...byId.values()].toSorted((a, b) => b.last.time - a.last.time || (a.id < b.id ? 1 : -1));
};

/** The reader's conversations, newest first, kept right by the server's word. */
function useConversations() {
  const [state, setState] = useState<State>({ kind: 'waiting' });
  const [attempt, setAttempt] = useState(0);
  /** pages that were read */
  const [upTo, setUpTo] = useState(1);
  const take = useCallback((reply: Awaited<ReturnType<typeof ask>>) => {
    setState((before) => {
      if (!reply.ok) return before.kind === 'here' ? before : { kind: 'failed', text: reply.message };
      // Later in the list wins: what has just come is what holds.
      const items = newestFirst([...(before.kind === 'here' ? before.items : []), ...reply.data]);
      return { kind: 'here', items, pages: reply.pages };
    });
  }, []);
  useEffect(() => {
    let over = false;
    const load = async () => {
      const reply = await ask(1);
      if (!over) take(reply);
    };
    const loading = whenSeen(() => void load());
    loading.ask();
    const off = onLive((topic) => {
      if (isMessageTopic(topic)) loading.ask();
    });
    return () => {
      over = true;
      off();
      loading.end();
    };
  }, [attempt, take]);
  return {
    state,
    retry: () => {
      setState({ kind: 'waiting' });
      setAttempt((count) => count + 1);
    },
    more: async () => {
      const reply = await ask(upTo + 1);
      take(reply);
      if (reply.ok) setUpTo(upTo + 1);
    },
    hasMore: state.kind === 'here' && upTo < state.pages,
  };
}

const ask = (page: number) => send(messageCalls.list, { page: String(page) }, { quiet: true });

/** 我：18 厘的; what has no words is named. */
function preview({ mine, content, pictures, files }: Listed['last']): string {
  const attached = pictures > 0 ? `[${pictures} 张图片]` : files > 0 ? `[${files} 个文件]` : '';
  return `${mine ? '我：' : ''}${attached}${content}`;
}

export function ConversationList() {
  const { state, retry, more, hasMore } = useConversations();
  const [busy, once] = useSending();
  if (state.kind === 'failed') return <Failed text={state.text} onRetry={retry} />;
  if (state.kind === 'waiting')
    return (
      <div className={styles.bones}>
        <Loading count={5}>
          <Skeleton height=".64rem" />
        </Loading>
      </div>
    );
  if (state.items.length === 0)
    return (
      <Empty
        icon="comment"
        text="还没有对话。投标之后，发布方和服务商可以在这里商量细节"
        action={
          <ButtonLink tone="line" to="/personal/order/initiate">
            看我的订单
          </ButtonLink>
        }
      />
    );
  return (
    <>
      <ul className={styles.list}>
        {state.items.map((item) => (
          <Line key={item.id} item={item} />
        ))}
      </ul>
      {hasMore && (
        <div className={styles.more}>
          <Button size="small" busy={busy} onClick={() => void once(more)}>
            更早的对话
          </Button>
        </div>
      )}
    </>
  );
}

function Line({ item }: { item: Listed }) {
  const { id, partner, name, demandStatusName, unread, last } = item;
  const [now] = useState(() => Math.floor(Date.now() / 1000));
  return (
    <li>
      <NavLink to={`/personal/messages/${id}`} className={styles.line}>
        <Face name={partner.nickname} src={partner.avatarUrl || undefined} />
        <span className={styles.words}>
          <span className={styles.top}>
            <b>{partner.nickname}</b>
            <time dateTime={new Date(last.time * 1000).toISOString()}>
              {listTime(last.time, Math.max(now, last.time))}
            </time>
          </span>
          <span className={styles.about}>
            {name}，{demandStatusName}
          </span>
          <span className={styles.bottom}>
            <span className={styles.last}>{preview(last)}</span>
            {unread > 0 && (
              <span className={styles.count}>
                {unread > 99 ? '99+' : unread}
                <span className="sr"> 条未读</span>
              </span>
            )}
          </span>
        </span>
      </NavLink>
    </li>
  );
}
