import { certificationItems } from '../../../contract/certification.ts';
import { invalid, Refusal } from '../../../contract/errors.ts';
import { certificationStatus } from '../../../contract/statuses.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { tellUser } from '../../live/topics.ts';
import { audit } from '../audit/audit.ts';
import { needClaim } from '../operators/claims.ts';
import { certifiedChanged } from './changed.ts';
import { certificationDecided } from './events.ts';
import { mayDecide, needReviewer } from './policy.ts';
import { lockCertification, nextWaiting } from './queries.ts';
import type { CertificationRow } from './tables.ts';

export interface Decision {
  id: string;
  /** of what the operator looked at */
  revision: number;
  decision: 'pass' | 'refuse';
  /** of a refusal: by wire name of the item */
  reasons: Readonly<Record<string, string>>;
}

/** An operator's word, under the row's lock: of two at once the second gets a state conflict. Gives what waits next. */
export async function decideCertification(
  context: SignedInContext,
  given: Decision,
): Promise<{ row: CertificationRow; next: string | null }> {
  const { db, caller } = context;
  needReviewer(caller);
  return inTransaction(db, async (tx) => {
    const before = await lockCertification(tx, given.id);
    if (!before) throw new Refusal('not_found', '没有找到这份认证申请');
    mayDecide(caller, before);
    if (before.revision !== given.revision)
      throw new Refusal('state_conflict', '申请人已经重新提交了资料，请刷新后重新审核');
    await needClaim(tx, context, { kind: 'certification', id: before.id });
    const refusals = given.decision === 'refuse' ? refusalsOf(context, before, given.reasons) : {};
    const row = await write(tx, context, before, refusals);
    return { row, next: await nextWaiting(tx, context, row) };
  });
}

/** By the items' inner keys. An item that was left empty has nothing to be refused. */
function refusalsOf(
  { stages }: SignedInContext,
  row: CertificationRow,
  reasons: Decision['reasons'],
): Record<string, string> {
  const items = new Map(certificationItems(row.account_type, stages).map((item) => [item.wire, item]));
  const refusals: Record<string, string> = {};
  for (const [wire, reason] of Object.entries(reasons)) {
    const item = items.get(wire);
    if (!item) throw invalid('reasons', `认证资料里没有「${wire}」这一项`);
    if (!item.required && row.papers[item.key]?.length === 0)
      throw invalid('reasons', `申请人没有提供「${item.label}」，不能驳回这一项`);
    refusals[item.key] = reason;
  }
  if (Object.keys(refusals).length === 0) throw invalid('reasons', '请至少选择一项不合格的资料，并写明原因');
  return refusals;
}

async function write(
  tx: Tx,
  context: SignedInContext,
  before: CertificationRow,
  refusals: Record<string, string>,
): Promise<CertificationRow> {
  const { caller, now, outbox, bus } = context;
  const passed = Object.keys(refusals).length === 0;
  const status = passed ? certificationStatus.passed : certificationStatus.failed;
  const row = await tx
    .updateTable('certifications')
    .set({ status, refusals: JSON.stringify(refusals), decided_at: now, decided_by: caller.userId })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const decision = passed ? 'passed' : 'failed';
  const cause = `${row.id}:${row.revision}`;
  await outbox.emit(tx, certificationDecided, { userId: row.user_id, certificationId: row.id, decision, cause });
  if (passed) await certifiedChanged(tx, context, row.user_id);
  tellUser(tx, bus, row.user_id, 'certification');
  await audit(tx, context, {
    action: `certification.${decision}`,
    subject: { kind: 'certification', id: row.id },
    before: { status: before.status, revision: before.revision },
    after: { status, revision: row.revision, refused: Object.keys(refusals) },
    why: Object.values(refusals).join('；'),
  });
  return row;
}
