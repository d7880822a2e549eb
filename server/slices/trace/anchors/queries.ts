import { type Kysely, sql } from 'kysely';
import type { Anchor, AnchorProof } from '../../../../contract/trace/anchor.ts';
import { toHex } from '../../../../contract/trace/bytes.ts';
import { seconds } from '../../../../contract/wire.ts';
import { sourceName } from '../../../../contract/operator/trace.ts';
import type { DB } from '../../../db/schema.ts';
import { asked } from '../log.ts';
import { askConsistency } from '../tree.ts';
import { cosigned } from './cosign.ts';

const anchors = (db: Kysely<DB>) =>
  db
    .selectFrom('trace_anchors as a')
    .innerJoin('trace_checkpoints as c', 'c.size', 'a.size')
    .innerJoin('trace_anchor_targets as t', 't.target', 'a.target')
    .select(['t.kind', 'a.target', 'a.size', 'a.anchored_at', 'a.chain', 'c.root', 'c.note'])
    .where('a.anchored_at', 'is not', null);

type Row = Awaited<ReturnType<ReturnType<typeof anchors>['execute']>>[number];

const present = ({ kind, size, root, anchored_at: at, note, chain }: Row): Anchor => ({
  kind,
  size,
  root: root.toString('hex'),
  at: at === null ? 0 : seconds(at),
  note,
  chain,
});

/** Anchors, newest first, those of smaller heads than `before`. */
export async function anchorPage(db: Kysely<DB>, before: number | undefined, count: number): Promise<Anchor[]> {
  const rows = await anchors(db)
    .$if(before !== undefined, (query) => query.where('a.size', '<', before as number))
    .orderBy('a.size', 'desc')
    .orderBy('a.target')
    .limit(count)
    .execute();
  return (await cosigned(db, rows)).map(present);
}

/**
 * Where a record of the log is anchored: of each place that keeps heads the first one that covers it, which tells since when
 * nobody could have changed it, with the proof between that head and a checkpoint of `size`. None while it is not anchored yet.
 */
export async function anchorsOver(db: Kysely<DB>, lastIndex: number, size: number): Promise<AnchorProof[]> {
  const rows = await anchors(db)
    .distinctOn('a.target')
    .where('a.size', '>', lastIndex)
    .orderBy('a.target')
    .orderBy('a.size')
    .execute();
  return Promise.all(
    (await cosigned(db, rows)).map(async (row) => {
      const [earlier, later] = row.size <= size ? [row.size, size] : [size, row.size];
      const path = await asked(db, askConsistency(earlier, later));
      return { ...present(row), path: path.map(toHex) };
    }),
  );
}

export interface TargetState {
  target: string;
  kind: Anchor['kind'];
  reached_at: Date | null;
  failed_at: Date | null;
  fault: string;
  /** newest head that is kept there */
  size: number | null;
  anchored_at: Date | null;
  /** heads that wait to be kept */
  waiting: number;
}

export async function targetStates(db: Kysely<DB>): Promise<TargetState[]> {
  const { rows } = await sql<TargetState>`
    select t.target, t.kind, t.reached_at, t.failed_at, t.fault, newest.size, newest.anchored_at,
      (select count(*)::int from trace_anchors a where a.target = t.target and a.anchored_at is null) as waiting
    from trace_anchor_targets t
    left join lateral (
      select size, anchored_at from trace_anchors a
      where a.target = t.target and a.anchored_at is not null
      order by size desc limit 1
    ) newest on true
    order by t.kind, t.target`.execute(db);
  return rows;
}

export async function forkSource(db: Kysely<DB>, forkId: string): Promise<string> {
  const row = await db.selectFrom('trace_forks').select('source').where('id', '=', forkId).executeTakeFirst();
  return row ? sourceName(row.source) : '外部';
}

/** By witness (name and id of the key), the newest head that it signed. */
export async function newestCosignatures(db: Kysely<DB>): Promise<Map<string, { size: number; signed_at: Date }>> {
  const rows = await db
    .selectFrom('trace_cosignatures')
    .distinctOn('witness')
    .select(['witness', 'size', 'signed_at'])
    .orderBy('witness')
    .orderBy('signed_at', 'desc')
    .execute();
  return new Map(rows.map(({ witness, ...newest }) => [witness, newest]));
}
