import { z } from 'zod';
import { defineCall } from './call.ts';
import { categoryKeys } from './categories.ts';
import { defaultPoint, paging } from './fields.ts';
import { commentText, likeFlag, reviewFlag } from './reactions.ts';
import { stages as theStages } from './stages/index.ts';
import { posterOf, type Stage, type StageField } from './stages/stage.ts';
import { anyOf, oneOf, recordId } from './wire.ts';

/** Who keeps the case: its shop, as shown beside the case and on its page. */
export const caseShop = z.object({
  id: z.string(),
  user_id: z.string(),
  shop_name: z.string(),
  introduction: z.string(),
  /** province and city in words, '' when not told */
  region: z.string(),
  avatar_url: z.string(),
  /** 已认证 */
  certified: z.boolean(),
  /** 0..5 with one decimal, 0 without any appraisal */
  score: z.number(),
  deal_num: z.number().int(),
  favourable: z.number().int(),
});
export type CaseShop = z.output<typeof caseShop>;

const common = {
  id: z.string(),
  /** stage number */
  type: z.number().int(),
  category: z.enum(categoryKeys),
  name: z.string(),
  /** JSON array of addresses */
  img_list: z.string(),
  real_name: z.string(),
  company: z.string(),
  is_recom: z.union([z.literal(0), z.literal(1)]),
  /** percent; 100 without any appraisal (specification §9) */
  praiseRute: z.number().int(),
  /** how many appraisals the rate comes from */
  appraisal_count: z.number().int(),
  like: z.number().int(),
  /** number of comments */
  comments: z.number().int(),
  tags: z.array(z.string()),
  create_time: z.number().int(),
  shop: caseShop,
};
/** A case with the fields that all stages have. */
export const caseListItem = z.object(common);

/** A row of a stage's stock list, say. */
export type WireRow = Record<string, string>;

/**
 * A case as it is answered. Beside what every case has, it carries its stage's own fields under the wire names of the
 * catalogue; a page reads those by walking `stage.case`.
 */
export type CaseItem = z.output<typeof caseListItem> & { readonly [wire: string]: unknown };

/** What a case field is in an answer; a point is answered as lat, lng, datum and whether it was told at all. */
function answered(field: StageField): Record<string, z.ZodType> {
  switch (field.widget.kind) {
    case 'location':
      return { lat: z.number(), lng: z.number(), datum: z.string(), has_point: z.union([z.literal(0), z.literal(1)]) };
    case 'number':
      return { [field.wire]: z.number() };
    case 'rows':
      return { [field.wire]: z.array(z.record(z.string(), z.string())) };
    case 'video':
      return { [field.wire]: z.string(), [posterOf(field.wire)]: z.string() };
    default:
      return { [field.wire]: z.string() };
  }
}

/** What a case of the stage is answered with: its own fields, and those that all stages have. */
export function caseFieldShapes(stage: Stage): Record<string, z.ZodType> {
  const own = Object.assign({}, ...stage.case.map(answered)) as Record<string, z.ZodType>;
  return { ...own, ...common };
}

export const caseShape = (stage: Stage): z.ZodType<CaseItem> =>
  z.object(caseFieldShapes(stage)) as unknown as z.ZodType<CaseItem>;

const category = anyOf(categoryKeys, '类别不在可选范围内');

export const caseSorts = ['newest', 'liked'] as const;
export type CaseSort = (typeof caseSorts)[number];

/** The calls about one stage's cases. */
export function defineCaseCalls(stage: Stage) {
  const { page, pageSize } = paging(stage.pageSize.more);
  return {
    /** is_recom 1: recommended ones only; 0 or absent: every approved one, newest first */
    list: defineCall({
      path: `/api/Omo/getCase${stage.op}List`,
      auth: 'anyone',
      input: z.object({
        type: category,
        is_recom: oneOf(['0', '1'], '0', 'is_recom 须为0或1'),
        /** newest first, or the most liked first (the first 720 of them) */
        sort: oneOf(caseSorts, 'newest', '排序方式不在可选范围内'),
        page,
        page_size: pageSize,
      }),
      output: z.array(caseShape(stage)),
      paged: true,
      summary: `Approved ${stage.key} cases; type is a category key, is_recom 1 gives the recommended ones, sort is newest or liked`,
    }),
    info: defineCall({
      path: `/api/Omo/getCase${stage.op}Info`,
      auth: 'anyone',
      input: z.object({ id: recordId('案例编号') }),
      output: caseShape(stage),
      summary: `One approved ${stage.key} case`,
    }),
  };
}
export type CaseCalls = ReturnType<typeof defineCaseCalls>;

