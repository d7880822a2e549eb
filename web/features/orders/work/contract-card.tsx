import type { CardProps } from '../wire.ts';

export function ContractCard(_: CardProps) {
  return null;
}
