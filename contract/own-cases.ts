import { z } from 'zod';
import { defineCall } from './call.ts';
import { caseFieldShapes, caseListItem, type CaseItem } from './cases.ts';
import { categoryKeys } from './categories.ts';
import { paging, storedFile } from './fields.ts';
import { stages as theStages } from './stages/index.ts';
import { posterOf, type Stage, wireShape } from './stages/stage.ts';
import { shopCaseStatuses } from './statuses.ts';
import { anyOf, oneOfStages, optional, recordId, requestId } from './wire.ts';

/** Cases on a page of one's own shop. */
export const ownCasePageSize = 8;

/** Where one's own case stands: a review status, or a draft that nobody else has seen. */
export const ownCaseFaces = ['0', '1', '2', 'draft'] as const;
export type OwnCaseFace = (typeof ownCaseFaces)[number];

/** What the keeper of a case is told beside what everybody is. */
const own = {
  /** of what was last sent in; an approved case whose change waits is 0 here and public nevertheless */
  status: z.union(shopCaseStatuses.map((one) => z.literal(one))),
  statusName: z.string(),
  /** why it was refused; '' when it was not */
  reason: z.string(),
  /** 1: kept by its owner, not sent in */
  draft: z.union([z.literal(0), z.literal(1)]),
  /** 1: everybody sees it, as it was last approved */
  is_public: z.union([z.literal(0), z.literal(1)]),
  /** rises with every change; a change says which one it was made on */
  version: z.number().int(),
  update_time: z.number().int(),
  /** when it was last sent in; 0 for never */
  submit_time: z.number().int(),
};

const ownListItem = caseListItem.extend(own);
export type OwnCaseListItem = z.output<typeof ownListItem>;

/** What a form's controls hold, by the fields' inner keys. */
const heldValues = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

export type OwnCase = CaseItem & {
  readonly [Key in keyof typeof own]: z.output<(typeof own)[Key]>;
} & { readonly draft_values: z.output<typeof heldValues> };

const ownCaseShape = (stage: Stage): z.ZodType<OwnCase> =>
  z.object({
    ...caseFieldShapes(stage),
    ...own,
    /** of a draft: what was typed, finished or not */
    draft_values: heldValues,
  }) as unknown as z.ZodType<OwnCase>;

const face = anyOf(ownCaseFaces, '审核状态不在可选范围内');
const { page, pageSize } = paging(ownCasePageSize);
const version = z.coerce.number('版本号有误').int('版本号有误').min(1, '版本号有误');
const category = z.enum(categoryKeys, '请选择类别');

/** Which case, and the state of it that a change was made on: both, or neither for a new one. */
const standing = { id: optional(recordId('案例编号')), version: optional(version) };
const saved = z.object({
  id: z.string(),
  version: z.number().int(),
  status: z.number().int(),
  draft: z.number().int(),
});

const postedPicture = optional(z.string().regex(storedFile, '视频封面地址有误'));

/** The calls of a shop's keeper about cases of one stage; its fields are the catalogue's. */
export function defineOwnCaseCalls(stage: Stage) {
  const posters = stage.case
    .filter(({ widget }) => widget.kind === 'video')
    .map(({ wire }) => [posterOf(wire), postedPicture] as const);
  return {
    save: defineCall({
      path: `/api/Omo/saveCase${stage.op}`,
      auth: 'user',
      input: z.object({
        ...standing,
        /** category key */
        type: category,
        /** made by the client, once per form: the same form sent twice is one case */
        requestId,
        ...wireShape(stage.case),
        /** a picture that stands where the film has not begun */
        ...Object.fromEntries(posters),
      }),
      output: saved,
      summary: `Sends a ${stage.key} case in for review: a new one, or with id and version a change of one’s own; what is public stays public until the change is approved`,
    }),
    list: defineCall({
      path: `/api/Omo/getMyCase${stage.op}List`,
      auth: 'user',
      input: z.object({ status: face, page, page_size: pageSize }),
      output: z.array(ownCaseShape(stage)),
      paged: true,
      summary: `One’s own ${stage.key} cases, the last changed first; status 0, 1, 2 or draft`,
    }),
    info: defineCall({
      path: `/api/Omo/getMyCase${stage.op}Info`,
      auth: 'user',
      input: z
        .object({
          id: optional(recordId('案例编号')),
          /** instead: of the form that it came from */
          requestId,
        })
        .refine((of) => (of.id ?? of.requestId) !== undefined, { message: '请提供案例编号', path: ['id'] }),
      output: ownCaseShape(stage),
      summary: `One of one’s own ${stage.key} cases as it was last saved, for the form and the preview, by its id or by the requestId of the form it came from`,
    }),
  };
}
export type OwnCaseCalls = ReturnType<typeof defineOwnCaseCalls>;

const known = new Map<Stage, OwnCaseCalls>(theStages.map((stage) => [stage, defineOwnCaseCalls(stage)]));

/** The keeper's calls about one stage's cases; a stage has one set of them. */
export function ownCaseCalls(stage: Stage): OwnCaseCalls {
  const found = known.get(stage) ?? defineOwnCaseCalls(stage);
  known.set(stage, found);
  return found;
}

export const getMyCaseList = defineCall({
  path: '/api/Omo/getMyCaseList',
  auth: 'user',
  input: z.object({ type: oneOfStages, status: face, page, page_size: pageSize }),
  output: z.array(ownListItem),
  paged: true,
  summary: 'One’s own cases of every stage, the last changed first; type is a stage number, status 0, 1, 2 or draft',
});

/** As much as a draft may hold, in characters of its JSON. */
export const draftAtMost = 60_000;

const draftValues = z
  .string('草稿内容有误')
  .max(draftAtMost, '草稿太长了，请先提交或精简内容')
  .transform((text, context) => {
    try {
      return heldValues.parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: 'custom', message: '草稿内容有误' });
      return z.NEVER;
    }
  });

export const saveCaseDraft = defineCall({
  path: '/api/Omo/saveCaseDraft',
  auth: 'user',
  input: z.object({
    /** stage number */
    type: z.coerce.number('环节编号须为整数').int('环节编号须为整数').min(1, '环节编号有误').max(99, '环节编号有误'),
    category,
    ...standing,
    requestId,
    /** JSON: what the form's controls hold, by the fields' inner keys; nothing of it has to be finished */
    values: draftValues,
  }),
  output: saved,
  summary: 'Keeps an unfinished case, or an unfinished change of one, on the server; only its owner sees it',
});

export const deleteCase = defineCall({
  path: '/api/Omo/deleteCase',
  auth: 'user',
  input: z.object({ id: recordId('案例编号') }),
  output: z.object({ id: z.string() }),
  summary: 'Takes a case of one’s own down, from the public at once; orders that came from it keep their reference',
});
