import type { JoinState } from '../../../contract/presale.ts';
import type { PresaleProductRow } from './tables.ts';

/** What can be done with a product's bookings at this moment. */
export function stateOf({ removed_at, ends_at }: PresaleProductRow, now: Date): JoinState {
  if (removed_at) return 'removed';
  return ends_at <= now ? 'ended' : 'open';
}
