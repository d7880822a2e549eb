import type { JoinState } from '../../../contract/presale.ts';
import type { PresaleJoinRow, PresaleProductRow } from './tables.ts';

/** What can be done with a product's bookings at this moment. */
export function stateOf({ removed_at, ends_at }: PresaleProductRow, now: Date): JoinState {
  if (removed_at) return 'removed';
  return ends_at <= now ? 'ended' : 'open';
}

/** Where a booking stands. */
export const joinStateOf = (
  join: Pick<PresaleJoinRow, 'settlement'>,
  product: PresaleProductRow,
  now: Date,
): JoinState => join.settlement ?? stateOf(product, now);
