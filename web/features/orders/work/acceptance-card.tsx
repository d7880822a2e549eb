import type { CardProps } from '../wire.ts';

export function AcceptanceCard(_: CardProps) {
  return null;
}
