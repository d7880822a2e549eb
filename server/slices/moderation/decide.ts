import type { CallParsed } from '../../../contract/call.ts';
import { Refusal } from '../../../contract/errors.ts';
import type { moderate } from '../../../contract/operator/moderation.ts';
import { reviewStatus, type ReviewStatus } from '../../../contract/statuses.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { audit } from '../audit/audit.ts';
import { needClaim } from '../operators/claims.ts';
import { contentModerated } from './events.ts';
import { moderatorFault } from './policy.ts';
import { claimId, reportsOf, versionOf } from './queries.ts';
import { moderated } from './things.ts';

/**
 * An operator's word, under the thing's lock: it stays or is shown, or is hidden with a reason that its author reads; what was
 * reported of it is settled. Of two at once the second is told that a colleague was quicker.
 */
export async function decide(context: SignedInContext, given: CallParsed<typeof moderate>): Promise<ReviewStatus> {
  const { caller, now } = context;
  const { kind, id, decision, reason = '' } = given;
  return inTransaction(context.db, async (tx) => {
    const thing = await moderated[kind].lock(tx, id);
    if (!thing) throw new Refusal('not_found', '作者已经删除了这条内容');
    const fault = moderatorFault(caller, thing);
    if (fault) throw new Refusal('not_allowed', fault);
    const reports = await reportsOf(tx, given);
    if (moderated[kind].betweenTwo && reports.length === 0) throw new Refusal('not_found', '没有人举报过这条内容');
    const version = versionOf(thing, reports);
    if (version !== given.version) {
      const changed = version.split('-')[0] !== given.version.split('-')[0];
      throw new Refusal(
        'state_conflict',
        changed ? '作者刚刚改过，请看过最新内容再决定' : '这条内容已由同事处理，请看最新状态',
      );
    }
    const settled = await tx
      .updateTable('reports')
      .set({ settled_at: now, outcome: decision === 'hide' ? 'hidden' : 'kept' })
      .where('kind', '=', kind)
      .where('subject_id', '=', id)
      .where('settled_at', 'is', null)
      .returning('reporter_id')
      .execute();
    const status = decision === 'hide' ? reviewStatus.refused : reviewStatus.shown;
    const stays = thing.status === status;
    // It stands so already, and nobody had anything to say of it.
    if (stays && settled.length === 0)
      throw new Refusal('state_conflict', decision === 'hide' ? '这条内容已经隐藏' : '这条内容没有待处理的举报');
    await needClaim(tx, context, { kind: 'content', id: claimId(given) });
    if (!stays)
      await moderated[kind].decide(
        tx,
        context,
        id,
        decision === 'hide' ? { approve: false, reason } : { approve: true },
      );
    const became = decision === 'hide' ? 'hidden' : stays ? 'kept' : 'shown';
    await context.outbox.emit(tx, contentModerated, {
      kind,
      id,
      became,
      reporterIds: settled.map(({ reporter_id }) => reporter_id),
    });
    await audit(tx, context, {
      action: `${kind}.${became}`,
      subject: { kind, id },
      before: { status: thing.status },
      after: { status, reports: settled.length },
      why: reason.trim(),
    });
    return status;
  });
}
