import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from './schema.ts';
import type { Tx } from './transaction.ts';

/**
 * Public lists at flat cost (decision 0009): how many a list has is kept, not counted, and a deep page is found by adding
 * up kept counts of buckets, so that only the rows of one bucket are ever passed over.
 *
 * A record that is shown has a place (`list_seq`) among those of its head, which grows with time, and is counted in every
 * list that shows it: once in all, once in its bucket of places, and once in a bucket of each further order. All of it
 * happens in the transaction that makes the record enter or leave the lists.
 */
export interface KeptListTables {
  list_heads: ListHeadTable;
  list_counts: ListCountTable;
}

/** The last place given out. Its lock puts writers of one head in a row, so that a list's order is the order of commits. */
interface ListHeadTable {
  head: string;
  last_seq: number;
}

interface ListCountTable {
  list: string;
  /** `all` (bucket 0), `newest` (a bucket of places), or a further order of the list's own */
  kind: string;
  bucket: number;
  n: number;
}

/** A bucket holds 2^11 places: passing over so many entries of an index costs about as little as adding up buckets. */
const bucketBits = 11;
export const bucketPlaces = 2 ** bucketBits;

/** One record, and where the lists count it. */
export interface Listing {
  /** whose places it has one of, e.g. `demands/design` */
  head: string;
  /** null for one that was never listed */
  place: number | null;
  lists: readonly string[];
  /** buckets in further orders, by their kind */
  orders?: Readonly<Record<string, number>>;
}

/**
 * Counts records into their lists (+1) or out of them (-1), and gives their places for the caller to write where they are
 * new. Belongs into the transaction that shows or hides them, or changes what a list goes by (out, then in). Holds the
 * lists until the commit: nothing slow may follow.
 */
export async function countListings(tx: Tx, listings: readonly Listing[], change: 1 | -1): Promise<number[]> {
  if (change < 0 && listings.some(({ place }) => place === null))
    throw new Error('what was never listed cannot leave a list');
  const places = await takePlaces(tx, listings);
  const counts = new Map<string, ListCountTable>();
  for (const [index, { lists, orders = {} }] of listings.entries()) {
    const buckets = { all: 0, newest: Math.floor((places[index] as number) / bucketPlaces), ...orders };
    for (const list of lists)
      for (const [kind, bucket] of Object.entries(buckets)) {
        const key = `${list} ${kind} ${bucket}`;
        counts.set(key, { list, kind, bucket, n: (counts.get(key)?.n ?? 0) + change });
      }
  }
  if (counts.size > 0)
    await tx
      .insertInto('list_counts')
      // One order for all writers, or two of them could wait for each other.
      .values([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count))
      .onConflict((conflict) =>
        conflict.columns(['list', 'kind', 'bucket']).doUpdateSet({ n: sql`list_counts.n + excluded.n` }),
      )
      .execute();
  return places;
}

/** A place for each that has none, in the order given; what has one keeps it. The heads are held in any case. */
async function takePlaces(tx: Tx, listings: readonly Listing[]): Promise<number[]> {
  const next = new Map<string, number>();
  for (const head of [...new Set(listings.map((one) => one.head))].toSorted()) {
    const wanted = listings.filter((one) => one.head === head && one.place === null).length;
    const { last_seq } = await tx
      .insertInto('list_heads')
      .values({ head, last_seq: wanted })
      .onConflict((conflict) =>
        conflict.column('head').doUpdateSet({ last_seq: sql`list_heads.last_seq + ${wanted}::int8` }),
      )
      .returning('last_seq')
      .executeTakeFirstOrThrow();
    next.set(head, last_seq - wanted + 1);
  }
  return listings.map(({ head, place }) => {
    if (place !== null) return place;
    const taken = next.get(head) as number;
    next.set(head, taken + 1);
    return taken;
  });
}

/** How many each of these lists has; one without any may be missing. */
export async function keptCounts(db: Kysely<DB>, lists: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('list_counts')
    .select(['list', 'n'])
    .where('list', 'in', [...lists])
    .where('kind', '=', 'all')
    .execute();
  return new Map(rows.map(({ list, n }) => [list, n]));
}

export async function keptCount(db: Kysely<DB>, list: string): Promise<number> {
  return (await keptCounts(db, [list])).get(list) ?? 0;
}

/** Where a list goes on after so many: the bucket, and how many of it come before. */
export interface Place {
  bucket: number;
  rest: number;
  /** of the whole list */
  count: number;
}

/**
 * Adds up the buckets of one order until `skip` is reached, and stops there; undefined past the end. One plain statement:
 * what is saved on the way to the database and in planning is more than a cleverer one would save in it.
 */
export async function findPlace(
  db: Kysely<DB>,
  list: string,
  { kind, descending = false, skip }: { kind: string; descending?: boolean; skip: number },
): Promise<Place | undefined> {
  const order = sql.raw(descending ? 'desc' : 'asc');
  const { rows } = await sql<Place>`
    select bucket, (${skip}::int8 - upto + n)::int as rest,
      (select n from list_counts where list = ${list} and kind = 'all' and bucket = 0) as count
    from (
      select bucket, n, sum(n) over (order by bucket ${order} rows unbounded preceding) as upto
      from list_counts where list = ${list} and kind = ${kind}
    ) as buckets
    where upto > ${skip}::int8
    order by bucket ${order} limit 1`.execute(db);
  return rows[0];
}

