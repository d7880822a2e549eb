import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import type { CallOutput } from '../../contract/call.ts';
import { disputePhases, type operatorDisputes } from '../../contract/operator/disputes.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { sideNames } from '../features/orders/dispute/record.ts';
import { page } from '../portal/route-record.ts';
import { LatePart } from '../ui/late-part.tsx';
import { Link } from '../ui/link.tsx';
import { TimeLeft } from '../ui/moments.tsx';
import { Pager } from '../ui/pager.tsx';
import { Empty, Loading, Skeleton } from '../ui/states.tsx';
import { momentText, yuan } from '../ui/time.ts';
import styles from './console.module.css';

export const handle = page({ name: 'console-disputes', title: '争议裁决', ground: 'mist', bare: true, unlisted: true });

type Row = CallOutput<typeof operatorDisputes>[number];

const pageSize = 20;
const tabs = ['ruling', 'evidence', 'negotiation'] as const;

/** Orders in dispute; those that wait for a ruling are shown first (feature P-05). */
export default function Disputes() {
  const [query] = useSearchParams();
  const phase = query.get('phase') ?? 'ruling';
  const number = query.get('page') ?? '1';
  const load = useCallback(async () => {
    const call = callAt<typeof operatorDisputes>('/api/operator/disputeList');
    const reply = await send(call, { phase, page: number });
    return reply.ok
      ? {
          ...reply,
          data: {
            rows: reply.data,
            count: reply.count,
            page: reply.page,
            pages: reply.pages,
            now: Math.floor(Date.now() / 1000),
          },
        }
      : reply;
  }, [phase, number]);
  return (
    <>
      <header className={styles.head}>
        <h1>争议裁决</h1>
        <nav aria-label="按阶段筛选">
          {tabs.map((tab) => (
            <Link key={tab} to={`?phase=${tab}`} aria-current={phase === tab ? 'true' : undefined}>
              {tab === 'ruling' ? '待裁决' : `${disputePhases[tab]}中`}
            </Link>
          ))}
        </nav>
      </header>
      <LatePart
        key={phase}
        load={load}
        skeleton={
          <Loading count={4}>
            <Skeleton height=".7rem" />
          </Loading>
        }
      >
        {({ rows, count, now, ...position }) =>
          rows.length === 0 ? (
            <div className={styles.card}>
              <Empty icon="checkc" text={phase === 'ruling' ? '没有等待裁决的争议' : '这个阶段没有争议'} />
            </div>
          ) : (
            <>
              <Table rows={rows} now={now} />
              <Pager {...position} count={count} pageSize={pageSize} />
            </>
          )
        }
      </LatePart>
    </>
  );
}

function Table({ rows, now }: { rows: readonly Row[]; now: number }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="sr">争议</caption>
        <thead>
          <tr>
            <th scope="col">订单</th>
            <th scope="col">双方</th>
            <th scope="col">托管中</th>
            <th scope="col">发起</th>
            <th scope="col">到期</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.demandNid}>
              <td data-label="订单">
                <span>
                  <Link to={`/console/disputes/${row.demandNid}`} className={styles.link}>
                    {row.name}
                  </Link>
                  <small>
                    {row.demandNid}，{row.demandStatusName}
                  </small>
                </span>
              </td>
              <td data-label="双方">
                <span>
                  {row.owner}
                  <small>承接方 {row.provider}</small>
                </span>
              </td>
              <td data-label="托管中">
                <b>{yuan(row.held)}</b>
              </td>
              <td data-label="发起">
                <span>
                  {sideNames[row.openedBy]}
                  <small>{momentText(row.since)}</small>
                </span>
              </td>
              <td data-label="到期">
                {row.until === null ? '等待裁决' : <TimeLeft until={row.until} rendered={now} over="时间已到" />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
