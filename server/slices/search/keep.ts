import { sql } from 'kysely';
import type { Services } from '../../calls/context.ts';
import { idsAfter } from '../../db/ids-after.ts';
import { inTransaction, onCommit, type Tx } from '../../db/transaction.ts';
import { searchTag } from '../../../contract/search.ts';
import { kindNumbers, type SearchEntry, type SearchKind } from './entry.ts';
import { hashesOf, numberOf, placeOf } from './places.ts';
import { sources } from './sources.ts';
import { gramsOf, type Simplify, unitsOf, vectorOf } from './text.ts';
import { loadSimplify } from './words.ts';

/** Raised when entries are made otherwise than before: what stands in the index is then made anew at the next start. */
export const indexVersion = 7;

type Ground = Pick<Services, 'db' | 'stages' | 'bus'>;

/** characters of a body that are looked through and kept */
const longestBody = 2000;
/** records that are read and written in one go */
export const atOnce = 500;

const kinds = Object.keys(kindNumbers) as SearchKind[];

/**
 * Brings the index up to date on some records: what anyone may see of them now is in it, everything else is not. May run
 * as often as it likes and in any order, since it reads what there is under the lock that it writes under.
 */
export async function reindex({ db, stages, bus }: Ground, kind: SearchKind, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  const simplify = await loadSimplify();
  for (let from = 0; from < wanted.length; from += atOnce) {
    const some = wanted.slice(from, from + atOnce);
    await inTransaction(db, async (tx) => {
      const { last } = await lockHead(tx, kind);
      const entries = await sources[kind].entries(tx, some, stages);
      await write(tx, kind, some, entries, { last, simplify });
      onCommit(tx, () => bus.publish({ tags: [searchTag] }));
    });
  }
}

/** Makes the whole index anew; searches see the old one until it is done. */
export async function rebuildIndex(ground: Ground): Promise<void> {
  for (const kind of kinds) await rebuildKind(ground, kind, () => true);
}

/** Gives whether it was `due`, which is asked with the lock held. */
async function rebuildKind({ db, stages, bus }: Ground, kind: SearchKind, due: (version: number) => boolean) {
  const simplify = await loadSimplify();
  return inTransaction(
    db,
    async (tx) => {
      const { version } = await lockHead(tx, kind);
      if (!due(version)) return false;
      await clear(tx, kind);
      let last = 0;
      let after: string | undefined;
      for (;;) {
        const ids = await idsAfter(tx, sources[kind].table, after, atOnce);
        if (ids.length === 0) break;
        after = ids.at(-1);
        last = await write(tx, kind, [], await sources[kind].entries(tx, ids, stages), { last, simplify });
      }
      await tx
        .updateTable('search_heads')
        .set({ last_number: last, version: indexVersion })
        .where('kind', '=', kindNumbers[kind])
        .execute();
      onCommit(tx, () => bus.publish({ tags: [searchTag] }));
      return true;
    },
    { attempts: 2 },
  );
}

/**
 * Makes the index anew where it never was made or was made by another version. Gives whether it had to: of several
 * processes that start at once, one makes each kind and the others find it made.
 */
export async function ensureIndex(ground: Ground): Promise<boolean> {
  const heads = await ground.db.selectFrom('search_heads').select('kind').where('version', '=', indexVersion).execute();
  if (heads.length === kinds.length) return false;
  let made = false;
  for (const kind of kinds) made = (await rebuildKind(ground, kind, (version) => version !== indexVersion)) || made;
  return made;
}

/** One change of a kind at a time. Gives the last number given and by which version. */
async function lockHead(tx: Tx, kind: SearchKind): Promise<{ last: number; version: number }> {
  const { rows } = await sql<{ last: number; version: number }>`
    insert into search_heads as h (kind) values (${kindNumbers[kind]})
    on conflict (kind) do update set last_number = h.last_number
    returning last_number as last, version`.execute(tx);
  return rows[0] ?? { last: 0, version: 0 };
}

