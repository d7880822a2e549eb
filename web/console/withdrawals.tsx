import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import type { OperatorWithdrawal, operatorWithdrawals } from '../../contract/operator/wallet.ts';
import { withdrawalStatus, withdrawalStatusNames, type WithdrawalStatus } from '../../contract/statuses.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { Deeds } from '../features/payouts/deeds.tsx';
import { page } from '../portal/route-record.ts';
import { LatePart } from '../ui/late-part.tsx';
import { Link } from '../ui/link.tsx';
import { Pager } from '../ui/pager.tsx';
import { Empty, Loading, Skeleton } from '../ui/states.tsx';
import { momentText, yuan } from '../ui/time.ts';
import styles from './console.module.css';
import { useDesk } from './layout.tsx';

export const handle = page({
  name: 'console-withdrawals',
  title: '提现审核',
  ground: 'mist',
  bare: true,
  unlisted: true,
});

const pageSize = 20;
const { pending, paying, paid, rejected, returned } = withdrawalStatus;
const tabs: readonly WithdrawalStatus[] = [pending, paying, paid, rejected, returned];

/** Withdrawals by status; those that wait come oldest first (feature P-05). */
export default function Withdrawals() {
  const [query] = useSearchParams();
  const { reload: recount } = useDesk();
  const status = query.get('status') ?? String(pending);
  const number = query.get('page') ?? '1';
  const load = useCallback(async () => {
    const call = callAt<typeof operatorWithdrawals>('/api/operator/withdrawalList');
    const reply = await send(call, { status, page: number });
    return reply.ok
      ? { ...reply, data: { rows: reply.data, count: reply.count, page: reply.page, pages: reply.pages } }
      : reply;
  }, [status, number]);
  return (
    <>
      <header className={styles.head}>
        <h1>提现审核</h1>
        <nav aria-label="按状态筛选">
          {tabs.map((tab) => (
            <Link key={tab} to={`?status=${tab}`} aria-current={status === String(tab) ? 'true' : undefined}>
              {withdrawalStatusNames[tab]}
            </Link>
          ))}
        </nav>
      </header>
      <LatePart
        key={status}
        load={load}
        skeleton={
          <Loading count={4}>
            <Skeleton height=".7rem" />
          </Loading>
        }
      >
        {({ rows, count, ...position }, reload) =>
          rows.length === 0 ? (
            <div className={styles.card}>
              <Empty icon="checkc" text={status === String(pending) ? '没有等待审核的提现' : '这个状态下没有提现'} />
            </div>
          ) : (
            <>
              <Table
                rows={rows}
                onDone={() => {
                  reload();
                  recount();
                }}
              />
              <Pager {...position} count={count} pageSize={pageSize} />
            </>
          )
        }
      </LatePart>
    </>
  );
}

function Table({ rows, onDone }: { rows: readonly OperatorWithdrawal[]; onDone: () => void }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="sr">提现申请</caption>
        <thead>
          <tr>
            <th scope="col">申请</th>
            <th scope="col">申请人</th>
            <th scope="col">金额</th>
            <th scope="col">收款卡</th>
            <th scope="col">打款</th>
            <th scope="col">处理</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} onDone={onDone} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, onDone }: { row: OperatorWithdrawal; onDone: () => void }) {
  const other = row.certified_name !== row.truename;
  return (
    <tr>
      <td data-label="申请">
        <span>
          {momentText(row.create_time)}
          <small>{row.order_id}</small>
        </span>
      </td>
      <td data-label="申请人">
        <span>
          {row.certified_name || <span className={styles.alarm}>未认证</span>}
          <small>
            {row.nickname}，{row.account_type === 1 ? '个人' : '企业'}
          </small>
        </span>
      </td>
      <td data-label="金额">
        <span>
          <b>{yuan(row.money)}</b>
          <small>可用 {yuan(row.account)}</small>
        </span>
      </td>
      <td data-label="收款卡">
        <span>
          {row.bank_name} {row.bank_account.slice(-4)}
          <small className={other ? styles.alarm : undefined}>
            {row.truename}
            {other && '（与认证不一致）'}
          </small>
        </span>
      </td>
      <td data-label="打款">
        <span>
          {row.way === 'manual' ? '人工打款' : row.gateway}
          {row.bank_number && <small>{row.bank_number}</small>}
        </span>
      </td>
      <td className={styles.actions}>
        {row.actions.length > 0 && (
          <div className={styles.acts}>
            <Deeds withdrawal={row} onDone={onDone} />
          </div>
        )}
        {row.reason && <small>原因：{row.reason}</small>}
        {row.decidedBy && <small>{row.decidedBy} 处理</small>}
      </td>
    </tr>
  );
}
