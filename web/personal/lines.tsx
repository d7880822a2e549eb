import { page } from '../portal/route-record.ts';
import { LineList } from './line-list.tsx';
import { OrderListHead } from './order-list.tsx';
import { orderViews } from './order-views.ts';

export const handle = page({ name: 'product-lines', under: 'personal', title: '我的产品线', ground: 'mist' });

export default function Lines() {
  return (
    <>
      <OrderListHead title="我的产品线" views={orderViews('lines')} />
      <LineList />
    </>
  );
}
