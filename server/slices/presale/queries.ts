import type { Kysely } from 'kysely';
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

/** Also one that has ended: its page stays readable. */
export async function shownProduct(db: Kysely<DB> | Tx, id: string): Promise<PresaleProductRow | undefined> {
  return db
    .selectFrom('presale_products')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
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
