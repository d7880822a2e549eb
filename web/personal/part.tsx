import { myPartList } from '../../contract/orders.ts';
import { orderStatus, orderStatuses } from '../../contract/statuses.ts';
import { chainHome } from '../portal/chrome/links.ts';
import { page, useShellData } from '../portal/route-record.ts';
import { OrderList } from './order-list.tsx';

export const handle = page({ name: 'order-part', under: 'personal', title: '我参与的订单', ground: 'mist' });

/** Nobody takes part in a draft. */
const statuses = orderStatuses.filter((status) => status !== orderStatus.draft);

export default function Part() {
  const { first } = chainHome(useShellData(), undefined);
  return (
    <OrderList
      call={myPartList}
      title="我参与的订单"
      statuses={statuses}
      empty="您还没有投过标"
      action={{ to: first, label: '去看在招的需求' }}
    />
  );
}
