import { Card } from '../../ui/card.tsx';
import { History } from './history.tsx';
import type { CardProps } from './wire.ts';

export function HistoryCard({ order }: CardProps) {
  return (
    <Card title="经过" note={`${order.history.length} 条`}>
      <History order={order} diary />
    </Card>
  );
}
