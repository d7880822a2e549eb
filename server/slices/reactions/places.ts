import { type Kysely, sql } from 'kysely';
import type { SubjectKind } from '../../../contract/subjects.ts';
import { bucketPlaces, isNear, walkPage } from '../../db/kept-lists.ts';
import { offsetOf, type Page } from '../../db/page.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import type { CommentRow } from './tables.ts';

/**
 * The list of the comments on one thing, at flat cost, walked like any kept list (db/kept-lists.ts). How many there are stands
 * on the thing's own row, and only what outgrew its first stretch of places has counts of stretches: there are far more
 * things with a handful of comments than lists, and a row for each would cost as much as the comments.
 */

const bucketOf = (seq: number) => Math.floor(seq / bucketPlaces);

export interface About {
  kind: SubjectKind;
  id: string;
}

// Written out, not bound: the partial index is only taken for a condition that is known when planning.
const shownOf = ({ kind, id }: About) =>
  sql`kind = ${kind} and subject_id = ${id} and review_status = 1 and removed_at is null`;

/** Shown comments, newest first. */
export async function commentsPage(db: Kysely<DB>, about: About, { page, pageSize }: Page): Promise<CommentRow[]> {
  const skip = offsetOf({ page, pageSize });
  const bySeq = { key: sql`seq`, keyColumns: sql`seq`, descending: true };
  const walk = { table: 'comments', columns: sql`*`, where: shownOf(about), ...bySeq };
  if (isNear(skip)) return walkPage(db, walk, { skip, limit: pageSize });
  const { bucket, rest } = await findPlace(db, about, skip);
  return walkPage(db, walk, { range: sql`and seq < ${(bucket + 1) * bucketPlaces}`, skip: rest, limit: pageSize });
}

/** Those at these places, whatever the review said. */
export const commentsBetween = (db: Kysely<DB>, { kind, id }: About, from: number, to: number): Promise<CommentRow[]> =>
  db
    .selectFrom('comments')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .where('seq', '>=', from)
    .where('seq', '<=', to)
    .where('removed_at', 'is', null)
    .orderBy('seq')
    .execute();

/** The stretch in which the list goes on after `skip`, and how many of it come before. */
async function findPlace(db: Kysely<DB>, { kind, id }: About, skip: number): Promise<{ bucket: number; rest: number }> {
  const { rows } = await sql<{ bucket: number; rest: number }>`
    select bucket, (${skip}::int8 - upto + n)::int as rest
    from (
      select bucket, n, sum(n) over (order by bucket desc rows unbounded preceding) as upto
      from (
        select bucket, n from comment_buckets where kind = ${kind} and subject_id = ${id}
        union all select 0, ${bucketPlaces}
      ) as kept
    ) as buckets
    where upto > ${skip}::int8
    order by bucket desc limit 1`.execute(db);
  // Past the end: the first stretch has no more than it can hold.
  return rows[0] ?? { bucket: 0, rest: bucketPlaces };
}

/** The next place of a thing. Its row must be locked. */
export async function nextPlace(tx: Tx, { kind, id }: About): Promise<number> {
  const last = await tx
    .selectFrom('comments')
    .select('seq')
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (last?.seq ?? 0) + 1;
}

/** A comment at this place is shown from now on (+1), or no longer (-1). */
export async function keepPlace(tx: Tx, about: About, seq: number, change: 1 | -1): Promise<void> {
  await keepBucket(tx, about, bucketOf(seq), change);
}

/** The same for many new ones. */
export async function keepPlaces(tx: Tx, about: About, places: readonly number[]): Promise<void> {
  const counts = new Map<number, number>();
  for (const seq of places) counts.set(bucketOf(seq), (counts.get(bucketOf(seq)) ?? 0) + 1);
  for (const [bucket, n] of counts) await keepBucket(tx, about, bucket, n);
}

async function keepBucket(tx: Tx, { kind, id }: About, bucket: number, change: number): Promise<void> {
  if (bucket === 0) return;
  await sql`
    insert into comment_buckets as b (kind, subject_id, bucket, n) values (${kind}, ${id}, ${bucket}, ${change})
    on conflict (kind, subject_id, bucket) do update set n = b.n + excluded.n`.execute(tx);
}
