import { type Kysely, sql } from 'kysely';
import type { CategoryKey } from '../../../contract/categories.ts';
import { shopCaseStatus } from '../../../contract/statuses.ts';
import { offsetOf, type Page } from '../../db/page.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import type { CaseRow } from './tables.ts';

/** The newest recommended cases of one category, up to `most` per stage. */
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
      order by list_seq desc limit ${most}
    ) top
    order by stage.place, top.list_seq desc`.execute(db);
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
export async function shopCaseCounts(db: Kysely<DB>, shopId: string): Promise<Map<string, number>> {
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
