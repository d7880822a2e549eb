import { Refusal } from '../../../contract/errors.ts';
import { reviewStatus, type ReviewStatus } from '../../../contract/statuses.ts';
import type { Services } from '../../calls/context.ts';
import { inTransaction, onCommit, type Tx } from '../../db/transaction.ts';
import { commented } from './events.ts';
import { keepPlace } from './places.ts';
import { nextReview } from './review.ts';
import type { Subjects } from './subjects.ts';

/** An operator's word on something that was written: it is shown, or refused with a reason that its author reads. */
export type Decision = { approve: true } | { approve: false; reason: string };

/** The columns that a decision writes; throws where it was decided so already. */
export function decided(from: { review_status: ReviewStatus }, decision: Decision) {
  const to = nextReview(from.review_status, { act: decision.approve ? 'approve' : 'refuse' });
  if (to === undefined) throw new Refusal('state_conflict', '已经审核过了，请刷新后再看');
  const reason = decision.approve ? '' : decision.reason.trim();
  if (!decision.approve && reason === '')
    throw new Refusal('invalid_input', undefined, { reason: '请填写不通过的原因' });
  return { review_status: to, review_reason: decision.approve ? null : reason };
}

/** Lets a comment through, refuses it, or takes a shown one down. */
export async function decideComment(
  services: Services,
  subjects: Subjects,
  id: string,
  decision: Decision,
): Promise<void> {
  await inTransaction(services.db, (tx) => decideCommentIn(tx, services, subjects, id, decision));
}

/** The same in the caller's transaction. */
export async function decideCommentIn(
  tx: Tx,
  { bus, outbox }: Services,
  subjects: Subjects,
  id: string,
  decision: Decision,
): Promise<void> {
  const row = await tx.selectFrom('comments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row || row.removed_at) throw new Refusal('not_found', '评论不存在或已被删除');
  const columns = decided(row, decision);
  await tx.updateTable('comments').set(columns).where('id', '=', id).execute();
  const shown = columns.review_status === reviewStatus.shown;
  if (!shown && row.review_status !== reviewStatus.shown) return;
  const subject = subjects[row.kind];
  const change = shown ? 1 : -1;
  await subject.count(tx, row.subject_id, { comments: change });
  await keepPlace(tx, { kind: row.kind, id: row.subject_id }, row.seq, change);
  if (shown) await outbox.emit(tx, commented, { kind: row.kind, subjectId: row.subject_id, commentId: id });
  const found = await subject.find(tx, row.subject_id);
  if (found) onCommit(tx, () => bus.publish({ tags: [found.tag] }));
}
