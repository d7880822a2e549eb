import { Refusal } from '../../../contract/errors.ts';
import { reviewStatus } from '../../../contract/statuses.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction, onCommit, type Tx } from '../../db/transaction.ts';
import { publicUsers } from '../accounts/queries.ts';
import { commented } from './events.ts';
import { keepPlace, keepPlaces, nextPlace } from './places.ts';
import type { Comment } from './queries.ts';
import { nextReview } from './review.ts';
import type { Found, Subject } from './subject.ts';
import type { Subjects } from './subjects.ts';

/** Writes a comment on something that is shown. One that the word list stops is its author's alone until an operator lets it through. */
export async function writeComment(
  context: SignedInContext,
  subject: Subject,
  found: Found,
  content: string,
): Promise<Comment> {
  const { db, caller, now, bus, outbox, moderation } = context;
  const { kind } = subject;
  const about = { kind, id: found.id };
  const { clean } = await moderation.check([content]);
  const status = nextReview(null, { act: 'write', clean }) ?? reviewStatus.waiting;
  const shown = status === reviewStatus.shown;
  const row = await inTransaction(db, async (tx) => {
    await subject.commenting?.(tx, context, found);
    await subject.count(tx, found.id, { comments: shown ? 1 : 0 });
    const row = await tx
      .insertInto('comments')
      .values({
        id: newId(now),
        kind,
        subject_id: found.id,
        seq: await nextPlace(tx, about),
        user_id: caller.userId,
        content,
        review_status: status,
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (!shown) return row;
    await keepPlace(tx, about, row.seq, 1);
    await outbox.emit(tx, commented, { kind, subjectId: found.id, commentId: row.id });
    onCommit(tx, () => bus.publish({ tags: [found.tag] }));
    return row;
  });
  return { row, author: (await publicUsers(db, [caller.userId])).get(caller.userId) };
}

/** Deletes a comment of one's own. */
export async function removeComment(context: SignedInContext, subjects: Subjects, id: string): Promise<void> {
  const { db, caller, now, bus } = context;
  await inTransaction(db, async (tx) => {
    const row = await tx.selectFrom('comments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row || row.removed_at) throw new Refusal('not_found', '评论不存在或已被删除');
    if (row.user_id !== caller.userId) throw new Refusal('not_allowed', '只能删除自己的评论');
    await tx.updateTable('comments').set({ removed_at: now }).where('id', '=', id).execute();
    if (row.review_status !== reviewStatus.shown) return;
    const subject = subjects[row.kind];
    await subject.count(tx, row.subject_id, { comments: -1 });
    await keepPlace(tx, { kind: row.kind, id: row.subject_id }, row.seq, -1);
    const found = await subject.find(tx, row.subject_id);
    if (found) onCommit(tx, () => bus.publish({ tags: [found.tag] }));
  });
}

export interface PastComment {
  user_id: string;
  content: string;
  created_at: Date;
}

/** Comments that were written in the past, for demo data and tests; no event, no page is told. */
export async function addComments(tx: Tx, subject: Subject, id: string, past: readonly PastComment[]): Promise<void> {
  if (past.length === 0) return;
  const about = { kind: subject.kind, id };
  await subject.count(tx, id, { comments: past.length });
  const first = await nextPlace(tx, about);
  const rows = past
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
    .map((one, n) => ({ ...one, id: newId(one.created_at), kind: subject.kind, subject_id: id, seq: first + n }));
  await tx.insertInto('comments').values(rows).execute();
  await keepPlaces(
    tx,
    about,
    rows.map(({ seq }) => seq),
  );
}
