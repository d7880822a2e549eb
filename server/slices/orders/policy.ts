import type { Actor } from '../../../contract/process/facts.ts';
import { Refusal } from '../../../contract/errors.ts';
import { orderStatus } from '../../../contract/statuses.ts';
import type { OrderRow } from './facts.ts';
import type { OrderHistoryRow } from './tables.ts';

/**
 * Whether somebody may learn that there is such a demand: a draft is its owner's alone, an entrusted one its owner's and the
 * provider's for ever; what is held back since its owner is suspended is its two sides'. To everybody else it does not exist.
 */
export function mayKnow(
  row: Pick<OrderRow, 'status' | 'entrusted' | 'held_at' | 'owner_id' | 'provider_id'>,
  userId: string | undefined,
): boolean {
  if (userId !== undefined && row.owner_id === userId) return true;
  if (row.status === orderStatus.draft) return false;
  return (!row.entrusted && row.held_at === null) || (userId !== undefined && row.provider_id === userId);
}

const readers: readonly Actor[] = ['owner', 'provider', 'bidder'];

/**
 * Who may read an order: its two sides, and who has a standing tender for it. To anybody else there is no such order, as
 * for one that does not exist.
 */
export function mayRead(actor: Actor): void {
  if (!readers.includes(actor)) throw new Refusal('not_found', '没有找到这份订单');
}

/** The owner, and an operator who was called to it, see all that happened; a provider what happened since the award to them; a bidder the publication. */
export function visibleHistory(actor: Actor, history: readonly OrderHistoryRow[]): OrderHistoryRow[] {
  const awarded = history.findLastIndex(({ action }) => action === 'award');
  return history.filter(
    ({ action }, index) =>
      actor === 'owner' || actor === 'operator' || action === 'publish' || (actor === 'provider' && index >= awarded),
  );
}
