import { Card } from '../../ui/card.tsx';
import { LineChain } from './line-chain.tsx';
import type { CardProps } from './wire.ts';

/** The product line that the order is a part of. */
export function LineCard({ order }: CardProps) {
  return (
    <Card id="line" title="这条产品线" note={order.productLineNid}>
      <LineChain order={order} />
    </Card>
  );
}
