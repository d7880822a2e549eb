import type { CardProps } from './wire.ts';

/** A request to cancel, or a dispute, with what it freezes. */
export function DisputeCard(_: CardProps) {
  return null;
}
