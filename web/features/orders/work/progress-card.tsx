import type { CardProps } from '../wire.ts';

export function ProgressCard(_: CardProps) {
  return null;
}
