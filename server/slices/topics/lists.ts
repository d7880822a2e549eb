import { type Kysely, sql } from 'kysely';
import type { CategoryKey } from '../../../contract/categories.ts';
import { countListings, keptCount, type KeptLists, newestPage, recountLists } from '../../db/kept-lists.ts';
import { offsetOf, type Page } from '../../db/page.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import { shown } from './queries.ts';
import type { TopicRow } from './tables.ts';

/**
 * The tabs, kept as `db/kept-lists.ts` does: one list a category, and for the hot tab the pinned ones (a handful) before all
 * others (`topics/pet`, `topics/!`, `topics/`).
 */

const head = 'topics';
const pinnedList = 'topics/!';
const otherList = 'topics/';

const lists: KeptLists = {
  table: 'topics',
  prefix: 'topics',
  shown,
  head: sql`'topics'`,
  lists: sql`array['topics/' || category, case when pinned then 'topics/!' else 'topics/' end]`,
  since: sql`created_at`,
};

/**
 * Counts topics into the tabs (+1) or out of them (-1), and gives their places, `list_seq`, for the caller to write where
 * they are new. Belongs into the transaction that shows or hides them, or changes their category (out, then in).
 */
export async function listed(
  tx: Tx,
  topics: readonly Pick<TopicRow, 'category' | 'pinned' | 'list_seq'>[],
  change: 1 | -1,
): Promise<number[]> {
  const listings = topics.map(({ category, pinned, list_seq }) => ({
    head,
    place: list_seq,
    lists: [`topics/${category}`, pinned ? pinnedList : otherList],
  }));
  return countListings(tx, listings, change);
}

interface Found {
  rows: TopicRow[];
  count: number;
}

/** One tab, newest first; without a category the hot tab, where pinned ones lead. */
export async function shownTopics(db: Kysely<DB>, category: CategoryKey | undefined, page: Page): Promise<Found> {
  if (category === undefined) return hot(db, page);
  const where = sql`category = ${category} and ${shown}`;
  return newestPage<TopicRow>(db, { table: 'topics', columns: sql`*`, where, list: `topics/${category}`, ...page });
}

async function hot(db: Kysely<DB>, page: Page): Promise<Found> {
  const pinnedCount = await keptCount(db, pinnedList);
  const where = sql`not pinned and ${shown}`;
  const others = { table: 'topics', columns: sql`*`, where, list: otherList };
  const skip = offsetOf(page);
  if (pinnedCount === 0) return newestPage<TopicRow>(db, { ...others, ...page });
  const led = skip < pinnedCount ? await pinnedOnes(db, skip, page.pageSize) : [];
  // The others begin after the pinned ones, hence not at a page's beginning: their page and the one before it hold them.
  const from = Math.max(0, skip - pinnedCount);
  const number = Math.floor(from / page.pageSize) + 1;
  const [first, second] = await Promise.all(
    [number, number + 1].map((one) => newestPage<TopicRow>(db, { ...others, page: one, pageSize: page.pageSize })),
  );
  const following = [...(first?.rows ?? []), ...(second?.rows ?? [])];
  const start = from - (number - 1) * page.pageSize;
  const rows = [...led, ...following.slice(start, start + page.pageSize - led.length)];
  return { rows, count: pinnedCount + (first?.count ?? 0) };
}

async function pinnedOnes(db: Kysely<DB>, skip: number, limit: number): Promise<TopicRow[]> {
  return db
    .selectFrom('topics')
    .selectAll()
    .where(sql<boolean>`pinned and ${shown}`)
    .orderBy('list_seq', 'desc')
    .offset(skip)
    .limit(limit)
    .execute();
}

/** Works places and counts out anew from the topics; see {@link recountLists}. */
export async function recount(tx: Tx): Promise<void> {
  await recountLists(tx, lists);
}