const known = new Map<Stage, CaseCalls>(theStages.map((stage) => [stage, defineCaseCalls(stage)]));

/** The calls about one stage's cases; a stage has one set of them. */
export function caseCalls(stage: Stage): CaseCalls {
  const found = known.get(stage) ?? defineCaseCalls(stage);
  known.set(stage, found);
  return found;
}

/** Recommended cases of all stages, a handful each, in the order of the chain (feature C-01). */
export const getTopCase = defineCall({
  path: '/api/Omo/getTopCase',
  auth: 'anyone',
  input: z.object({ module: z.enum(categoryKeys, '类别不在可选范围内') }),
  output: z.array(
    z.object({
      type: z.number().int(),
      name: z.string(),
      /** items carry the fields that all stages have */
      list: z.array(caseListItem),
    }),
  ),
  summary: 'Recommended cases of one category, grouped by stage',
});

export const caseOf = {
  type: z.coerce.number('环节编号须为整数').int('环节编号须为整数').min(1, '环节编号有误').max(99, '环节编号有误'),
  case_id: recordId('案例编号'),
};

export const getCaseFavourable = defineCall({
  path: '/api/Omo/getCaseFavourable',
  auth: 'anyone',
  input: z.object(caseOf),
  output: z.object({
    like_count: z.number().int(),
    /** percent */
    like_rate: z.number().int(),
    label_list: z.array(z.object({ label_name: z.string(), count: z.number().int() })),
    /** 2: liked by the one who asks */
    like_status: likeFlag,
    /** whether the one who asks keeps the case */
    is_own: z.boolean(),
    /** how many appraisals the rate and the labels come from */
    appraisal_count: z.number().int(),
  }),
  summary: 'Likes, praise rate and labels of one case; type is the stage number',
});

/** Specification §9. */
export const caseCommentPageSize = 2;
const commentPage = paging(caseCommentPageSize);

const caseComment = z.object({
  id: z.string(),
  user_id: z.string(),
  nick_name: z.string(),
  avatar_url: z.string(),
  content: z.string(),
  create_time: z.number().int(),
});

export const getCaseCommentList = defineCall({
  path: '/api/Omo/getCaseCommentList',
  auth: 'anyone',
  input: z.object({ ...caseOf, page: commentPage.page, page_size: commentPage.pageSize }),
  output: z.array(caseComment),
  paged: true,
  summary: 'Comments on one case, newest first',
});

export const postCaseComment = defineCall({
  path: '/api/Omo/postCaseComment',
  auth: 'user',
  input: z.object({ content: commentText.schema, ...caseOf }),
  output: caseComment.extend({ status: reviewFlag }),
  summary: 'Comments on a case; status 0 waits for review',
});

const caseLiked = z.object({ case_id: z.string(), like_status: likeFlag, like_count: z.number().int() });

export const likeCase = defineCall({
  path: '/api/Omo/likeCase',
  auth: 'user',
  input: z.object(caseOf),
  output: caseLiked,
  summary: 'Likes a case; twice is once',
});

export const unlikeCase = defineCall({
  path: '/api/Omo/unlikeCase',
  auth: 'user',
  input: z.object(caseOf),
  output: caseLiked,
  summary: 'Takes a like of a case back',
});

/** What a page that shows cases of any stage is tagged with, and is dropped from the cache by. */
export const casesTag = 'cases';

/** The same of one stage. */
export const caseListTag = (stage: string): string => `cases:${stage}`;

/** What a page that shows one case is tagged with. */
export const caseTag = (id: string): string => `case:${id}`;

/**
 * The point of a case. A missing one is the default point; old records keep both numbers in lng, as `lng,lat` or
 * `lat,lng` (feature C-09).
 */
export function pointOf(item: { lat?: unknown; lng?: unknown }): { lat: number; lng: number } {
  const pair = String(item.lng ?? '')
    .split(',')
    .map((part) => Number.parseFloat(part));
  if (pair.length === 2 && pair.every(Number.isFinite)) {
    const [first, second] = pair as [number, number];
    // No latitude exceeds 90, and all of China lies east of 73.
    return Math.abs(first) > 90 || first > second ? { lat: second, lng: first } : { lat: first, lng: second };
  }
  const lat = Number.parseFloat(String(item.lat ?? ''));
  const lng = pair[0] ?? Number.NaN;
  return Number.isFinite(lat) && Number.isFinite(lng) ? { lat, lng } : { ...defaultPoint };
}
