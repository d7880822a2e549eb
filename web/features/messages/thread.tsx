import { Fragment, type ReactNode, useCallback, useRef, useState } from 'react';
import { orderStatus } from '../../../contract/statuses.ts';
import { hiddenLine } from '../../../contract/report-reasons.ts';
import { Button } from '../../ui/button.tsx';
import { Face } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Failed, Loading, Skeleton } from '../../ui/states.tsx';
import { Certified } from '../../ui/tag.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { usePrivateFiles } from '../use-private-files.ts';
import { Bubble, Covered, shownOf } from './bubble.tsx';
import type { Head, Message } from './calls.ts';
import { Composer } from './composer.tsx';
import { dayOf, dayText, readText } from './days.ts';
import styles from './thread.module.css';
import { useOutgoing } from './use-outgoing.ts';
import { useScroll } from './use-scroll.ts';
import { type Thread as Found, useThread } from './use-thread.ts';
import { useSeenHeight } from './use-seen-height.ts';

type Live = ReturnType<typeof useThread>;

/** What stands beside a message of the other side, put in by the page. */
type Beside = (message: { id: string; name: string }) => ReactNode;

/** One conversation: what was said, and where one answers. */
export function Thread({ id, beside }: { id: string; beside: Beside }) {
  const live = useThread(id);
  const frame = useRef<HTMLElement>(null);
  useSeenHeight(frame);
  const { state } = live;
  return (
    <section ref={frame} className={styles.thread} aria-label="对话">
      {state.kind === 'here' ? (
        <Here id={id} live={live} thread={state.thread} beside={beside} />
      ) : (
        <>
          <header className={styles.head}>
            <Back />
          </header>
          <div className={styles.blank}>
            {state.kind === 'failed' ? (
              <Failed text={state.text} onRetry={live.retry} />
            ) : (
              <Loading count={4}>
                <Skeleton height=".6rem" />
              </Loading>
            )}
          </div>
        </>
      )}
    </section>
  );
}

/** Links that are asked for at once: more never wait to be sent. */
const mostLinks = 60;

const Back = () => (
  <Link to="/personal/messages" className={styles.back} aria-label="全部对话">
    <Icon name="left" />
  </Link>
);

function Here({ id, live, thread, beside }: { id: string; live: Live; thread: Found; beside: Beside }) {
  const { head, messages } = thread;
  const { add, catchUp, refresh, seen } = live;
  const onSent = useCallback(
    (message: Message) => {
      add([message]);
      void catchUp();
    },
    [add, catchUp],
  );
  const outgoing = useOutgoing(id, { onSent, onSilenced: () => void refresh() });
  const { kept, write } = outgoing;
  const [held] = useState(() =>
    [kept, ...kept.waiting].flatMap(({ pictures, files }) => [...pictures, ...files]).slice(0, mostLinks),
  );
  // What lay unused for a day is removed from the server: what is being written must not go on showing it.
  const sent = usePrivateFiles(held, (gone) => {
    const left = (urls: readonly string[]) => urls.filter((url) => !gone.includes(url));
    write({ pictures: left(kept.pictures), files: left(kept.files) });
  });
  // It may have arrived although its answer did not.
  const arrived = new Set(messages.map(({ clientId }) => clientId));
  const waiting = outgoing.kept.waiting.filter(({ clientId }) => !arrived.has(clientId));
  const last = messages.at(-1)?.seq ?? 0;
  const older = useOlder(thread, live.older);
  const { box, onScroll, toEnd, away, unseen } = useScroll({
    messages,
    waiting: waiting.map(({ clientId, error = '' }) => clientId + error).join(),
    onSeen: () => void seen(last),
    // One that failed is asked for by hand: else it would fail as often as one moves.
    onTop: () => void (older.fault === undefined && older.load()),
  });
  const { partner, writing, masking } = head;

  return (
    <>
      <Heading head={head} />
      <div
        ref={box}
        className={styles.said}
        // What scrolls is reached by the keyboard.
        tabIndex={0}
        role="region"
        aria-label={`与${partner.nickname}的消息`}
        onScroll={onScroll}
      >
        <Older {...older} />
        <Said thread={thread} beside={beside} />
        {waiting.map((item) => (
          <Bubble
            key={item.clientId}
            shown={shownOf(item, sent)}
            mine
            who="我"
            state={item.error === undefined ? 'sending' : 'failed'}
          >
            {item.error === undefined ? (
              <span role="status">正在发送</span>
            ) : (
              <>
                <span className={styles.fault} role="alert">
                  <Icon name="warn" size="small" />
                  {item.error}
                </span>
                <button type="button" onClick={() => outgoing.again(item)}>
                  重发
                </button>
                <button type="button" onClick={() => outgoing.takeBack(item)}>
                  修改
                </button>
                <button type="button" onClick={() => outgoing.drop(item.clientId)}>
                  删除
                </button>
              </>
            )}
          </Bubble>
        ))}
      </div>
      <News key={id} messages={messages} nickname={partner.nickname} />
      <div className={styles.foot}>
        {away && (
          <Button
            className={styles.newest}
            size="small"
            tone={unseen > 0 ? 'pine' : 'plain'}
            icon="down"
            onClick={toEnd}
          >
            {unseen > 0 ? `${unseen} 条新消息` : '回到最新'}
          </Button>
        )}
        {masking && writing.enabled && (
          <p className={styles.hint}>
            <Icon name="lock" size="small" />
            接单之前，电话、微信等联系方式对方看不到
          </p>
        )}
        {writing.enabled ? (
          <Composer
            written={outgoing.kept}
            onWrite={outgoing.write}
            onSubmit={() => {
              outgoing.submit();
              toEnd();
            }}
            refusal={outgoing.refusal}
            sent={sent}
          />
        ) : (
          <p className={styles.silent}>{writing.reason}</p>
        )}
      </div>
    </>
  );
}

