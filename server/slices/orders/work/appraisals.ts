import { v7 as uuid } from 'uuid';
import { appraisalLabels } from '../../../../contract/appraisal-labels.ts';
import { invalid, Refusal } from '../../../../contract/errors.ts';
import { otherSide, type Side } from '../../../../contract/process/facts.ts';
import { reviewStatus } from '../../../../contract/statuses.ts';
import type { Services, SignedInContext } from '../../../calls/context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { type Decision, decided } from '../../reactions/decide.ts';
import { nextReview } from '../../reactions/review.ts';
import { markUsed } from '../../uploads/use.ts';
import { step } from '../step.ts';
import { readAsSide } from './access.ts';
import { settle, tellPages } from './standing.ts';

export interface AppraisalForm {
  demandNid: string;
  score: number;
  labels: string[];
  content: string;
  files: string[];
}

/** What one side says of the other, once. Until both have written, or seven days have passed, nobody else reads it. */
export async function appraise(context: SignedInContext, form: AppraisalForm) {
  const { moderation, caller, now } = context;
  const { side } = await readAsSide(context, form.demandNid);
  const offered = appraisalLabels[side].map(({ name }) => name);
  if (!form.labels.every((label) => offered.includes(label))) throw invalid('labels', '标签不在可选范围内');
  const { clean } = await moderation.check([form.content]);
  const status = nextReview(null, { act: 'write', clean }) ?? reviewStatus.waiting;
  let shown = false;
  const { data } = await step(context, form.demandNid, 'appraise', {}, async (tx, { row, facts }) => {
    await markUsed(tx, form.files, { kind: 'image', now, field: 'files' });
    const subject = side === 'owner' ? row.provider_id : row.owner_id;
    if (subject === null) throw new Error(`${row.nid} is completed and has no provider`);
    await tx
      .insertInto('order_appraisals')
      .values({
        id: uuid(),
        demand_id: row.id,
        side,
        author_id: caller.userId,
        subject_id: subject,
        case_id: row.case_id,
        score: form.score,
        labels: JSON.stringify(form.labels),
        content: form.content,
        pictures: JSON.stringify(form.files),
        review_status: status,
        created_at: now,
      })
      .execute();
    shown = facts.appraisalsPublic;
  });
  return { ...data, status, public: shown };
}

/** The one answer to what the other side wrote. */
export async function reply(context: SignedInContext, { demandNid, content }: { demandNid: string; content: string }) {
  const { side } = await readAsSide(context, demandNid);
  const { clean } = await context.moderation.check([content]);
  const status = nextReview(null, { act: 'write', clean }) ?? reviewStatus.waiting;
  const { data } = await step(context, demandNid, 'reply', {}, async (tx, { row }) => {
    const written = await tx
      .updateTable('order_appraisals')
      .set({ reply: content, reply_status: status, replied_at: context.now })
      .where('demand_id', '=', row.id)
      .where('side', '=', otherSide(side))
      .returningAll()
      .executeTakeFirst();
    // The process knows of appraisals from before there was a place for their words.
    if (!written) throw new Refusal('not_found', '这份评价没有内容，不能回复');
    if (status === reviewStatus.shown) await tellPages(tx, context, written);
  });
  return { ...data, status };
}

/** An operator lets the text of an appraisal, or of the reply to it, through, refuses it, or takes it down. */
export async function decideAppraisal(
  services: Services,
  id: string,
  part: 'text' | 'reply',
  decision: Decision,
): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const row = await tx.selectFrom('order_appraisals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row || (part === 'reply' && row.reply === '')) throw new Refusal('not_found', '评价不存在');
    if (part === 'text') {
      const columns = decided(row, decision);
      await tx.updateTable('order_appraisals').set(columns).where('id', '=', id).execute();
      await settle(tx, services, row.demand_id);
    } else {
      const { review_status, review_reason } = decided({ review_status: row.reply_status }, decision);
      await tx
        .updateTable('order_appraisals')
        .set({ reply_status: review_status, reply_reason: review_reason })
        .where('id', '=', id)
        .execute();
    }
    await tellPages(tx, services, row);
  });
}

export const labelsFor = (side: Side) => appraisalLabels[side].map(({ name, praises }) => ({ name, praises }));
