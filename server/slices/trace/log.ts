import { type Kysely, sql } from 'kysely';
import { joined, utf8 } from '../../../contract/trace/bytes.ts';
import { canonicalText, type TraceRecord } from '../../../contract/trace/record.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { standingForks } from './anchors/standing.ts';
import { signedNote, type Signer } from './sign.ts';
import { append, askRoot, type Asked, growingTiles, leafHashOf, type Tile, type TileId } from './tree.ts';

/** records taken into the log at a time */
const batch = 1000;

/**
 * Takes what was written since into the log, oldest first: gives each its place in its line and in the log, and grows the tree.
 * One process does it at a time; another that comes meanwhile has nothing to do. Gives how many were taken.
 */
export async function takeIntoLog(db: Kysely<DB>): Promise<number> {
  let taken = 0;
  for (;;) {
    const count = await inTransaction(db, takeBatch);
    taken += count;
    if (count < batch) return taken;
  }
}

async function takeBatch(tx: Tx): Promise<number> {
  const log = await tx.selectFrom('trace_log').select('size').forUpdate().skipLocked().executeTakeFirst();
  if (!log) return 0;
  const waiting = await tx
    .selectFrom('trace_records')
    .innerJoin('product_lines', 'product_lines.id', 'trace_records.line_id')
    .select(['trace_records.id', 'trace_records.line_id', 'trace_records.body', 'product_lines.nid as line'])
    .where('log_index', 'is', null)
    .orderBy('trace_records.id')
    .limit(batch)
    .execute();
  if (waiting.length === 0) return 0;

  const ends = await lineEnds(tx, [...new Set(waiting.map(({ line_id }) => line_id))]);
  const rows = waiting.map(({ id, line_id, line, body }, at) => {
    const end = ends.get(line_id);
    const place = end ? end.place + 1 : 0;
    const record: TraceRecord = { version: 1, line, place, before: end?.leaf.toString('hex') ?? null, ...body };
    const text = canonicalText(record);
    const leaf = leafHashOf(utf8(text));
    ends.set(line_id, { place, leaf });
    return { id, log_index: log.size + at, place, text, leaf };
  });
  await sql`
    update trace_records set log_index = taken.log_index, place = taken.place, text = taken.text, leaf = taken.leaf
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ log_index }) => log_index)}::int8[],
      ${rows.map(({ place }) => place)}::int4[], ${rows.map(({ text }) => text)}::text[],
      ${rows.map(({ leaf }) => leaf)}::bytea[]) as taken (id, log_index, place, text, leaf)
    where trace_records.id = taken.id`.execute(tx);
  const edge = await readTiles(tx, growingTiles(log.size));
  const tiles = append(
    log.size,
    edge,
    rows.map(({ leaf }) => leaf),
  );
  await tx
    .insertInto('trace_tiles')
    .values(tiles)
    .onConflict((conflict) => conflict.columns(['level', 'index']).doUpdateSet({ hashes: sql`excluded.hashes` }))
    .execute();
  await tx
    .updateTable('trace_log')
    .set({ size: log.size + rows.length })
    .execute();
  return rows.length;
}

/** The last record of each line that is in the log. */
async function lineEnds(tx: Tx, lineIds: readonly string[]): Promise<Map<string, { place: number; leaf: Buffer }>> {
  const rows = await tx
    .selectFrom('trace_records')
    .distinctOn('line_id')
    .select(['line_id', 'place', 'leaf'])
    .where('line_id', 'in', lineIds)
    .where('place', 'is not', null)
    .orderBy('line_id')
    .orderBy('place', 'desc')
    .execute();
  return new Map(rows.map(({ line_id, place, leaf }) => [line_id, { place: place as number, leaf: leaf as Buffer }]));
}

/** The tiles that there are of those asked for. */
export async function readTiles(db: Kysely<DB> | Tx, ids: readonly TileId[]): Promise<Tile[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Tile>`
    select level, index, hashes from trace_tiles
    join unnest(${ids.map(({ level }) => level)}::int2[], ${ids.map(({ index }) => index)}::int8[]) as asked (level, index)
      using (level, index)`.execute(db);
  return rows;
}

/** Answers a question about the tree. */
export async function asked<Answer>(db: Kysely<DB> | Tx, question: Asked<Answer>): Promise<Answer> {
  return question.answer(await readTiles(db, question.tiles));
}

export interface CheckpointRow {
  size: number;
  note: string;
  made_at: Date;
}

export function newestCheckpoint(db: Kysely<DB> | Tx): Promise<CheckpointRow | undefined> {
  return db
    .selectFrom('trace_checkpoints')
    .select(['size', 'note', 'made_at'])
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Signs the log's head when it has grown since the last checkpoint, and no fork stands. Gives whether it did. */
export async function signCheckpoint(
  db: Kysely<DB>,
  origin: string,
  signers: readonly Signer[],
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const log = await tx.selectFrom('trace_log').select('size').forUpdate().skipLocked().executeTakeFirst();
    if (!log || log.size === ((await newestCheckpoint(tx))?.size ?? 0)) return false;
    // Whoever holds another log of ours must not be told by our signature that this is the one.
    if ((await standingForks(tx)) > 0) return false;
    const root = await asked(tx, askRoot(log.size));
    const note = await signedNote({ origin, size: log.size, root: joined([root]) }, signers);
    await tx.insertInto('trace_checkpoints').values({ size: log.size, root, note, made_at: now }).execute();
    await rememberKeys(tx, signers, now);
    return true;
  });
}

/** Every key that signs is kept with the time from when it did, and another of its kind with the time until when. */
async function rememberKeys(tx: Tx, signers: readonly Signer[], now: Date): Promise<void> {
  for (const { key } of signers) {
    const bytes = Buffer.from(key.bytes).toString('base64');
    await tx
      .updateTable('trace_keys')
      .set({ used_until: now })
      .where('kind', '=', key.kind)
      .where('bytes', '!=', bytes)
      .where('used_until', 'is', null)
      .execute();
    await tx
      .insertInto('trace_keys')
      .values({ bytes, kind: key.kind, used_from: now, used_until: null })
      .onConflict((conflict) => conflict.column('bytes').doUpdateSet({ used_until: null }))
      .execute();
  }
}
