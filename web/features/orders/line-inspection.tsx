import type { CardProps } from './wire.ts';

/** 来料检验: what the next stage's provider says of the goods that came in. */
export function InspectionCard(_: CardProps) {
  return null;
}
