import type { OperatorWithdrawal, operatorWithdrawals } from '../../contract/operator/wallet.ts';
import { withdrawalStatus, withdrawalStatusNames, type WithdrawalStatus } from '../../contract/statuses.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { Tag } from '../ui/tag.tsx';
import { momentText, yuan } from '../ui/time.ts';
import type { Column } from './ui/list-page.tsx';
import type { ListQuery } from './ui/list-query.ts';
import { QueuePage } from './ui/queue-page.tsx';
import { Two } from './ui/two.tsx';
import { Deeds } from './withdrawals/deeds.tsx';
import { saidBy } from './withdrawals/said-by.ts';

export const handle = page({
  name: 'console-withdrawals',
  title: '提现审核',
  ground: 'mist',
  bare: true,
  unlisted: true,
});

const { pending, paying, paid, rejected, returned } = withdrawalStatus;
const statuses: readonly WithdrawalStatus[] = [pending, paying, paid, rejected, returned];

const tabs = {
  name: 'status',
  label: '按状态筛选',
  options: statuses.map((status) => ({ value: String(status), label: withdrawalStatusNames[status] })),
};

const list = callAt<typeof operatorWithdrawals>('/api/operator/withdrawalList');

const load = ({ status, page: number }: ListQuery, quiet: boolean) => send(list, { status, page: number }, { quiet });

const columns: Column<OperatorWithdrawal>[] = [
  {
    title: '申请',
    width: 200,
    opens: true,
    render: (_, { create_time, order_id }) => <Two second={order_id}>{momentText(create_time)}</Two>,
  },
  {
    title: '申请人',
    render: (_, { certified_name, nickname, account_type }) => (
      <Two second={`${nickname}，${account_type === 1 ? '个人' : '企业'}`} alarm={certified_name === ''}>
        {certified_name || '未认证'}
      </Two>
    ),
  },
  {
    title: '金额',
    align: 'right',
    width: 184,
    render: (_, { money, account, approval, together }) => (
      <>
        <Two second={`可用 ${yuan(account)}`}>{<b>{yuan(money)}</b>}</Two>
        {(approval === 'first' || approval === 'second') && (
          <Two second={together && `24 小时合计 ${yuan(together)}`}>
            {approval === 'second' ? <Tag tone="warning">待第二人复核</Tag> : <Tag>需两人通过</Tag>}
          </Two>
        )}
      </>
    ),
  },
  {
    title: '收款卡',
    render: (_, { bank_name, bank_account, truename, otherHolder }) => (
      <Two second={otherHolder ? `${truename}（与认证不一致）` : truename} secondAlarm={otherHolder}>
        {bank_name} {bank_account.slice(-4)}
      </Two>
    ),
  },
  {
    title: '打款',
    render: (_, { way, gateway, bank_number }) => (
      <Two second={bank_number}>{way === 'manual' ? '人工打款' : gateway}</Two>
    ),
  },
  {
    title: '处理',
    width: 232,
    fixed: 'end',
    render: (_, row) => (
      <>
        <Deeds withdrawal={row} />
        <Two second={saidBy(row)}>{row.reason && `原因：${row.reason}`}</Two>
      </>
    ),
  },
];

/** Withdrawals by status; those that wait come oldest first (feature P-05). */
export default function Withdrawals() {
  return (
    <QueuePage
      part="withdrawals"
      title="提现审核"
      tabs={tabs}
      columns={columns}
      rowKey={({ id }) => id}
      to={({ id }) => `/console/withdrawals/${id}`}
      waits={({ status, create_time }) => (status === pending ? create_time : null)}
      claims="withdrawal"
      load={load}
      pageSize={20}
      minWidth={1120}
      empty={({ status }) => (status === String(pending) ? '没有等待审核的提现' : '这个状态下没有提现')}
    />
  );
}
