import { Card } from '../../ui/card.tsx';
import { Instalments } from './instalments.tsx';
import type { OrderInfo } from './wire.ts';

/** The three instalments, and paying the one that is due. */
export function PaymentsCard({ order }: { order: OrderInfo; reload: () => void }) {
  if (!order.amount) return null;
  return (
    <Card id="payment" title="付款" note="按约定分三期，先托管，验收后放款">
      <Instalments order={order} />
    </Card>
  );
}
