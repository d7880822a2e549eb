import { type Kysely, sql } from 'kysely';
import type { CategoryKey } from '../../../contract/categories.ts';
import {
  countListings,
  findPlace,
  isNear,
  type KeptLists,
  keptCount,
  keptCounts,
  newestPage,
  recountLists,
  walkPage,
} from '../../db/kept-lists.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Sweep } from '../../outbox/events.ts';

/**
 * The public lists of open demands, kept as `db/kept-lists.ts` does. Each stage has a list of all categories and one per
 * category (`demands/design/`, `demands/design/pet`), newest first and soonest deadline first.
 */

/** Deadlines are put into buckets by the hour. */
const hour = 3_600_000;

const listOf = (stage: string, category?: string) => `demands/${stage}/${category ?? ''}`;
const hourOf = (moment: Date) => Math.floor(moment.getTime() / hour);

const lists: KeptLists = {
  table: 'demands',
  prefix: 'demands/',
  shown: sql`status = 1 and held_at is null`,
  head: sql`'demands/' || stage`,
  lists: sql`array['demands/' || stage || '/', 'demands/' || stage || '/' || category]`,
  since: sql`published_at`,
  orders: { closing: sql`floor(extract(epoch from deadline_at) / 3600)::int` },
};

export interface Listable {
  stage: string;
  category: string;
  deadline_at: Date;
  /** null for one that was never listed */
  list_seq: number | null;
}

/**
 * Counts a demand into the public lists (+1) or out of them (-1), and gives its place, `list_seq`, for the caller to
 * write when it is new. Belongs into the transaction that moves it to or from status 1, or that changes the deadline of an
 * open one (out, then in). Holds the stage's lists until the commit: nothing slow may follow.
 */
export async function listed(tx: Tx, demand: Listable, change: 1 | -1): Promise<number> {
  const { stage, category, list_seq, deadline_at } = demand;
  const listing = {
    head: `demands/${stage}`,
    place: list_seq,
    lists: [listOf(stage), listOf(stage, category)],
    orders: { closing: hourOf(deadline_at) },
  };
  const [place] = await countListings(tx, [listing], change);
  return place as number;
}

export interface ListQuery {
  stage: string;
  /** absent: all */
  category?: CategoryKey;
  sort: 'newest' | 'deadline';
  page: number;
  pageSize: number;
}

/** How many open demands each stage has; stages without any may be missing. */
export async function openCounts(db: Kysely<DB>, stages: readonly string[], category?: string) {
  const names = new Map(stages.map((stage) => [listOf(stage, category), stage]));
  const counts = await keptCounts(db, [...names.keys()]);
  return new Map([...counts].map(([list, n]) => [names.get(list) as string, n]));
}

/** What a card of the list needs; descriptions are cut. */
export interface CardRow {
  id: string;
  nid: string;
  category: CategoryKey;
  owner_id: string;
  name: string;
  description: string;
  pictures: string[];
  details: Record<string, unknown>;
  budget_fen: number;
  deadline_at: Date;
  published_at: Date;
  tender_count: number;
  comment_count: number;
}

const columns = sql`id, nid, category, owner_id, name, left(description, 80) as description, pictures, details,
  budget_fen, deadline_at, published_at, tender_count, comment_count`;

/** One page of a public list and how many demands it has in all. */
export async function openDemands(db: Kysely<DB>, query: ListQuery, now: Date): Promise<Found> {
  if (query.sort === 'deadline') return closing(db, query, hourOf(now));
  const { page, pageSize } = query;
  const list = listOf(query.stage, query.category);
  return newestPage<CardRow>(db, { table: 'demands', columns, where: open(query), list, page, pageSize });
}

interface Found {
  rows: CardRow[];
  count: number;
}

// Written out, not bound: the partial indexes are only taken for a condition that is known when planning.
const open = ({ stage, category }: ListQuery) =>
  category === undefined
    ? sql`stage = ${stage} and status = 1 and held_at is null`
    : sql`stage = ${stage} and category = ${category} and status = 1 and held_at is null`;

/**
 * Soonest first, from this hour on; then those whose deadline has passed, which the owner may still choose for. The list is
 * therefore walked by deadline from this hour, and on from the beginning when the end is reached.
 */
async function closing(db: Kysely<DB>, query: ListQuery, thisHour: number): Promise<Found> {
  const { pageSize } = query;
  const skip = (query.page - 1) * pageSize;
  const list = listOf(query.stage, query.category);
  const began = new Date(thisHour * hour);
  const ahead = sql`and deadline_at >= ${began}`;
  const past = sql`and deadline_at < ${began}`;
  const way = { table: 'demands', columns, where: open(query), ...byDeadline };
  const counting = keptCount(db, list);
  if (isNear(skip)) {
    const [rows, count] = await Promise.all([
      walkPage<CardRow>(db, way, { range: ahead, skip, limit: pageSize }),
      counting,
    ]);
    if (rows.length === pageSize || skip + rows.length >= count) return { rows, count };
  }
  const [count, passed] = await Promise.all([counting, passedBefore(db, list, thisHour)]);
  const reached = skip < count - passed;
  const wanted = reached ? passed + skip : skip - count + passed;
  const place = await findPlace(db, list, { kind: 'closing', skip: wanted });
  if (!place || skip >= count) return { rows: [], count };
  const range = sql`and deadline_at >= ${new Date(place.bucket * hour)} ${reached ? ahead : past}`;
  const rows = await walkPage<CardRow>(db, way, { range, skip: place.rest, limit: pageSize });
  if (reached && rows.length < pageSize)
    rows.push(...(await walkPage<CardRow>(db, way, { range: past, skip: 0, limit: pageSize - rows.length })));
  return { rows, count };
}

async function passedBefore(db: Kysely<DB>, list: string, thisHour: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::int as n from list_counts
    where list = ${list} and kind = 'closing' and bucket < ${thisHour}`.execute(db);
  return rows[0]?.n ?? 0;
}

const byDeadline = {
  key: sql`(deadline_at, list_seq)`,
  keyColumns: sql`deadline_at, list_seq`,
  descending: false,
};

/** Works the kept counts out anew from the demands; see {@link recountLists}. */
export async function recount(tx: Tx): Promise<void> {
  await recountLists(tx, lists);
}

/** Buckets of hours long past stay empty: they would only lengthen the walk. */
export const countsSweep: Sweep = {
  name: 'demand-counts',
  run: async ({ db, clock }) => {
    const old = hourOf(clock.now()) - 30 * 24;
    await sql`
      delete from list_counts where ctid in (
        select ctid from list_counts where kind = 'closing' and bucket < ${old} and n = 0
        limit 10000 for update skip locked)`.execute(db);
  },
};
