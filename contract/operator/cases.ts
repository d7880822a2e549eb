import { z } from 'zod';
import { defineCall } from '../call.ts';
import { type CaseItem, caseShape } from '../cases.ts';
import { categoryKeys } from '../categories.ts';
import { paging, text } from '../fields.ts';
import { stages as theStages } from '../stages/index.ts';
import type { Stage } from '../stages/stage.ts';
import { oneOfStages, optional, recordId } from '../wire.ts';

/** Calls of the operators who review shop cases (feature P-02): roles reviewer and admin; auditors may read. */

export const caseReasonField = text({
  label: '原因',
  required: '请填写原因，店主会看到',
  min: [2, '原因至少2个字'],
  max: [200, '原因最多200个字'],
  rows: 3,
  example: '图片里有联系方式，请去掉后重新提交',
});

const waitingCase = z.object({
  id: z.string(),
  /** stage number */
  type: z.number().int(),
  category: z.enum(categoryKeys),
  name: z.string(),
  /** its first picture; '' for none */
  picture: z.string(),
  shop_name: z.string(),
  certified: z.boolean(),
  /** a change of a case that is public */
  revision: z.boolean(),
  submit_time: z.number().int(),
});
export type WaitingCase = z.output<typeof waitingCase>;

export const operatorCaseList = defineCall({
  path: '/api/operator/caseList',
  auth: 'operator',
  input: z.object({ type: oneOfStages, id: optional(recordId('案例编号')), ...paging(20, 100) }),
  output: z.array(waitingCase),
  paged: true,
  summary:
    'Cases and changes of cases that wait for a review, the longest waiting first; type is a stage number, id one of them alone',
});

/** Where the one after it in the queue is: of those that no colleague has. */
const nextCase = z.object({ type: z.number().int(), id: z.string() }).nullable();
export type NextCase = z.output<typeof nextCase>;

export interface CaseUnderReview {
  readonly item: CaseItem;
  /** who keeps the shop */
  readonly keeperId: string;
  /** as everybody sees it now; null where nobody does */
  readonly before: CaseItem | null;
  readonly version: number;
  /** seconds; when it was sent in */
  readonly submit_time: number;
  /** whether the one who asks may decide, and why not */
  readonly may: { readonly enabled: boolean; readonly reason: string };
  readonly next: NextCase;
}

/** What waits, as the public would see it; one call a stage, for its fields are the catalogue's. */
export function caseReviewCalls(stage: Stage) {
  const shape = caseShape(stage);
  return {
    info: defineCall({
      path: `/api/operator/case${stage.op}Info`,
      auth: 'operator',
      input: z.object({ id: recordId('案例编号'), among: oneOfStages }),
      output: z.object({
        item: shape,
        keeperId: z.string(),
        before: shape.nullable(),
        version: z.number().int(),
        submit_time: z.number().int(),
        may: z.object({ enabled: z.boolean(), reason: z.string() }),
        next: nextCase,
      }) as unknown as z.ZodType<CaseUnderReview>,
      summary: `A ${stage.key} case that waits for a review, beside what is public of it; among is a stage number that the next is of`,
    }),
  };
}
export type CaseReviewCalls = ReturnType<typeof caseReviewCalls>;

const known = new Map<Stage, CaseReviewCalls>(theStages.map((stage) => [stage, caseReviewCalls(stage)]));

/** The review calls of one stage; a stage has one set of them. */
export function reviewCallsOf(stage: Stage): CaseReviewCalls {
  const found = known.get(stage) ?? caseReviewCalls(stage);
  known.set(stage, found);
  return found;
}

export const decideCase = defineCall({
  path: '/api/operator/caseDecide',
  auth: 'operator',
  input: z
    .object({
      id: recordId('案例编号'),
      /** the state of it that was looked at: what was changed since is not decided on */
      version: z.coerce.number('版本号有误').int('版本号有误').min(1, '版本号有误'),
      decision: z.enum(['approve', 'refuse'], '请选择通过或不通过'),
      /** number of the stage that the next is of */
      among: oneOfStages,
      reason: optional(z.string().max(400)),
    })
    .superRefine(({ decision, reason }, context) => {
      if (decision !== 'refuse') return;
      const said = caseReasonField.schema.safeParse(reason);
      const message = said.error?.issues[0]?.message;
      if (message !== undefined) context.addIssue({ code: 'custom', message, path: ['reason'] });
    }),
  output: z.object({ id: z.string(), status: z.number().int(), next: nextCase }),
  summary: 'Approves or refuses a case, or a change of one, as it was looked at; a refusal says why',
});
