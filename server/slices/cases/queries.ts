import { type Kysely, sql } from 'kysely';
import type { CategoryKey } from '../../../contract/categories.ts';
import { shopCaseStatus, type ShopCaseStatus } from '../../../contract/statuses.ts';
import { offsetOf, type Page } from '../../db/page.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import { recommendedOrder } from './lists.ts';
import type { CaseRow } from './tables.ts';

/** The recommended cases of one category in their order, up to `most` per stage. */
export async function topCases(
  db: Kysely<DB>,
  category: CategoryKey,
  stageKeys: readonly string[],
  most: number,
): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select top.* from unnest(${[...stageKeys]}::text[]) with ordinality as stage (key, place)
    cross join lateral (
      select * from cases
      where stage_key = stage.key and category = ${category} and recommended and review_status = 1 and removed_at is null
      order by ${recommendedOrder} limit ${most}
    ) top
    order by stage.place, top.recommended_place nulls last, top.list_seq desc`.execute(db);
  return rows;
}

/** A case that the public may see; undefined when there is none or it is another stage's. */
export async function shownCase(db: Kysely<DB>, stageKey: string, id: string): Promise<CaseRow | undefined> {
  const row = await caseById(db, id);
  return row?.stage_key === stageKey ? row : undefined;
}

/** A case that the public may see, of whatever stage. */
export async function caseById(db: Kysely<DB> | Tx, id: string): Promise<CaseRow | undefined> {
  return db
    .selectFrom('cases')
    .selectAll()
    .where('id', '=', id)
    .where('review_status', '=', shopCaseStatus.approved)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** Those of these that the public may see. */
export async function casesByIds(db: Kysely<DB>, ids: readonly string[]): Promise<CaseRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('cases')
    .selectAll()
    .where('id', 'in', ids)
    .where('review_status', '=', shopCaseStatus.approved)
    .where('removed_at', 'is', null)
    .execute();
}

/** What cases are called and which stage they are of, whatever became of them. */
export async function caseShelves(
  db: Kysely<DB>,
  ids: readonly string[],
): Promise<Pick<CaseRow, 'id' | 'name' | 'stage_key'>[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('cases').select(['id', 'name', 'stage_key']).where('id', 'in', ids).execute();
}

/** Approved cases of one shop, newest first. A shop has tens of them: counting its own is cheap. */
export async function shopCases(
  db: Kysely<DB>,
  shopId: string,
  page: Page & { stageKeys: readonly string[] },
): Promise<CaseRow[]> {
  return db
    .selectFrom('cases')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('stage_key', 'in', [...page.stageKeys])
    .where('review_status', '=', shopCaseStatus.approved)
    .where('removed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.pageSize)
    .offset(offsetOf(page))
    .execute();
}

/** How many approved cases a shop has, by stage key. */
export async function shopCaseCounts(db: Kysely<DB> | Tx, shopId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('cases')
    .select((eb) => ['stage_key', eb.fn.countAll<number>().as('n')])
    .where('shop_id', '=', shopId)
    .where('review_status', '=', shopCaseStatus.approved)
    .where('removed_at', 'is', null)
    .groupBy('stage_key')
    .execute();
  return new Map(rows.map(({ stage_key, n }) => [stage_key, Number(n)]));
}

/** A case by its name, for whoever refers to it, taken down or not. */
export async function caseTitle(
  db: Kysely<DB>,
  id: string,
): Promise<{ id: string; name: string; stageKey: string; category: CategoryKey; shown: boolean } | undefined> {
  const row = await db
    .selectFrom('cases')
    .select(['id', 'name', 'stage_key', 'category', 'review_status', 'removed_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { name, stage_key: stageKey, category } = row;
  const shown = row.review_status === shopCaseStatus.approved && row.removed_at === null;
  return { id, name, stageKey, category, shown };
}

/** Path of a case's page below the base. */
export const casePath = ({ category, stage_key, id }: Pick<CaseRow, 'category' | 'stage_key' | 'id'>): string =>
  `/smart/${category}/${stage_key}/details/${id}`;

/** Also of one that nobody but its keeper sees. */
export async function caseName(db: Kysely<DB>, id: string): Promise<string | undefined> {
  return (await db.selectFrom('cases').select('name').where('id', '=', id).executeTakeFirst())?.name;
}

/** What operators have said of a shop's cases; those kept unfinished are not asked about. */
export async function reviewsOfShop(db: Kysely<DB>, shopId: string): Promise<Set<ShopCaseStatus>> {
  const rows = await db
    .selectFrom('cases')
    .select('review_status')
    .distinct()
    .where('shop_id', '=', shopId)
    .where('removed_at', 'is', null)
    .where((is) => is.or([is('draft', 'is', null), is('review_status', '=', shopCaseStatus.approved)]))
    .execute();
  return new Set(rows.map((row) => row.review_status));
}
