import { type Kysely, sql } from 'kysely';
import type { SubjectKind } from '../../../contract/subjects.ts';
import { likeStatus, type LikeStatus } from '../../../contract/statuses.ts';
import type { SignedInContext } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction, onCommit, type Tx } from '../../db/transaction.ts';
import { liked } from './events.ts';
import type { Found, Subject } from './subject.ts';

interface Liked {
  status: LikeStatus;
  /** how many like it now */
  count: number;
}

/** Likes it (`want`) or takes the like back. Twice is once, however many are sent at the same time. */
export async function setLike(context: SignedInContext, subject: Subject, found: Found, want: boolean): Promise<Liked> {
  const { db, caller, now, bus, outbox } = context;
  const { kind } = subject;
  return inTransaction(db, async (tx) => {
    const change = await (want
      ? put(tx, kind, found.id, caller.userId, now)
      : take(tx, kind, found.id, caller.userId, now));
    const status = want ? likeStatus.yes : likeStatus.no;
    if (!change) return { status, count: (await subject.count(tx, found.id, {})).likes };
    if (change === 'first') await outbox.emit(tx, liked, { kind, subjectId: found.id, userId: caller.userId });
    // Last, since everybody who likes it waits for this row.
    const { likes } = await subject.count(tx, found.id, { likes: want ? 1 : -1 });
    onCommit(tx, () => bus.publish({ tags: [found.tag] }));
    return { status, count: likes };
  });
}

/** Takes one's like back, also of what the public no longer sees: nobody is to be left with a like of it. */
export async function takeBack(context: SignedInContext, subject: Subject, id: string): Promise<void> {
  const { db, caller } = context;
  const found = await subject.find(db, id);
  if (found) {
    await setLike(context, subject, found, false);
    return;
  }
  await inTransaction(db, async (tx) => {
    if (await take(tx, subject.kind, id, caller.userId, context.now)) await subject.count(tx, id, { likes: -1 });
  });
}

type Change = 'first' | 'again' | undefined;

async function put(tx: Tx, kind: SubjectKind, id: string, userId: string, now: Date): Promise<Change> {
  const { rows } = await sql<{ first: boolean }>`
    insert into likes as l (kind, subject_id, user_id, created_at) values (${kind}, ${id}, ${userId}, ${now})
    on conflict (kind, subject_id, user_id) do update set created_at = excluded.created_at, removed_at = null
      where l.removed_at is not null
    returning xmax = 0 as first`.execute(tx);
  return rows[0] && (rows[0].first ? 'first' : 'again');
}

async function take(tx: Tx, kind: SubjectKind, id: string, userId: string, now: Date): Promise<Change> {
  const gone = await tx
    .updateTable('likes')
    .set({ removed_at: now })
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return gone && 'again';
}

/** Which of these a user has liked; none for a visitor. */
export async function likedBy(
  db: Kysely<DB>,
  kind: SubjectKind,
  userId: string | undefined,
  ids: readonly string[],
): Promise<Set<string>> {
  if (userId === undefined || ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('likes')
    .select('subject_id')
    .where('kind', '=', kind)
    .where('user_id', '=', userId)
    .where('subject_id', 'in', [...ids])
    .where('removed_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.subject_id));
}

/** Likes of several people at once, for demo data and tests; no event, no page is told. */
export async function addLikes(tx: Tx, subject: Subject, id: string, userIds: readonly string[], now: Date) {
  if (userIds.length === 0) return;
  const added = await tx
    .insertInto('likes')
    .values([...new Set(userIds)].map((user_id) => ({ kind: subject.kind, subject_id: id, user_id, created_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute();
  await subject.count(tx, id, { likes: added.length });
}
