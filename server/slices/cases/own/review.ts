import { v7 as uuid } from 'uuid';
import type { CallParsed } from '../../../../contract/call.ts';
import type { decideCase } from '../../../../contract/operator/cases.ts';
import { Refusal } from '../../../../contract/errors.ts';
import { shopCaseStatus } from '../../../../contract/statuses.ts';
import type { SignedInContext } from '../../../calls/context.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { audit } from '../../audit/audit.ts';
import { needClaim } from '../../operators/claims.ts';
import { keeperOf } from '../../shop/queries.ts';
import { columnsOf, contentIn } from '../content.ts';
import { caseDecided } from '../events.ts';
import { stand } from '../stand.ts';
import { noSuchCase, whyNotDecide } from './policy.ts';
import { lockCase } from './queries.ts';
import type { Kept } from './standing.ts';

/**
 * An operator's word on a case, or on a change of one, as it was looked at: what its owner has changed since, or another
 * operator has decided, is a state conflict. An approved change takes the place of what was public; a refused one leaves it.
 */
export async function decide(context: SignedInContext, input: CallParsed<typeof decideCase>): Promise<number> {
  const { caller, now } = context;
  return inTransaction(context.db, async (tx) => {
    const kept = await lockCase(tx, input.id);
    const keeper = kept && (await keeperOf(tx, kept.row.shop_id));
    if (!kept || !keeper) throw noSuchCase();
    const why = whyNotDecide(caller, kept, keeper);
    if (why !== undefined) throw new Refusal(keeper === caller.userId ? 'not_allowed' : 'state_conflict', why);
    if (kept.row.version !== input.version) throw new Refusal('state_conflict', '店主刚刚改过，请看过最新内容再决定');
    await needClaim(tx, context, { kind: 'case', id: kept.row.id });
    const approved = input.decision === 'approve';
    const { rejected } = shopCaseStatus;
    const refusal = { review_status: rejected, review_reason: input.reason?.trim() ?? '', updated_at: now };
    if (approved) await approve(tx, context, kept);
    else if (kept.revision)
      await tx.updateTable('case_revisions').set(refusal).where('case_id', '=', kept.row.id).execute();
    else await stand(tx, context, kept.row, refusal);
    const after = approved ? shopCaseStatus.approved : rejected;
    await context.outbox.emit(tx, caseDecided, {
      caseId: kept.row.id,
      userId: keeper,
      decision: approved ? 'approved' : 'refused',
      cause: uuid(),
    });
    await audit(tx, context, {
      action: `${kept.revision ? 'case-change' : 'case'}.${approved ? 'approved' : 'refused'}`,
      subject: { kind: 'case', id: kept.row.id },
      before: { status: shopCaseStatus.pending, version: input.version, public: kept.revision !== undefined },
      after: { status: after },
      why: refusal.review_reason,
    });
    return after;
  });
}

async function approve(tx: Tx, context: SignedInContext, { row, revision }: Kept): Promise<void> {
  const shown = { review_status: shopCaseStatus.approved, review_reason: null, updated_at: context.now };
  await stand(tx, context, row, { ...shown, ...(revision && columnsOf(contentIn(revision))) });
  if (revision) await tx.deleteFrom('case_revisions').where('case_id', '=', row.id).execute();
}
