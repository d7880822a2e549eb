import { Tag } from 'antd';
import { type operatorOrders, type OperatorOrderRow } from '../../contract/operator/orders.ts';
import { stages } from '../../contract/stages/index.ts';
import { orderStatus, orderStatuses, orderStatusNames } from '../../contract/statuses.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { Link } from '../ui/link.tsx';
import { momentText, yuan } from '../ui/time.ts';
import type { Filter } from './ui/filters.tsx';
import { type Column, ListPage } from './ui/list-page.tsx';
import type { ListQuery } from './ui/list-query.ts';
import { Two } from './ui/two.tsx';

export const handle = page({ name: 'console-orders', title: '订单', ground: 'mist', bare: true, unlisted: true });

const filters: readonly Filter[] = [
  { kind: 'search', name: 'query', label: '需求编号、产品线编号或名称' },
  {
    kind: 'select',
    name: 'status',
    label: '状态',
    options: orderStatuses
      .filter((status) => status !== orderStatus.draft)
      .map((status) => ({ value: String(status), label: orderStatusNames[status] })),
  },
  {
    kind: 'select',
    name: 'stage',
    label: '环节',
    options: stages.map(({ number, name }) => ({ value: String(number), label: name })),
  },
];

const load = ({ query, userId, status, stage, page: number }: ListQuery, quiet: boolean) =>
  send(
    callAt<typeof operatorOrders>('/api/operator/orderList'),
    { query, userId, status, stage, page: number },
    { quiet },
  );

const columns: Column<OperatorOrderRow>[] = [
  {
    title: '订单',
    opens: true,
    render: (_, { name, demandNid }) => <Two second={demandNid}>{name}</Two>,
  },
  { title: '环节', width: 72, dataIndex: 'stageName' },
  {
    title: '状态',
    width: 128,
    render: (_, { statusName, disputed }) => (
      <>
        {statusName} {disputed && <Tag color="error">争议</Tag>}
      </>
    ),
  },
  {
    title: '发布方',
    render: (_, { owner, ownerId }) => <Link to={`/console/people/${ownerId}`}>{owner}</Link>,
  },
  {
    title: '承接方',
    render: (_, { provider, providerId }) => providerId && <Link to={`/console/people/${providerId}`}>{provider}</Link>,
  },
  {
    title: '金额',
    align: 'right',
    width: 136,
    render: (_, { amount, held }) => (
      <Two second={Number(held) > 0 && `托管 ${yuan(held)}`}>{amount ? yuan(amount) : ''}</Two>
    ),
  },
  { title: '发布', width: 172, render: (_, { time }) => momentText(time) },
];

/** Any demand and order (feature P-05). */
export default function Orders() {
  return (
    <ListPage
      title="订单"
      filters={filters}
      columns={columns}
      rowKey={({ demandNid }) => demandNid}
      to={({ demandNid }) => `/console/orders/${demandNid}`}
      load={load}
      pageSize={20}
      emptyIcon="list"
      empty="没有符合条件的订单"
    />
  );
}
