import { type Kysely, sql } from 'kysely';
import { searchMost } from '../../../contract/search.ts';
import type { DB } from '../../db/schema.ts';
import { conjunctionsOf, subjectsOf, tsqueryOf, type Want } from './ask.ts';
import { kindNumbers, type SearchKind } from './entry.ts';
import { blocksDown, filterHash, gramHash, isScant, type Scope } from './places.ts';
import type { SearchEntryRow } from './tables.ts';

/**
 * Finding, at a cost that does not grow with what there is. A word that stands everywhere is looked for in the newest
 * blocks alone, a rare one in the whole kind; which it is, the newest blocks tell. Of what is found, titles come first
 * and then the newest; the ranking of PostgreSQL orders the neighbourhood of the page that is asked for, not everything.
 */

/** places ranked together: a few pages */
const neighbourhood = 60;
/** blocks that one statement looks through at most, beside the first */
const blocksAhead = 6;
/** how much more is looked through than the first block says will do, so that it seldom takes another statement */
const ampleness = 1.15;
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
  /** a look before it, by index: it is made only when that one is made and sees so much, both ends counted */
  after?: { look: number; least: number; most: number };
}

interface Seen {
  n: number;
  places: number[];
}

/** What is known of one part of one kind so far. */
interface Tally extends Look, Seen {
  /** blocks not looked through yet, newest first */
  left: number[];
}

/** Counts hits and finds the newest of them; `upto` says how many places are needed. */
export async function findPlaces(
  db: Kysely<DB>,
  heads: ReadonlyMap<number, number>,
  asked: Asked,
  upto: number,
): Promise<FoundKind[]> {
  const told = asked.kinds.map((kind) => {
    const head = heads.get(kindNumbers[kind]) ?? 0;
    const tally = (part: Part): Tally => ({ kind, part, left: blocksDown(head), n: 0, places: [] });
    return { kind, head, any: tally('any'), title: tally('title') };
  });
  const needed = ({ part }: Look) => (part === 'any' ? searchMost + 1 : upto);
  const looks = firstLooks(told, needed);
  add(looks, await look(db, asked, looks, upto), upto);
  // What nothing says has no title that does.
  for (const { any, title } of told) if (any.n === 0 && any.left.length === 0) title.left = [];
  const tallies = told.flatMap(({ any, title }) => [any, title]);
  const open = () => tallies.filter((tally) => tally.left.length > 0 && tally.n < needed(tally));
  for (let step = 0; open().length > 0; step += 1) {
    const onwards = open().flatMap((tally) => {
      const through = blocksDown(heads.get(kindNumbers[tally.kind]) ?? 0).length - tally.left.length;
      const stride = Math.ceil((1.3 + step) * ((needed(tally) - tally.n) / (tally.n / through)));
      return tally.left.slice(0, stride).map((block) => ({ ...tally, tally, block }));
    });
    add(onwards, await look(db, asked, onwards, upto), upto);
  }
  return told.map(({ kind, any, title }) => {
    return { kind, count: Math.min(any.n, searchMost + 1), titles: title.places, places: any.places };
  });
}

interface TalliedLook extends Look {
  tally: Tally;
}

/**
 * The looks of the first statement. The newest block, of those that are full enough, shows how common the words are. By the
 * same statement the rare ones are looked for as a whole, the others in as many more blocks as seem to be needed; titles
 * are looked at after the rest, and not at all where nothing was found. What has then not been seen enough goes on in as
 * large steps as it seems to need.
 */
function firstLooks(
  kinds: readonly { kind: SearchKind; head: number; any: Tally; title: Tally }[],
  needed: (look: Look) => number,
): TalliedLook[] {
  const looks: TalliedLook[] = [];
  const put = (tally: Tally, more: Pick<Look, 'block' | 'after'>) =>
    looks.push({ kind: tally.kind, part: tally.part, tally, ...more }) - 1;
  for (const { head, any, title } of kinds) {
    const blocks = any.left;
    const newest = isScant(head) ? 2 : 1;
    const ahead = blocks.slice(newest, newest + blocksAhead);
    const mayBeRare = blocks.length > newest + blocksAhead;
    const few = mayBeRare ? Math.floor(fewInAll / blocks.length) : -1;
    /** By blocks; gives the look whose block shows how common it is. */
    const byBlock = (tally: Tally, after?: Look['after']): number => {
      const telling = Math.max(...blocks.slice(0, newest).map((block) => put(tally, { block, after })));
      for (const [index, block] of ahead.entries()) {
        const most = Math.min(Math.floor((ampleness * needed(tally)) / (index + 1)), needed(tally) - 1);
        put(tally, { block, after: { look: telling, least: few + 1, most } });
      }
      return telling;
    };
    const anywhere = byBlock(any);
    if (!mayBeRare) {
      byBlock(title);
      continue;
    }
    const most = searchMost + 1;
    const rare = put(any, { after: { look: anywhere, least: 0, most: few } });
    const titles = byBlock(title, { look: anywhere, least: few + 1, most });
    put(title, { after: { look: titles, least: 0, most: few } });
    put(title, { after: { look: rare, least: 1, most } });
  }
  return looks;
}

/** Adds up what was seen, in the order of the looks: newest first. A whole kind has in it what its newest blocks showed. */
function add(looks: readonly TalliedLook[], seen: readonly (Seen | null)[], upto: number): void {
  for (const [index, { tally, block }] of looks.entries()) {
    const found = seen[index];
    if (!found) continue;
    if (block === undefined) Object.assign(tally, found, { left: [] });
    else {
      tally.left.shift();
      tally.n += found.n;
      if (tally.places.length < upto) tally.places.push(...found.places.slice(0, upto - tally.places.length));
    }
  }
}

/**
 * All looks in one statement, in up to three rounds; null for one that was not made, for what the one before it had seen.
 * `place + 0` keeps the planner, which cannot know how rare a gram is, from walking all places downwards until it has seen
 * enough: there may be none.
 */
async function look(
  db: Kysely<DB>,
  { want, filters }: Asked,
  looks: readonly Look[],
  upto: number,
): Promise<(Seen | null)[]> {
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
  const found = sql`
    cross join lateral (
      select count(*) as n, (array_agg(place::float8))[1:${upto}::int] as places
      from (
        select place from search_grams where ${holds} order by place + 0 desc limit ${sql.lit(searchMost + 1)}
      ) as newest
    ) as found`;
  const after = (round: 'first' | 'second') => sql`
    select looked.at::int, found.n::int, found.places
    from looked
    join ${sql.ref(round)} as before on before.at = looked.after and before.n between looked.least and looked.most
    ${found}`;
  const { rows } = await sql<{ at: number; n: number; places: number[] | null }>`
    with looked as materialized (
      select * from unnest(${sql.join(sets.map((set) => sql`${set}::text[]`))},
        ${looks.map((each) => each.after && each.after.look + 1)}::int4[],
        ${looks.map((each) => each.after?.least)}::int4[],
        ${looks.map((each) => each.after?.most)}::int4[]
      ) with ordinality as looked (${sql.join([...columns, ...['after', 'least', 'most', 'at'].map((name) => sql.ref(name))])})
    ),
    first as materialized (
      select looked.at::int, found.n::int, found.places from looked ${found} where looked.after is null
    ),
    second as materialized (${after('first')}),
    third as (${after('second')})
    select at, n, places from first
    union all select at, n, places from second
    union all select at, n, places from third`.execute(db);
  const seen = looks.map((): Seen | null => null);
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
