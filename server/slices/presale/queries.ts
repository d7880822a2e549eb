import { type Kysely, sql } from 'kysely';
import type { CategoryKey } from '../../../contract/categories.ts';
import { offsetOf, type Page } from '../../db/page.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import type { PresaleJoinRow, PresaleProductRow } from './tables.ts';

type Reader = Kysely<DB> | Tx;

// A few dozen at a time: operators put them on the shelf by hand, so counting them costs nothing.
const onShelf = (db: Kysely<DB>, category: CategoryKey | undefined, now: Date) =>
  db
    .selectFrom('presale_products')
    .where('removed_at', 'is', null)
    .where('published_at', 'is not', null)
    .where((eb) => eb.or([eb('starts_at', 'is', null), eb('starts_at', '<=', now)]))
    .where('ends_at', '>', now)
    .$if(category !== undefined, (query) => query.where('category', '=', category as CategoryKey));

/** Products that can be joined, in the operator's order, then the best liked. */
export async function shelf(
  db: Kysely<DB>,
  category: CategoryKey | undefined,
  now: Date,
  page: Page,
): Promise<{ rows: PresaleProductRow[]; count: number }> {
  const [rows, counted] = await Promise.all([
    onShelf(db, category, now)
      .selectAll()
      .orderBy('position')
      .orderBy('like_count', 'desc')
      .orderBy('id')
      .limit(page.pageSize)
      .offset(offsetOf(page))
      .execute(),
    onShelf(db, category, now)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, count: counted.count };
}

/** Milliseconds until a product next comes onto the shelf or goes off it; undefined for never. */
export async function untilShelfChanges(db: Kysely<DB>, now: Date): Promise<number | undefined> {
  const { next } = await db
    .selectFrom('presale_products')
    .select(sql<Date | null>`min(case when starts_at > ${now} then starts_at else ends_at end)`.as('next'))
    .where('removed_at', 'is', null)
    .where('published_at', 'is not', null)
    .where('ends_at', '>', now)
    .executeTakeFirstOrThrow();
  return next === null ? undefined : next.getTime() - now.getTime();
}

/** Also one that has ended, or has not begun: its page stays readable. */
export async function shownProduct(db: Kysely<DB> | Tx, id: string): Promise<PresaleProductRow | undefined> {
  return db
    .selectFrom('presale_products')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where('published_at', 'is not', null)
    .executeTakeFirst();
}

/** Those of these that are or were on the shelf. */
export async function shownProducts(db: Kysely<DB>, ids: readonly string[]): Promise<PresaleProductRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('presale_products').selectAll().where('id', 'in', ids).where('removed_at', 'is', null).execute();
}

const standing = (db: Reader) => db.selectFrom('presale_joins').where('removed_at', 'is', null);

export function joinById(db: Reader, id: string): Promise<PresaleJoinRow | undefined> {
  return standing(db).selectAll().where('id', '=', id).executeTakeFirst();
}

/** The one booking that somebody has of a product. */
export function joinOf(db: Reader, productId: string, userId: string): Promise<PresaleJoinRow | undefined> {
  return standing(db).selectAll().where('product_id', '=', productId).where('user_id', '=', userId).executeTakeFirst();
}

/** Somebody's bookings, newest first. One a product: few enough to be counted. */
export async function joinsOfUser(
  db: Reader,
  userId: string,
  page: Page,
): Promise<{ rows: PresaleJoinRow[]; count: number }> {
  const own = standing(db).where('user_id', '=', userId);
  const [rows, counted] = await Promise.all([
    own.selectAll().orderBy('id', 'desc').limit(page.pageSize).offset(offsetOf(page)).execute(),
    own.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows, count: counted.count };
}

/** By id, also what was taken off the shelf: whoever booked it is still told what it was. */
export async function productsById(db: Reader, ids: readonly string[]): Promise<Map<string, PresaleProductRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('presale_products')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Everybody's bookings of a product, oldest first. */
export async function joinsOfProduct(db: Reader, productId: string): Promise<PresaleJoinRow[]> {
  return standing(db).selectAll().where('product_id', '=', productId).orderBy('id').execute();
}
