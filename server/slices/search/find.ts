import { type Kysely, sql } from 'kysely';
import { searchMost } from '../../../contract/search.ts';
import type { DB } from '../../db/schema.ts';
import { conjunctionsOf, subjectsOf, tsqueryOf, type Want } from './ask.ts';
import { kindNumbers, type SearchKind } from './entry.ts';
import { blocksDown, filterHash, gramHash, type Scope } from './places.ts';
import type { SearchEntryRow } from './tables.ts';

/**
 * Finding, at a cost that does not grow with what there is. A word that stands everywhere is looked for in the newest
 * blocks alone, a rare one in the whole kind; which it is, the newest blocks tell. Of what is found, titles come first
 * and then the newest; the ranking of PostgreSQL orders the neighbourhood of the page that is asked for, not everything.
 */

/** places ranked together: a few pages */
const neighbourhood = 60;
/** blocks that are looked through first */
const firstBlocks = 2;
/** as many in all are read out of the whole kind without minding the blocks */
const fewInAll = 3 * searchMost;

export interface Asked {
  want: Want;
  kinds: readonly SearchKind[];
  filters: readonly string[];
}

export interface FoundKind {
  kind: SearchKind;
  /** up to searchMost + 1 */
  count: number;
  /** places of hits in titles, and of all hits, newest first, as far as they were asked for */
  titles: number[];
  places: number[];
}

type Part = Scope['part'];

/** One look: a part of a kind in one block or in all. */
interface Look {
  kind: SearchKind;
  part: Part;
  block?: number;
}

interface Seen {
  n: number;
  places: number[];
}

/** What is known of one part of one kind so far. */
interface Tally extends Look, Seen {
  /** blocks not looked through yet, newest first */
  left: number[];
  done: boolean;
}

/** Counts hits and finds the newest of them; `upto` says how many places are needed. */
export async function findPlaces(
  db: Kysely<DB>,
  heads: ReadonlyMap<number, number>,
  asked: Asked,
  upto: number,
): Promise<FoundKind[]> {
  const tallies = asked.kinds.flatMap((kind) => {
    const blocks = blocksDown(heads.get(kindNumbers[kind]) ?? 0);
    return (['title', 'any'] as const).map((part): Tally => ({
      kind,
      part,
      left: [...blocks],
      n: 0,
      places: [],
      done: false,
    }));
  });
  const needed = ({ part }: Look) => (part === 'any' ? searchMost + 1 : upto);

  await lookThrough(db, asked, tallies, () => firstBlocks, upto, needed);
  const open = () => tallies.filter(({ done }) => !done);
  // What seems rare is looked for as a whole; the rest goes on through the blocks, in as large steps as it seems to need.
  const rare = open().filter(({ n, left }) => (n / firstBlocks) * (firstBlocks + left.length) <= fewInAll);
  if (rare.length > 0) {
    const seen = await look(db, asked, rare, upto);
    for (const [index, tally] of rare.entries()) Object.assign(tally, seen[index], { done: true });
  }
  for (let step = 0; open().length > 0; step += 1) {
    const stride = (tally: Tally) => {
      const through = blocksDown(heads.get(kindNumbers[tally.kind]) ?? 0).length - tally.left.length;
      return Math.ceil((1.3 + step) * ((needed(tally) - tally.n) / (tally.n / through)));
    };
    await lookThrough(db, asked, open(), stride, upto, needed);
  }

  return asked.kinds.map((kind) => {
    const [titles, any] = tallies.filter((tally) => tally.kind === kind) as [Tally, Tally];
    return { kind, count: Math.min(any.n, searchMost + 1), titles: titles.places, places: any.places };
  });
}

/** Looks through the next blocks of each tally and adds what it sees. */
async function lookThrough(
  db: Kysely<DB>,
  asked: Asked,
  tallies: readonly Tally[],
  stride: (tally: Tally) => number,
  upto: number,
  needed: (look: Look) => number,
): Promise<void> {
  const looks = tallies.flatMap((tally) =>
    tally.left.splice(0, stride(tally)).map((block) => ({ tally, kind: tally.kind, part: tally.part, block })),
  );
  const seen = await look(db, asked, looks, upto);
  for (const [index, { tally }] of looks.entries()) {
    const { n, places } = seen[index] as Seen;
    tally.n += n;
    if (tally.places.length < upto) tally.places.push(...places.slice(0, upto - tally.places.length));
  }
  for (const tally of tallies) tally.done = tally.left.length === 0 || tally.n >= needed(tally);
}

/**
 * All looks in one statement. `place + 0` keeps the planner, which cannot know how rare a gram is, from walking all places
 * downwards until it has seen enough: there may be none.
 */