async function clear(tx: Tx, kind: SearchKind): Promise<void> {
  const [from, to] = [placeOf(kindNumbers[kind], 0), placeOf(kindNumbers[kind] + 1, 0)];
  for (const table of ['search_entries', 'search_grams'] as const)
    await tx.deleteFrom(table).where('place', '>=', from).where('place', '<', to).execute();
}

interface Writing {
  last: number;
  simplify: Simplify;
}

/** Writes entries and removes those of `ids` that have none. What was there keeps its place. Gives the last number. */
async function write(
  tx: Tx,
  kind: SearchKind,
  ids: readonly string[],
  entries: readonly SearchEntry[],
  { last, simplify }: Writing,
): Promise<number> {
  const known = await placesOf(tx, kind, ids);
  const shown = new Set(entries.map(({ id }) => id));
  const gone = [...known].filter(([id]) => !shown.has(id)).map(([, place]) => place);
  if (gone.length > 0)
    for (const table of ['search_entries', 'search_grams'] as const)
      await tx.deleteFrom(table).where('place', 'in', gone).execute();

  let number = last;
  const inOrder = entries.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const rows = inOrder.map((entry) => {
    const place = known.get(entry.id);
    return rowOf(kind, entry, place === undefined ? (number += 1) : numberOf(place), simplify);
  });
  if (rows.length === 0) return number;
  // As one JSON text: the driver would spell thousands of arrays out one by one.
  await sql`
    insert into search_entries
    select * from jsonb_populate_recordset(null::search_entries, ${JSON.stringify(rows.map(({ row }) => row))}::jsonb)
    on conflict (place) do update set title = excluded.title, body = excluded.body, words = excluded.words,
      stage_keys = excluded.stage_keys, category = excluded.category, province_code = excluded.province_code,
      city_code = excluded.city_code, published_at = excluded.published_at, card = excluded.card`.execute(tx);
  await sql`
    insert into search_grams
    select place, grams::int4[]
    from unnest(${rows.map(({ row }) => row.place)}::int8[], ${rows.map(({ grams }) => `{${grams.join(',')}}`)}::text[])
      as made (place, grams)
    on conflict (place) do update set grams = excluded.grams`.execute(tx);
  if (number > last)
    await tx.updateTable('search_heads').set({ last_number: number }).where('kind', '=', kindNumbers[kind]).execute();
  return number;
}

async function placesOf(tx: Tx, kind: SearchKind, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('search_entries')
    .select(['record_id', 'place'])
    .where('kind', '=', kindNumbers[kind])
    .where('record_id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ record_id, place }) => [record_id, place]));
}

function rowOf(kind: SearchKind, entry: SearchEntry, number: number, simplify: Simplify) {
  // Not cut within a character that takes two.
  const body = entry.body.slice(0, longestBody).toWellFormed();
  const titleUnits = unitsOf(entry.title, simplify);
  const bodyUnits = unitsOf(`${entry.also}\n${body}`, simplify);
  const title = gramsOf(titleUnits);
  const filters = [
    ...entry.stages.map((key) => `stage=${key}`),
    `category=${entry.category ?? ''}`,
    `province=${entry.provinceCode ?? ''}`,
    `city=${entry.cityCode ?? ''}`,
  ];
  return {
    row: {
      place: placeOf(kindNumbers[kind], number),
      kind: kindNumbers[kind],
      record_id: entry.id,
      title: entry.title,
      body,
      words: vectorOf(titleUnits, bodyUnits),
      stage_keys: entry.stages,
      category: entry.category,
      province_code: entry.provinceCode,
      city_code: entry.cityCode,
      published_at: entry.at,
      card: entry.card,
    },
    grams: hashesOf(kind, number, { title, any: new Set([...title, ...gramsOf(bodyUnits)]), filters }),
  };
}
