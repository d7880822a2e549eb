import { invalid, Refusal } from '../../../../contract/errors.ts';
import type { SignedInContext } from '../../../calls/context.ts';
import { newId } from '../../../db/ids.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import type { CategoryKey } from '../../../../contract/categories.ts';
import { audit } from '../../audit/audit.ts';
import { needOrder, needSame, needVersion } from '../../operators/versions.ts';
import { markUsed } from '../../uploads/use.ts';
import { presaleChanged } from '../changed.ts';
import { stateOf } from '../state.ts';
import type { PresaleProductRow } from '../tables.ts';
import { bookingCounts, deskProducts } from './queries.ts';
import { columnsOf, type PresaleForm, type Said, type Wire, wireOf } from './values.ts';

const mostOnShelf = 200;

export const noSuchProduct = () => new Refusal('not_found', '没有这件商品');

export function lockForDesk(tx: Tx, id: string): Promise<PresaleProductRow | undefined> {
  return tx.selectFrom('presale_products').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Keeps a product's form as a draft, or publishes it. Gives its id. */
export async function saveProduct(
  context: SignedInContext,
  { id, version, publish, form }: { id?: string; version?: number; publish: boolean; form: PresaleForm },
): Promise<string> {
  const { now, caller } = context;
  const said = columnsOf(form);
  return inTransaction(context.db, async (tx) => {
    const row = id === undefined ? undefined : await lockForDesk(tx, id);
    if (id !== undefined && !row) throw noSuchProduct();
    if (row) await needVersion(tx, row, version);
    check(said, row, now, publish);
    await markUsed(tx, said.pictures, { kind: 'image', now, field: 'pictures' });
    const stamp = { updated_at: now, updated_by: caller.userId };
    const made = row?.id ?? newId(now);
    if (!row) {
      const others = await deskProducts(tx, { category: said.category, past: false, now });
      if (others.length >= mostOnShelf) throw new Refusal('state_conflict', `一个类别最多${mostOnShelf}件商品`);
      const position = Math.max(-1, ...others.map((one) => one.position)) + 1;
      await tx
        .insertInto('presale_products')
        .values({ id: made, ...said, position, created_at: now, published_at: publish ? now : null, ...stamp })
        .execute();
    } else {
      // What nobody has seen yet is its own draft.
      const changes =
        publish || row.published_at === null
          ? { ...said, draft: null, ...(publish && { published_at: row.published_at ?? now }) }
          : { draft: JSON.stringify(wireOf(said)) };
      await tx
        .updateTable('presale_products')
        .set({ ...changes, ...stamp, version: row.version + 1 })
        .where('id', '=', made)
        .execute();
    }
    const before = row ? (row.draft ?? wireOf(row)) : {};
    await note(tx, context, publish ? 'published' : 'saved', made, before, wireOf(said));
    if (publish) presaleChanged(tx, context.bus, made);
    return made;
  });
}

/** What a product that people may have booked already can still become. */
function check(said: Said, row: PresaleProductRow | undefined, now: Date, publish: boolean): void {
  if (row?.removed_at) throw new Refusal('state_conflict', '商品已下架，不能再修改');
  if (row?.published_at && stateOf(row, now) === 'ended')
    throw new Refusal('state_conflict', '预售已截止，不能再修改。可以新建一期');
  if (said.starts_at && said.starts_at >= said.ends_at) throw invalid('ends', '截止时间须晚于开始预售的时间');
  if (publish && said.ends_at <= now) throw invalid('ends', '截止时间不能早于现在');
  if (row && said.quantity < row.joined) throw invalid('quantity', `已经预订了 ${row.joined} 件，预售数量不能更少`);
  if (row && row.joined > 0 && said.unit !== row.unit) throw invalid('unit', '已经有人预订，计量单位不能再改');
}

/** Takes a product off the shelf for good. One that has ended is settled first: whoever booked counts on it. */
export async function removeProduct(context: SignedInContext, id: string, version: number): Promise<void> {
  const { now, caller } = context;
  await inTransaction(context.db, async (tx) => {
    const row = await lockForDesk(tx, id);
    if (!row) throw noSuchProduct();
    await needVersion(tx, row, version);
    if (row.removed_at) throw new Refusal('state_conflict', '商品已经下架');
    const { unsettled = 0 } = (await bookingCounts(tx, [id])).get(id) ?? {};
    if (row.published_at && stateOf(row, now) === 'ended' && unsettled > 0)
      throw new Refusal('state_conflict', `还有 ${unsettled} 份预订没有结算，请先结算再下架`);
    await tx
      .updateTable('presale_products')
      .set({ removed_at: now, updated_at: now, updated_by: caller.userId, version: row.version + 1 })
      .where('id', '=', id)
      .execute();
    await note(tx, context, 'removed', id, { bookings: String(unsettled), joined: String(row.joined) }, {});
    presaleChanged(tx, context.bus, id);
  });
}

export async function orderProducts(
  context: SignedInContext,
  { category, before, after }: { category: CategoryKey; before: string[]; after: string[] },
): Promise<number> {
  const { now } = context;
  needSame(before, after);
  return inTransaction(context.db, async (tx) => {
    await tx
      .selectFrom('presale_products')
      .select('id')
      .where('category', '=', category)
      .orderBy('id')
      .forUpdate()
      .execute();
    const rows = await deskProducts(tx, { category, past: false, now });
    needOrder(
      before,
      rows.map(({ id }) => id),
    );
    for (const [position, id] of after.entries())
      await tx.updateTable('presale_products').set({ position }).where('id', '=', id).execute();
    const subject = { kind: 'presale-order', id: category } as const;
    const order = { before: { order: before }, after: { order: after } };
    await audit(tx, context, { action: 'presale.ordered', subject, ...order });
    for (const id of after) presaleChanged(tx, context.bus, id);
    return after.length;
  });
}

async function note(
  tx: Tx,
  context: SignedInContext,
  deed: 'saved' | 'published' | 'removed',
  id: string,
  before: Wire,
  after: Wire,
): Promise<void> {
  await audit(tx, context, { action: `presale.${deed}`, subject: { kind: 'presale', id }, before, after });
}
