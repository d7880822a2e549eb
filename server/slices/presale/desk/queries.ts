import { type Kysely, sql } from 'kysely';
import type { CategoryKey } from '../../../../contract/categories.ts';
import { offsetOf, type Page } from '../../../db/page.ts';
import type { DB } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { PresaleJoinRow, PresaleProductRow } from '../tables.ts';

type Reader = Kysely<DB> | Tx;

export function productForDesk(db: Reader, id: string): Promise<PresaleProductRow | undefined> {
  return db.selectFrom('presale_products').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Products of a category in their order, or those whose time is over, the latest first. */
export function deskProducts(
  db: Reader,
  { category, past, now }: { category: CategoryKey | undefined; past: boolean; now: Date },
): Promise<PresaleProductRow[]> {
  const over = sql<boolean>`(removed_at is not null or (published_at is not null and ends_at <= ${now}))`;
  const among = db
    .selectFrom('presale_products')
    .selectAll()
    .where(past ? over : sql<boolean>`not ${over}`)
    .$if(category !== undefined, (query) => query.where('category', '=', category as CategoryKey));
  const sorted = past ? among.orderBy('ends_at', 'desc') : among.orderBy('category').orderBy('position');
  return sorted.orderBy('id').limit(300).execute();
}

export interface BookingCount {
  readonly bookings: number;
  readonly unsettled: number;
}

/** How many bookings stand of each of these products, and how many of them are not settled. */
export async function bookingCounts(db: Reader, ids: readonly string[]): Promise<Map<string, BookingCount>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('presale_joins')
    .select((eb) => [
      'product_id',
      eb.fn.countAll<number>().as('bookings'),
      eb.fn.countAll<number>().filterWhere('settlement', 'is', null).as('unsettled'),
    ])
    .where('product_id', 'in', [...ids])
    .where('removed_at', 'is', null)
    .groupBy('product_id')
    .execute();
  return new Map(
    rows.map(({ product_id, bookings, unsettled }) => [
      product_id,
      { bookings: Number(bookings), unsettled: Number(unsettled) },
    ]),
  );
}

/** Products that have ended with bookings that nobody has settled, and since when the first has. */
export async function productsToSettle(db: Kysely<DB>): Promise<{ count: number; since: Date | null }> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(distinct product_id)::int as count, min(p.ends_at) as since from presale_joins j join presale_products p on p.id = j.product_id
    where j.removed_at is null and j.settlement is null and p.removed_at is null and p.end_told_at is not null`.execute(
    db,
  );
  return rows[0] ?? { count: 0, since: null };
}

/** Bookings that stand, oldest first. */
export async function deskBookings(
  db: Reader,
  productId: string,
  page: Page,
): Promise<{ rows: PresaleJoinRow[]; count: number }> {
  const among = db.selectFrom('presale_joins').where('product_id', '=', productId).where('removed_at', 'is', null);
  const [rows, counted] = await Promise.all([
    among.selectAll().orderBy('id').limit(page.pageSize).offset(offsetOf(page)).execute(),
    among.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows, count: Number(counted.count) };
}