async function look(db: Kysely<DB>, { want, filters }: Asked, looks: readonly Look[], upto: number): Promise<Seen[]> {
  if (looks.length === 0) return [];
  const conjunctions = conjunctionsOf(want);
  const sets = conjunctions.map((grams) =>
    looks.map((scope) => {
      const hashes = [
        ...grams.map((gram) => gramHash(scope, gram)),
        ...filters.map((filter) => filterHash(scope, filter)),
      ];
      return `{${hashes.join(',')}}`;
    }),
  );
  const columns = sets.map((_, index) => sql.ref(`hashes${index}`));
  const holds = sql.join(
    columns.map((column) => sql`grams @> ${column}::int4[]`),
    sql` or `,
  );
  const { rows } = await sql<{ at: number; n: number; places: number[] | null }>`
    select looked.at::int as at, found.n::int as n, found.places
    from unnest(${sql.join(sets.map((set) => sql`${set}::text[]`))}) with ordinality
      as looked (${sql.join([...columns, sql.ref('at')])})
    cross join lateral (
      select count(*) as n, (array_agg(place::float8))[1:${upto}::int] as places
      from (
        select place from search_grams where ${holds} order by place + 0 desc limit ${sql.lit(searchMost + 1)}
      ) as newest
    ) as found`.execute(db);
  const seen = looks.map((): Seen => ({ n: 0, places: [] }));
  for (const { at, n, places } of rows) seen[at - 1] = { n, places: places ?? [] };
  return seen;
}

export interface FoundEntry extends Omit<SearchEntryRow, 'words' | 'place' | 'kind'> {
  kind: number;
}

/** One stretch of places, ranked as one. */
export interface Stretch {
  titles: readonly number[];
  others: readonly number[];
  /** of the ranked stretch; the same for all that are shown together */
  offset: number;
  limit: number;
}

/** The neighbourhood in which the hits from `offset` on lie. */
export function stretchOf({ titles, places }: FoundKind, offset: number, limit: number): Stretch {
  const from = Math.floor(offset / neighbourhood) * neighbourhood;
  const named = new Set(titles);
  const order = [...titles, ...places.filter((place) => !named.has(place))].slice(from, from + neighbourhood);
  return {
    titles: order.filter((place) => named.has(place)),
    others: order.filter((place) => !named.has(place)),
    offset: offset - from,
    limit,
  };
}

/** How many places must be known to show the hits from `offset` on. */
export const placesFor = (offset: number): number =>
  Math.min(searchMost, (Math.floor(offset / neighbourhood) + 1) * neighbourhood);

/**
 * The hits of each stretch in order: titles first, of those the ones that are about what was asked for, then by rank in
 * coarse steps, fresher ones first within a step. Rows are
 * fetched one by one by their place (`limit 1`): the planner, which does not see how few places are handed over, would
 * rather read the table.
 */
export async function ranked(db: Kysely<DB>, want: Want, stretches: readonly Stretch[]): Promise<FoundEntry[]> {
  const listed = stretches.flatMap(({ titles, others }, stretch) => [
    ...titles.map((place) => ({ place, first: 1, stretch })),
    ...others.map((place) => ({ place, first: 2, stretch })),
  ]);
  const [one] = stretches;
  if (!one || listed.length === 0) return [];
  const { whole, thing } = subjectsOf(want);
  const column = (name: keyof (typeof listed)[number]) => `{${listed.map((row) => row[name]).join(',')}}`;
  const { rows } = await sql<FoundEntry>`
    with turned as (
      select listed.*, row_number() over (partition by stretch order by first, about desc, steps desc, place desc) as turn
      from unnest(${column('place')}::int8[], ${column('first')}::int4[], ${column('stretch')}::int4[])
        as listed (place, first, stretch)
      cross join lateral (
        select round(ts_rank_cd('{0.1, 0.2, 0.4, 1.0}', words, ${tsqueryOf(want)}::tsquery, 32)::numeric * 5) as steps,
          (lower(title) ~ ${whole})::int * 2 + (lower(title) ~ ${thing})::int as about
        from search_entries where search_entries.place = listed.place limit 1
      ) as rank
    )
    select hit.kind, hit.record_id, hit.title, hit.body, hit.stage_keys, hit.category, hit.province_code, hit.city_code,
      hit.published_at, hit.card
    from turned
    cross join lateral (select * from search_entries where search_entries.place = turned.place limit 1) as hit
    where turn > ${one.offset}::int and turn <= ${one.offset + one.limit}::int
    order by stretch, turn`.execute(db);
  return rows;
}

/** The last number given of each kind. */
export async function heads(db: Kysely<DB>): Promise<Map<number, number>> {
  const rows = await db.selectFrom('search_heads').select(['kind', 'last_number']).execute();
  return new Map(rows.map(({ kind, last_number }) => [kind, last_number]));
}
