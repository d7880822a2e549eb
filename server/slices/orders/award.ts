import { invalid, Refusal } from '../../../contract/errors.ts';
import { orderStatus } from '../../../contract/statuses.ts';
import type { Context } from '../../calls/context.ts';
import type { Tx } from '../../db/transaction.ts';
import { standingTender } from './queries.ts';
import { type LockedOrder, lockOrder, move, roleOf } from './transition.ts';

/**
 * The owner chooses a tender (合作成功): its bidder becomes the provider, its offer the agreed sum. Of two choices at once
 * one finds the demand no longer open: state_conflict; so is a tender that is not what the owner saw any more.
 */
export async function award(
  tx: Tx,
  context: Pick<Context, 'outbox' | 'stages' | 'bus' | 'settings' | 'now'>,
  userId: string,
  choice: { demandNid: string; tenderId: string; offer?: number | undefined; completionDay?: number | undefined },
): Promise<LockedOrder> {
  const { now } = context;
  const order = await lockOrder(tx, context, choice.demandNid, now);
  const actor = await roleOf(tx, context, order.row, userId);
  const tender = await standingTender(tx, order.row.id, choice.tenderId);
  if (actor === 'owner' && !tender && order.row.status === orderStatus.tendering) {
    throw invalid('tenderId', '这份投标已撤回或失效，请刷新后再选');
  }
  const { offer = tender?.offer_fen, completionDay = tender?.days } = choice;
  if (actor === 'owner' && (tender?.offer_fen !== offer || tender?.days !== completionDay)) {
    throw new Refusal('state_conflict', '对方刚刚修改了标书，请看过新的报价和工期再选');
  }
  const columns = tender && {
    provider_id: tender.bidder_id,
    awarded_tender_id: tender.id,
    ordered_at: now,
    commission_basis_points: context.settings.commissionBasisPoints,
  };
  const input = tender && { amountFen: tender.offer_fen };
  return move(tx, context, order, { action: 'award', actor, actorId: userId, input, columns, now });
}