/** With whom, about what, and the way there. */
function Heading({ head }: { head: Head }) {
  const { partner, name, demandNid, demandStatusName, role, orderStatus: status } = head;
  const ordered = role === 'provider' || (role === 'owner' && status !== orderStatus.tendering);
  const about = ordered ? `/personal/order/${demandNid}` : `/demand/${demandNid}${role === 'owner' ? '#tenders' : ''}`;
  return (
    <header className={styles.head}>
      <Back />
      <Face name={partner.nickname} src={partner.avatarUrl || undefined} />
      <div className={styles.who}>
        <h2>
          {partner.shopId ? <Link to={`/shop/${partner.shopId}`}>{partner.nickname}</Link> : partner.nickname}
          {partner.certified && <Certified />}
        </h2>
        <p>
          <Link to={about}>
            <span>{name}</span>
            <small>{demandStatusName}</small>
            <Icon name="right" size="small" />
          </Link>
        </p>
      </div>
    </header>
  );
}

/** Seconds within which one side's messages are one breath: the last of them says when. */
const breath = 300;

const goesOn = (message: Message, next: Message | undefined): boolean =>
  next !== undefined &&
  next.mine === message.mine &&
  next.time - message.time < breath &&
  dayOf(next.time) === dayOf(message.time);

/** What was said, day by day. */
function Said({ thread, beside }: { thread: Found; beside: Beside }) {
  const { head, messages, read } = thread;
  const [opened] = useState(() => Math.floor(Date.now() / 1000));
  // A clock that goes slow puts nothing into tomorrow.
  const now = Math.max(opened, messages.at(-1)?.time ?? 0, read?.time ?? 0);
  const lastOwn = messages.findLast(({ mine }) => mine);
  if (messages.length === 0)
    return (
      <p className={styles.first}>
        {head.writing.enabled ? '还没有消息。问问尺寸、材料、工期，谈妥了再定。' : '没有消息'}
      </p>
    );
  return messages.map((message, index) => {
    const before = messages[index - 1];
    const { mine } = message;
    return (
      <Fragment key={message.id}>
        {(!before || dayOf(before.time) !== dayOf(message.time)) && (
          <p className={styles.day} role="separator" aria-label={dayText(message.time, now)}>
            <span>{dayText(message.time, now)}</span>
          </p>
        )}
        <Bubble
          shown={message.hidden ? { ...message, content: hiddenLine } : message}
          mine={mine}
          who={mine ? '我' : head.partner.nickname}
          goesOn={goesOn(message, messages[index + 1])}
        >
          <Covered message={message} />
          {!mine && !message.hidden && beside({ id: message.id, name: message.content.slice(0, 20) || '图片或文件' })}
          {message === lastOwn && (
            <span>{read && read.seq >= message.seq ? `已读 ${readText(read.time, now)}` : '已送达'}</span>
          )}
        </Bubble>
      </Fragment>
    );
  });
}

/** What was said earlier; asked for once, however often one gets near to it meanwhile. */
function useOlder({ more, messages }: Found, older: Live['older']) {
  const [busy, once] = useSending();
  const [fault, setFault] = useState<string>();
  const first = messages[0]?.seq;
  const load = async () => {
    if (more && first !== undefined) await once(async () => setFault(await older(first)));
  };
  return { more, busy, fault, load };
}

/** By a button where getting near does not do: after a failure, and where everything fits. */
function Older({ more, busy, fault, load }: ReturnType<typeof useOlder>) {
  if (!more) return null;
  return (
    <p className={styles.older}>
      <Button size="small" tone="ghost" busy={busy} onClick={() => void load()}>
        {fault === undefined ? '更早的消息' : `${fault}，再试一次`}
      </Button>
    </p>
  );
}

const spoken = ({ hidden, content, pictures }: Message): string =>
  hidden ? hiddenLine : content || (pictures.length > 0 ? '发来图片' : '发来文件');

/** Says aloud what the other side has just said, and nothing that was there before. */
function News({ messages, nickname }: { messages: readonly Message[]; nickname: string }) {
  const [begun] = useState(messages.at(-1)?.seq ?? 0);
  const newest = messages.findLast(({ mine, seq }) => !mine && seq > begun);
  const words = newest && spoken(newest);
  return (
    <p className="sr" aria-live="polite">
      {words && `${nickname}：${words}`}
    </p>
  );
}
