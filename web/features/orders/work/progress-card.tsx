import { useCallback, useState } from 'react';
import type { CallOutput } from '../../../../contract/call.ts';
import { diaryPageSize, scheduleSee } from '../../../../contract/order-work.ts';
import { paymentStatus } from '../../../../contract/statuses.ts';
import { send } from '../../../client/transport.browser.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Gallery } from '../../../ui/gallery.tsx';
import { LatePart } from '../../../ui/late-part.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { momentText } from '../../../ui/time.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { Files } from '../input-card.tsx';
import type { CardProps, OrderInfo } from '../wire.ts';
import { DiaryForm } from './diary-form.tsx';
import { RedeliverForm } from './redeliver-form.tsx';
import { happened, isOpen, offered } from './open-action.ts';
import own from './diary.module.css';
import styles from './work.module.css';

type Entry = CallOutput<typeof scheduleSee>[number];

/** 进度日记: what the two sides tell each other of the work, newest first, and the provider's composer over it. */
export function ProgressCard({ order, reload }: CardProps) {
  // With each change of the order the diary may have grown.
  const load = useCallback(async () => {
    const reply = await send(scheduleSee, { demandNid: order.demandNid });
    return reply.ok ? { ...reply, data: { entries: reply.data, count: reply.count } } : reply;
  }, [order]);
  if (!happened(order, 'accept')) return null;
  const report = offered(order, 'report');
  return (
    <Card
      id="progress"
      title="进度日记"
      note={order.reportCount > 0 ? `汇报 ${order.reportCount} 次` : undefined}
      aside={<b className={own.percent}>{order.progress}%</b>}
    >
      <div
        className={styles.bar}
        role="meter"
        aria-label="进度"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={order.progress}
      >
        <i style={{ width: `${order.progress}%` }} />
      </div>
      {isOpen(order, 'report') && order.downPaymentStatus < paymentStatus.held && (
        <p className={own.unpaid}>
          <Icon name="warn" size="small" />
          首付还没有托管，请等发布方支付后再开工
        </p>
      )}
      {isOpen(order, 'report') && <DiaryForm order={order} onSent={reload} />}
      {isOpen(order, 'redeliver') && <RedeliverForm key={order.history.length} order={order} onSent={reload} />}
      {report && !report.enabled && !order.frozen && <p className={styles.hint}>{report.reason}</p>}
      <LatePart load={load} skeleton={<Skeleton lines={5} />}>
        {({ entries, count }) => <Entries key={entries[0]?.id} order={order} first={entries} count={count} />}
      </LatePart>
    </Card>
  );
}

/** The first page, and what was asked for below it. */
function Entries({ order, first, count }: { order: OrderInfo; first: readonly Entry[]; count: number }) {
  const [older, setOlder] = useState<readonly Entry[]>([]);
  const [failed, setFailed] = useState<string>();
  const [busy, once] = useSending();
  const entries = [...first, ...older];
  async function more() {
    setFailed(undefined);
    const page = Math.floor(entries.length / diaryPageSize) + 1;
    const reply = await once(() => send(scheduleSee, { demandNid: order.demandNid, page }));
    if (!reply) return;
    if (reply.ok) setOlder([...older, ...reply.data.filter(({ id }) => entries.every((one) => one.id !== id))]);
    else setFailed(reply.message);
  }
  if (entries.length === 0)
    return (
      <p className={styles.hint}>
        {order.role === 'provider' ? '开工后在这里写下进展，发布方会收到通知。' : '承接方还没有汇报进展。'}
      </p>
    );
  return (
    <>
      <ol className={own.diary} aria-label="进展记录">
        {entries.map((entry) => (
          <DiaryEntry key={entry.id} entry={entry} mine={entry.by === order.role} name={order.name} />
        ))}
      </ol>
      {entries.length < count && (
        <Button tone="ghost" busy={busy} onClick={() => void more()}>
          更早的 {count - entries.length} 条
        </Button>
      )}
      {failed && (
        <p className={styles.refusal} role="alert">
          {failed}
        </p>
      )}
    </>
  );
}

/** What happened, from where the reader stands. */
const headings: Readonly<Record<Entry['kind'], readonly [mine: string, theirs: string]>> = {
  report: ['您汇报了进展', '承接方汇报了进展'],
  finish: ['您提交了完工', '承接方已完工，等待验收'],
  sendBack: ['您退回返工', '发布方退回返工'],
  affirm: ['您验收通过', '发布方验收通过'],
  redeliver: ['您更新了交付', '承接方更新了交付'],
};

function DiaryEntry({ entry, mine, name }: { entry: Entry; mine: boolean; name: string }) {
  const [day, clock] = momentText(entry.time).split(' ');
  return (
    <li data-kind={entry.kind}>
      <time dateTime={new Date(entry.time * 1000).toISOString()}>
        <b>{day?.replace(/^\d+年/, '')}</b>
        <span>{clock}</span>
      </time>
      <div>
        <h3>
          {headings[entry.kind][mine ? 0 : 1]}
          {entry.percent !== null && <em>{entry.percent}%</em>}
        </h3>
        {entry.content && (
          <p>
            {entry.kind === 'sendBack' && '原因：'}
            {entry.content}
          </p>
        )}
        <Files files={entry.documents.map((url) => ({ url, hash: '' }))} />
        <Gallery
          pictures={entry.pictures}
          name={`${name} 进展`}
          layout="grid"
          sizes="(max-width: 767px) 30vw, 160px"
          widest={240}
        />
      </div>
    </li>
  );
}
