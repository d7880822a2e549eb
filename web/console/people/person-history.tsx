import { type ReactNode, useCallback } from 'react';
import type { personHistory, PersonHistory as History } from '../../../contract/operator/person-history.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { Link } from '../../ui/link.tsx';
import { momentText } from '../../ui/time.ts';
import { Loaded } from '../ui/loaded.tsx';
import styles from './person-history.module.css';

const historyCall = callAt<typeof personHistory>('/api/operator/personHistory');

/**
 * Beside something that waits for a word: what is known of whose it is (features P-02, P-04). Read once: what it stands beside is drawn
 * anew when that was decided.
 */
export function PersonHistory({ userId }: { userId: string }) {
  const load = useCallback(() => send(historyCall, { id: userId }), [userId]);
  return (
    <aside className={styles.panel} aria-label="此人的记录">
      <Loaded key={userId} load={load}>
        {(history) => <Known history={history} />}
      </Loaded>
    </aside>
  );
}

function Known({ history }: { history: History }) {
  const { id, nickname, typeName, since, status, statusName, certification, openOrders } = history;
  const { decisions, reports, disputes, suspensions } = history;
  const standing = suspensions.some(({ ended }) => ended === null);
  const nothing = decisions.count + reports.count + disputes.count + suspensions.length === 0;
  return (
    <>
      <h2>
        <Link to={`/console/people/${id}`}>{nickname}</Link>
        {status !== 1 && <em>{statusName}</em>}
      </h2>
      <dl className={styles.facts}>
        <dt>注册</dt>
        <dd>
          {momentText(since)}，{typeName}
        </dd>
        <dt>认证</dt>
        <dd>{certification || '没有提交过'}</dd>
        <dt>进行中的订单</dt>
        <dd>{openOrders}</dd>
      </dl>
      {nothing && <p className={styles.quiet}>没有审核、举报、争议和停用的记录</p>}
      <HistoryPart
        title="审核"
        count={decisions.count}
        note={decisions.against > 0 && `其中 ${decisions.against} 次未通过或被隐藏`}
        lines={decisions.rows.map(({ id: key, kindName, title, outcome, against, reason, by, time }) => ({
          key,
          bad: against,
          text: `${kindName}${title && `《${title}》`}${outcome}`,
          reason,
          foot: `${by}，${momentText(time)}`,
        }))}
      />
      <HistoryPart
        title="被举报"
        count={reports.count}
        note={reports.open > 0 && `${reports.open} 条待处理`}
        lines={reports.rows.map(({ id: key, kindName, title, reason, words, outcome, time }) => ({
          key,
          bad: outcome === '已隐藏',
          text: `${kindName}${title ? `《${title}》` : '（已删除）'}`,
          reason: words ? `${reason}：${words}` : reason,
          foot: `${outcome || '待处理'}，${momentText(time)}`,
        }))}
      />
      <HistoryPart
        title="争议"
        count={disputes.count}
        note={disputes.open > 0 && `${disputes.open} 起还在进行`}
        lines={disputes.rows.map(({ demandNid, name, side, began, outcome, time }) => ({
          key: `${demandNid} ${time}`,
          bad: false,
          text: `${name}（${side === 'owner' ? '发布方' : '承接方'}，${began ? '由本人发起' : '由对方发起'}）`,
          reason: '',
          foot: `${outcome || '进行中'}，${momentText(time)}`,
        }))}
      />
      <HistoryPart
        title="停用"
        count={suspensions.length}
        note={standing && '仍在停用'}
        lines={suspensions.map(({ id: key, reason, from, by, ended }) => ({
          key,
          bad: ended === null,
          text: ended === null ? '停用中' : '已恢复',
          reason,
          foot: `${by}，${momentText(from)}`,
        }))}
      />
    </>
  );
}

interface Line {
  key: string;
  /** it went against the person */
  bad: boolean;
  text: ReactNode;
  reason: string;
  foot: string;
}

/** A list of what was, the newest first, in a panel beside what waits; nothing where there was none. */
export function HistoryPart({
  title,
  count,
  note,
  lines,
}: {
  title: string;
  count: number;
  note?: ReactNode;
  lines: readonly Line[];
}) {
  if (count === 0) return null;
  return (
    <section className={styles.part} aria-label={title}>
      <h3>
        {title} {count}
        {note && <small>{note}</small>}
      </h3>
      <ul>
        {lines.map(({ key, bad, text, reason, foot }) => (
          <li key={key} className={bad ? styles.bad : undefined}>
            {text}
            {reason && <p>{reason}</p>}
            <small>{foot}</small>
          </li>
        ))}
      </ul>
      {count > lines.length && <p className={styles.quiet}>显示最近 {lines.length} 条</p>}
    </section>
  );
}
