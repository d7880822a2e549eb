import { myDemandList } from '../../contract/orders.ts';
import { page } from '../portal/route-record.ts';
import { useSearchParams } from 'react-router';
import { LineList } from './line-list.tsx';
import { OrderList, OrderListHead } from './order-list.tsx';

export const handle = page({ name: 'order-initiate', under: 'personal', title: '我发起的订单', ground: 'mist' });

const views = [
  { to: '?', label: '按订单', shown: 'orders' },
  { to: '?view=lines', label: '按产品线', shown: 'lines' },
] as const;

export default function Initiate() {
  const [query] = useSearchParams();
  const shown = query.get('view') === 'lines' ? 'lines' : 'orders';
  const title = '我发起的订单';
  const tabs = views.map(({ to, label, shown: own }) => ({ to, label, current: own === shown }));
  if (shown === 'lines')
    return (
      <>
        <OrderListHead title={title} views={tabs} />
        <LineList />
      </>
    );
  return (
    <OrderList
      call={myDemandList}
      title={title}
      views={tabs}
      empty="您还没有发布过需求"
      action={{ to: '/publish', label: '发布第一条需求' }}
    />
  );
}
