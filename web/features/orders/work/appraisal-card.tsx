import type { CardProps } from '../wire.ts';

export function AppraisalCard(_: CardProps) {
  return null;
}
