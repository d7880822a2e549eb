import { type Kysely, sql } from 'kysely';
import { type CategoryKey, categoryKeys } from '../../../contract/categories.ts';
import { countListings, type KeptLists, keptCount, newestPage, recountLists } from '../../db/kept-lists.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import type { CaseRow } from './tables.ts';

/**
 * The public lists of cases, kept as `db/kept-lists.ts` does. A list is of a stage or of a stage and category, each once
 * with all cases and once with the recommended ones (`cases/design/pet`, `cases/design/pet!`).
 */

/** The most liked are a list of this length: nobody pages through thousands by how much they are liked. */
const likedMost = 720;

const listOf = (stage: string, category = '', recommended = false) =>
  `cases/${stage}/${category}${recommended ? '!' : ''}`;

const lists: KeptLists = {
  table: 'cases',
  prefix: 'cases/',
  shown: sql`review_status = 1 and removed_at is null`,
  head: sql`'cases/' || stage_key`,
  lists: sql`array(
    select 'cases/' || stage_key || '/' || of || mark
    from unnest(array['', category]) as of, unnest(case when recommended then array['', '!'] else array[''] end) as mark)`,
  since: sql`created_at`,
};

export interface Listable {
  stage_key: string;
  category: string;
  recommended: boolean;
  /** null for one that was never shown */
  list_seq: number | null;
}

/**
 * Counts cases into the public lists (+1) or out of them (-1), and gives their places, `list_seq`, for the caller to write
 * where they are new. Belongs into the transaction that shows or hides them, or changes category or recommendation (out,
 * then in). Holds the stages' lists until the commit: nothing slow may follow.
 */
export async function listed(tx: Tx, cases: readonly Listable[], change: 1 | -1): Promise<number[]> {
  const listings = cases.map(({ stage_key, category, recommended, list_seq }) => ({
    head: `cases/${stage_key}`,
    place: list_seq,
    lists: (recommended ? [false, true] : [false]).flatMap((among) => [
      listOf(stage_key, '', among),
      listOf(stage_key, category, among),
    ]),
  }));
  return countListings(tx, listings, change);
}

export interface ListQuery {
  stageKey: string;
  /** absent: all */
  category?: CategoryKey;
  /** only what an operator recommends */
  recommended?: boolean;
  sort: 'newest' | 'liked';
  page: number;
  pageSize: number;
}

interface Found {
  rows: CaseRow[];
  count: number;
}

/** One page of a public list and how many cases the list has in all. */
export async function shownCases(db: Kysely<DB>, query: ListQuery): Promise<Found> {
  if (query.sort === 'liked') return liked(db, query);
  return query.recommended ? chosen(db, query) : newest(db, query);
}

// Written out, not bound: the partial indexes are only taken for a condition that is known when planning.
const shown = ({ stageKey, category, recommended }: ListQuery) => sql`stage_key = ${stageKey}
  ${category === undefined ? sql`` : sql`and category = ${category}`}
  and review_status = 1 and removed_at is null ${recommended ? sql`and recommended` : sql``}`;

/** As operators have put the recommended ones; what was never placed comes after them, the newest first. */
export const recommendedOrder = sql`recommended_place nulls last, list_seq desc`;

/** The recommended ones in their order: they were chosen one by one, so there are few. */
async function chosen(db: Kysely<DB>, query: ListQuery): Promise<Found> {
  const { stageKey, category, page, pageSize } = query;
  const [count, { rows }] = await Promise.all([
    keptCount(db, listOf(stageKey, category, true)),
    sql<CaseRow>`select * from cases where ${shown(query)} order by ${recommendedOrder}
      limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db),
  ]);
  return { rows, count };
}

async function newest(db: Kysely<DB>, query: ListQuery): Promise<Found> {
  const { page, pageSize } = query;
  return newestPage<CaseRow>(db, {
    table: 'cases',
    columns: sql`*`,
    where: shown(query),
    list: listOf(query.stageKey, query.category, query.recommended),
    page,
    pageSize,
  });
}

/** The most liked first, no further than {@link likedMost}; a stage's is merged from those of its categories. */
async function liked(db: Kysely<DB>, query: ListQuery): Promise<Found> {
  const { stageKey, category, recommended, page, pageSize } = query;
  const count = Math.min(await keptCount(db, listOf(stageKey, category, recommended)), likedMost);
  const skip = (page - 1) * pageSize;
  const limit = Math.min(pageSize, count - skip);
  if (limit <= 0) return { rows: [], count };
  const among = category === undefined ? categoryKeys : [category];
  const { rows } = await sql<CaseRow>`
    select cases.* from (
      select found.* from unnest(${among}::text[]) as of (category)
      cross join lateral (
        select like_count, list_seq from cases
        where ${shown({ ...query, category: undefined })} and category = of.category
        order by like_count desc, list_seq desc limit ${skip + limit}
      ) as found
      order by like_count desc, list_seq desc offset ${skip} limit ${limit}
    ) as page
    cross join lateral (
      select * from cases where ${shown({ ...query, category: undefined })} and list_seq = page.list_seq limit 1
    ) as cases
    order by page.like_count desc, page.list_seq desc`.execute(db);
  return { rows, count };
}

/** Works places and counts out anew from the cases; see {@link recountLists}. */
export async function recount(tx: Tx): Promise<void> {
  await recountLists(tx, lists);
}
