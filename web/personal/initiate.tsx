import { myDemandList } from '../../contract/orders.ts';
import { page } from '../portal/route-record.ts';
import { OrderList } from './order-list.tsx';
import { orderViews } from './order-views.ts';

export const handle = page({ name: 'order-initiate', under: 'personal', title: '我发起的订单', ground: 'mist' });

export default function Initiate() {
  return (
    <OrderList
      call={myDemandList}
      title="我发起的订单"
      views={orderViews('orders')}
      empty="您还没有发布过需求"
      action={{ to: '/publish', label: '发布第一条需求' }}
    />
  );
}
