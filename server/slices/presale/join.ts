import { invalid, Refusal } from '../../../contract/errors.ts';
import { joinMessages } from '../../../contract/presale-join.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { presaleChanged } from './changed.ts';
import { presaleJoined } from './events.ts';
import { joinById, joinOf } from './queries.ts';
import { joinStateOf, stateOf } from './state.ts';
import type { PresaleJoinRow, PresaleProductRow } from './tables.ts';

export interface Booking {
  number: number;
  tel: string;
}

export interface Joined {
  join: PresaleJoinRow;
  product: PresaleProductRow;
}

// All that changes how many pieces are spoken for takes the product's row first and sees what the one before left: whoever
// fits gets in, and nobody beyond.

/**
 * Speaks for pieces. One booking stands per person and product: the same sent again is answered as it was, another one is
 * told of the first, which can be changed.
 */
export async function join(context: SignedInContext, productId: string, booking: Booking): Promise<Joined> {
  const { now, caller, bus, outbox } = context;
  return inTransaction(context.db, async (tx) => {
    const product = await lockProduct(tx, productId);
    if (!product || product.removed_at || !product.published_at) throw new Refusal('not_found', '商品不存在或已下架');
    if (product.starts_at && product.starts_at > now) throw new Refusal('state_conflict', '预售还没有开始');
    const before = await joinOf(tx, productId, caller.userId);
    if (before?.number === booking.number && before.contact === booking.tel) return { join: before, product };
    if (before)
      throw new Refusal('state_conflict', `您已预订 ${before.number} ${product.unit}，可以在原来的预订上修改数量`);
    if (stateOf(product, now) !== 'open') throw new Refusal('state_conflict', '预售已截止，不能再预订');
    const taken = await take(tx, product, booking.number, 0);
    const row = await tx
      .insertInto('presale_joins')
      .values({
        id: newId(now),
        product_id: productId,
        user_id: caller.userId,
        number: booking.number,
        contact: booking.tel,
        price_fen: product.price_fen,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await outbox.emit(tx, presaleJoined, { joinId: row.id, productId, userId: caller.userId });
    presaleChanged(tx, bus, productId);
    return { join: row, product: taken };
  });
}

const settledAlready = '预订已经结算，不能再改';

/** Changes an own booking: all of it until the end, afterwards the contact alone, since the maker counts on the number. */
export async function changeJoin(context: SignedInContext, id: string, booking: Booking): Promise<Joined> {
  const { now, bus } = context;
  return inTransaction(context.db, async (tx) => {
    const { join: before, product } = await lockOwn(tx, context, id);
    const state = joinStateOf(before, product, now);
    if (state === 'done' || state === 'lapsed') throw new Refusal('state_conflict', settledAlready);
    if (state === 'removed') throw new Refusal('state_conflict', '商品已下架，预订不能再修改');
    if (state === 'ended' && booking.number !== before.number)
      throw new Refusal('state_conflict', '预售已截止，只能修改联系方式');
    const taken = await take(tx, product, booking.number, before.number);
    const row = await tx
      .updateTable('presale_joins')
      .set({ number: booking.number, contact: booking.tel, updated_at: now })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (taken !== product) presaleChanged(tx, bus, product.id);
    return { join: row, product: taken };
  });
}

/** Takes an own booking back; of a product that was taken off, at any time. */
export async function cancelJoin(context: SignedInContext, id: string): Promise<PresaleJoinRow> {
  const { now, bus } = context;
  return inTransaction(context.db, async (tx) => {
    const { join: row, product } = await lockOwn(tx, context, id);
    const state = joinStateOf(row, product, now);
    if (state === 'done' || state === 'lapsed') throw new Refusal('state_conflict', settledAlready);
    if (state === 'ended') throw new Refusal('state_conflict', '预售已截止，预订不能再取消');
    await take(tx, product, 0, row.number);
    await tx.updateTable('presale_joins').set({ removed_at: now }).where('id', '=', id).execute();
    presaleChanged(tx, bus, product.id);
    return row;
  });
}

function lockProduct(tx: Tx, id: string): Promise<PresaleProductRow | undefined> {
  return tx.selectFrom('presale_products').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** An own booking as it stands once its product is locked; nobody learns of another's. */
async function lockOwn(tx: Tx, { caller }: SignedInContext, id: string): Promise<Joined> {
  const missing = () => new Refusal('not_found', '没有找到这份预订，可能已经取消');
  const seen = await joinById(tx, id);
  if (!seen || seen.user_id !== caller.userId) throw missing();
  const product = await lockProduct(tx, seen.product_id);
  // Another press of the same button may have gone first.
  const row = product && (await joinById(tx, id));
  if (!row) throw missing();
  return { join: row, product };
}

/** Of a locked product: so many pieces in place of so many. */
async function take(tx: Tx, product: PresaleProductRow, number: number, before: number): Promise<PresaleProductRow> {
  const joined = product.joined + number - before;
  if (number > before && joined > product.quantity) throw invalid('number', joinMessages.above);
  if (joined === product.joined) return product;
  await tx.updateTable('presale_products').set({ joined }).where('id', '=', product.id).execute();
  return { ...product, joined };
}
