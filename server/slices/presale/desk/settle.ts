import { invalid, Refusal } from '../../../../contract/errors.ts';
import type { Outcome } from '../../../../contract/operator/presale.ts';
import type { SignedInContext } from '../../../calls/context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { audit } from '../../audit/audit.ts';
import { needVersion } from '../../operators/versions.ts';
import { presaleSettled } from '../events.ts';
import { stateOf } from '../state.ts';
import { lockForDesk, noSuchProduct } from './keep.ts';

interface Settlement {
  id: string;
  version: number;
  outcome: Outcome;
  /** undefined: all that are not settled */
  bookings: readonly string[] | undefined;
  note: string;
}

/**
 * Says what became of bookings once the pre-sale has ended; each is settled once, and whoever booked is told. Gives how many
 * were, and how many are left.
 */
export async function settle(
  context: SignedInContext,
  { id, version, outcome, bookings, note }: Settlement,
): Promise<{ settled: number; left: number }> {
  const { now, caller } = context;
  if (outcome === 'lapsed' && note === '') throw invalid('note', '未成交请写明原因，预订人会看到');
  return inTransaction(context.db, async (tx) => {
    const product = await lockForDesk(tx, id);
    if (!product?.published_at) throw noSuchProduct();
    await needVersion(tx, product, version);
    const state = stateOf(product, now);
    if (state === 'removed') throw new Refusal('state_conflict', '商品已下架，预订已经作废，不用结算');
    if (state !== 'ended') throw new Refusal('state_conflict', '预售还没有截止，截止后才能结算');
    const open = await tx
      .selectFrom('presale_joins')
      .select(['id', 'number'])
      .where('product_id', '=', id)
      .where('removed_at', 'is', null)
      .where('settlement', 'is', null)
      .orderBy('id')
      .execute();
    const wanted = bookings === undefined ? open : open.filter((one) => bookings.includes(one.id));
    if (bookings !== undefined && wanted.length !== new Set(bookings).size)
      throw new Refusal('state_conflict', '其中有预订已经结算或取消，请刷新后再选');
    if (wanted.length === 0) throw new Refusal('state_conflict', '没有要结算的预订');
    const ids = wanted.map((one) => one.id);
    await tx
      .updateTable('presale_joins')
      .set({ settlement: outcome, settled_at: now, settlement_note: note })
      .where('id', 'in', ids)
      .execute();
    await tx
      .updateTable('presale_products')
      .set({ version: product.version + 1, updated_at: now, updated_by: caller.userId })
      .where('id', '=', id)
      .execute();
    for (const joinId of ids) await context.outbox.emit(tx, presaleSettled, { joinId, productId: id });
    await audit(tx, context, {
      action: 'presale.settled',
      subject: { kind: 'presale', id },
      before: { unsettled: open.length },
      after: {
        outcome,
        unsettled: open.length - wanted.length,
        pieces: wanted.reduce((sum, one) => sum + one.number, 0),
        bookings: ids,
      },
      why: note,
    });
    return { settled: wanted.length, left: open.length - wanted.length };
  });
}
