import { z } from 'zod';
import { defineCall } from '../call.ts';
import { categoryKeys } from '../categories.ts';
import { paging } from '../fields.ts';
import { optional } from '../wire.ts';

/** Which cases a category page and a stage page begin with (feature P-03): roles moderator and admin; auditors may read. */

/** Of one stage and category; nobody looks through more. */
export const recommendedAtMost = 30;

const category = z.enum(categoryKeys, '类别不在可选范围内');

/** Stage number. */
const stageNumber = z.coerce.number('请选择环节').int('请选择环节').min(1, '请选择环节').max(99, '请选择环节');

const row = z.object({
  id: z.string(),
  name: z.string(),
  /** its first picture; '' for none */
  picture: z.string(),
  shop_name: z.string(),
  certified: z.boolean(),
  likes: z.number().int(),
  /** path below the base of its page */
  path: z.string(),
  recommended: z.boolean(),
});
export type RecommendedCase = z.output<typeof row>;

export const recommendedList = defineCall({
  path: '/api/operator/recommendedList',
  auth: 'operator',
  input: z.object({ category, type: stageNumber }),
  output: z.array(row),
  summary: 'The recommended cases of a category and a stage, in the order in which everybody sees them',
});

export const recommendableList = defineCall({
  path: '/api/operator/recommendableList',
  auth: 'operator',
  input: z.object({
    category,
    type: stageNumber,
    /** part of a case's name; without it the newest */
    query: optional(z.string().trim().max(60, '最多输入60个字')),
    ...paging(10, 50),
  }),
  output: z.array(row),
  paged: true,
  summary: 'Approved cases of a category and a stage that can be recommended, the newest first',
});

const idList = z
  .string('案例列表有误')
  .max(2_000, '案例列表有误')
  .transform((wire) => wire.split(',').filter((one) => one !== ''))
  .pipe(z.array(z.uuid('案例列表有误')).max(recommendedAtMost, `最多推荐${recommendedAtMost}个案例`));

export const recommendCases = defineCall({
  path: '/api/operator/recommendedSet',
  auth: 'operator',
  input: z.object({
    category,
    type: stageNumber,
    /** ids as they stood: what somebody else has changed since is not overwritten */
    before: idList,
    /** as they are to stand: chosen, left out and in order at once */
    after: idList,
  }),
  output: z.object({ count: z.number().int() }),
  summary: 'Says which cases of a category and a stage are recommended and in which order; everybody sees it at once',
});