/** A way through a table that an index of the same order serves. */
export interface Walk {
  table: string;
  columns: RawBuilder<unknown>;
  /** written out, not bound: a partial index is only taken for a condition that is known when planning */
  where: RawBuilder<unknown>;
  /** what the order compares: a column, or several in brackets */
  key: RawBuilder<unknown>;
  /** the same without brackets */
  keyColumns: RawBuilder<unknown>;
  descending: boolean;
}

/** Rows of a walk after `skip`. The first is looked for in the index alone; only the page's own rows are read. */
export async function walkPage<Row>(
  db: Kysely<DB>,
  { table, columns, where, key, keyColumns, descending }: Walk,
  { range = sql``, skip, limit }: { range?: RawBuilder<unknown>; skip: number; limit: number },
): Promise<Row[]> {
  const from = sql.table(table);
  const order = descending ? sql`${keyColumns} desc` : keyColumns;
  const onwards = sql.raw(descending ? '<=' : '>=');
  const first = sql`and ${key} ${onwards} (
    select ${keyColumns} from ${from} where ${where} ${range} order by ${order} offset ${skip} limit 1)`;
  const { rows } = await sql<Row>`
    select ${columns} from ${from} where ${where} ${range} ${skip === 0 ? sql`` : first}
    order by ${order} limit ${limit}`.execute(db);
  return rows;
}

/** Whether a page begins so near the top that its rows are passed over rather than looked up by bucket. */
export const isNear = (skip: number) => skip < bucketPlaces;

const bySeq = { key: sql`list_seq`, keyColumns: sql`list_seq`, descending: true };

/** One page of a list, newest first, and how many the list has in all. `page` starts at 1. */
export async function newestPage<Row>(
  db: Kysely<DB>,
  {
    list,
    page,
    pageSize,
    ...walk
  }: Pick<Walk, 'table' | 'columns' | 'where'> & {
    list: string;
    page: number;
    pageSize: number;
  },
): Promise<{ rows: Row[]; count: number }> {
  const skip = (page - 1) * pageSize;
  const way = { ...walk, ...bySeq };
  if (isNear(skip)) {
    const [rows, count] = await Promise.all([walkPage<Row>(db, way, { skip, limit: pageSize }), keptCount(db, list)]);
    return { rows, count };
  }
  const place = await findPlace(db, list, { kind: 'newest', descending: true, skip });
  if (!place) return { rows: [], count: await keptCount(db, list) };
  const range = sql`and list_seq < ${(place.bucket + 1) * bucketPlaces}`;
  return { rows: await walkPage<Row>(db, way, { range, skip: place.rest, limit: pageSize }), count: place.count };
}

/** How the lists of one table follow from its columns, in SQL: for working the kept counts out anew. */
export interface KeptLists {
  table: string;
  /** every head and list of this table begins with it */
  prefix: string;
  shown: RawBuilder<unknown>;
  head: RawBuilder<unknown>;
  /** an array of names */
  lists: RawBuilder<unknown>;
  /** in which those without a place get theirs */
  since: RawBuilder<unknown>;
  /** buckets in further orders, by their kind */
  orders?: Readonly<Record<string, RawBuilder<unknown>>>;
}

/**
 * Works the kept counts out anew, giving places to shown records that have none; for what was written past
 * {@link countListings} (bulk loading), and for checks. Nothing else may write the table meanwhile.
 */
export async function recountLists(tx: Tx, kept: KeptLists): Promise<void> {
  const table = sql.table(kept.table);
  const own = `${kept.prefix}%`;
  const buckets = Object.entries({
    all: sql`0`,
    newest: sql`(list_seq >> ${sql.lit(bucketBits)})::int`,
    ...kept.orders,
  }).map(([kind, bucket]) => sql`(${sql.lit(kind)}, ${bucket})`);
  await sql`lock table list_heads, list_counts in exclusive mode`.execute(tx);
  await sql`
    with unplaced as (
      select id, coalesce(h.last_seq, 0) + row_number() over (partition by r.head order by r.since, r.id) as seq
      from (
        select id, ${kept.head} as head, ${kept.since} as since from ${table} where ${kept.shown} and list_seq is null
      ) as r
      left join list_heads h on h.head = r.head
    )
    update ${table} set list_seq = unplaced.seq from unplaced where ${table}.id = unplaced.id`.execute(tx);
  await sql`
    insert into list_heads as h (head, last_seq)
    select ${kept.head}, max(list_seq) from ${table} where list_seq is not null group by 1
    on conflict (head) do update set last_seq = greatest(h.last_seq, excluded.last_seq)`.execute(tx);
  await sql`delete from list_counts where list like ${own}`.execute(tx);
  await sql`
    insert into list_counts (list, kind, bucket, n)
    select list, kind, bucket, count(*)::int
    from ${table}, unnest(${kept.lists}) as list, lateral (values ${sql.join(buckets)}) as k (kind, bucket)
    where ${kept.shown}
    group by 1, 2, 3`.execute(tx);
}
