import { z } from 'zod';
import { defineCall } from './call.ts';
import { categoryKeys } from './categories.ts';
import { money, paging, text, whole } from './fields.ts';
import { inFigures } from './figures.ts';
import { inputState } from './input-state.ts';
import { commentText, reviewFlag } from './reactions.ts';
import { type TenderState, tenderStateNames, tenderStatuses } from './statuses.ts';
import { stages as theStages } from './stages/index.ts';
import { commonKeys, type Stage, type StageField, wireShape } from './stages/stage.ts';
import { anyOf, oneOf, optional, requestId, splitList } from './wire.ts';

const seconds = z.number().int();
/** yuan with two decimals */
const yuan = z.string();

/** What every demand is answered with, in lists and alone. */
const common = {
  id: z.string(),
  demandNid: z.string(),
  /** stage number */
  demandType: z.number().int(),
  /** category key */
  type: z.enum(categoryKeys),
  name: z.string(),
  budget: yuan,
  /** shortened in lists; '' where the stage asks for none */
  demandDescribe: z.string(),
  issueEndTime: seconds,
  /** when it was published, or saved as a draft */
  saveTime: seconds,
  orderStatus: z.number().int(),
  demandStatusName: z.string(),
  nickname: z.string(),
  userAvatar: z.string(),
  /** 已认证 */
  certified: z.boolean(),
  /** tenders that stand; who they are from and what they say is sealed (rulings §2) */
  tenderCount: z.number().int(),
  /** number of comments */
  comments: z.number().int(),
  /** the facts once more, as one record; orderNum is the number that people quote */
  demandBese: z.object({ name: z.string(), orderNum: z.string(), budget: yuan, issueEndTime: seconds }),
};
const commonShape = z.object(common);

/**
 * A demand in a public list. Beside what every demand has, it carries its stage's own fields under the wire names of the
 * catalogue; a page reads those with {@link readField}.
 */
export type DemandItem = z.output<typeof commonShape> & { readonly [wire: string]: unknown };

/** What the signed-in reader may do now, or why not. */
const openAction = z.object({ action: z.string(), label: z.string(), enabled: z.boolean(), reason: z.string() });

const ownTender = z.object({
  id: z.string(),
  completionDay: z.number().int(),
  offer: yuan,
  note: z.string(),
  saveTime: seconds,
  /** standing; withdrawn by the bidder; voided by a change of the demand's terms; declined after it was chosen */
  status: z.enum(tenderStatuses),
});

const alone = {
  ...common,
  /** the same as demandDescribe */
  describe: z.string(),
  /** addresses of documents, comma-separated */
  files: z.string(),
  /** when a provider was chosen; 0 before */
  orderTime: seconds,
  productLineNid: z.string(),
  /** 输入已变 (rulings §3): of a follow-on whose stages before deliver something else than when it was published */
  inputState,
  isOwner: z.boolean(),
  /** the reader's own tender, whatever became of it */
  myTender: ownTender.nullable(),
  /** none for a visitor */
  actions: z.array(openAction),
};
const aloneShape = z.object(alone);

/** One demand in full, with its stage's own fields as in {@link DemandItem}. */
export type DemandInfo = z.output<typeof aloneShape> & { readonly [wire: string]: unknown };

/** Posted as demandPic or productPic, answered as demandPics or productPics (specification §3). */
const answerName = (field: StageField): string => (field.widget.kind === 'images' ? `${field.wire}s` : field.wire);

/** The fields that are answered under names of the stage's own. */
export const ownFields = (stage: Stage): readonly StageField[] =>
  stage.demand.filter((field) => field.widget.kind === 'images' || !commonKeys.includes(field.key));

function answered(field: StageField): Record<string, z.ZodType> {
  const name = answerName(field);
  switch (field.widget.kind) {
    case 'number':
      return { [name]: z.number() };
    case 'regions':
      return { [name]: z.string(), [`${name}Name`]: z.string() };
    default:
      return { [name]: z.string() };
  }
}

function withOwnFields<Shape>(stage: Stage, shape: Record<string, z.ZodType>): z.ZodType<Shape> {
  const own = Object.assign({}, ...ownFields(stage).map(answered)) as Record<string, z.ZodType>;
  return z.object({ ...own, ...shape }) as unknown as z.ZodType<Shape>;
}

/** A stage's own fields as the wire carries them, from values by inner key. `places` puts region codes into words. */
export function answerFields(
  stage: Stage,
  values: Readonly<Record<string, unknown>>,
  places: (codes: readonly string[]) => string,
): Record<string, string | number> {
  const wire: Record<string, string | number> = {};
  for (const field of ownFields(stage)) {
    const name = answerName(field);
    const value = values[field.key];
    if (field.widget.kind === 'number') wire[name] = typeof value === 'number' ? value : 0;
    else wire[name] = Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : '';
    if (field.widget.kind === 'regions') wire[`${name}Name`] = places(Array.isArray(value) ? (value as string[]) : []);
  }
  return wire;
}

const listKinds: readonly string[] = ['choices', 'images', 'documents'];

/** What an answered demand says of a field, for reading people: items of a list, a number with its unit, a place. */
export function readField(field: StageField, demand: Readonly<Record<string, unknown>>): string | string[] {
  const name = answerName(field);
  if (field.widget.kind === 'regions') return String(demand[`${name}Name`] ?? '');
  const value = String(demand[name] ?? '');
  if (listKinds.includes(field.widget.kind)) return splitList(value);
  return field.widget.kind === 'number' ? inFigures(value, field.widget.unit) : value;
}

const category = anyOf(categoryKeys, '类别不在可选范围内');
const flag = (label: string) => oneOf(['0', '1'], '0', `${label} 须为0或1`);

/** The number of a demand, as `DP-2611-7K3QXM`. */
const nid = z.string('请指明需求编号').trim().min(1, '请指明需求编号').max(40, '需求编号有误');

/** Specification §9. */
export const demandPageSize = 6;

const saving = {
  type: z.enum(categoryKeys, '请选择类别'),
  /** of a demand of one's own that is to be changed; an empty one is none (feature D-13) */
  id: optional(z.uuid('需求 id 有误')),
  /** the product line that a follow-on joins (rulings §3); without it a line begins */
  productLineNid: optional(z.string().max(40, '产品线编号有误')),
  /** of what the line delivers, as the form was filled in from it: refused when it is another by now */
  inputHash: optional(z.string().max(64, '输入的校验值有误')),
  /** 1 keeps it as a draft, status 0 */
  draft: flag('draft'),
  /** made by the client, once per form: the same form sent twice is published once */
  requestId,
};
const savingShape = z.object(saving);
type Saving = typeof savingShape;
type Wired<Known> = Known & { readonly [wire: string]: unknown };

/** The calls about one stage's demands. */
function defineDemandCalls(stage: Stage) {
  return {
    save: defineCall({
      path: `/api/Demand/save${stage.op}Demand`,
      auth: 'user',
      // The form's fields first: the first message is that of the first field.
      input: z.object({ ...wireShape(stage.demand), ...saving }) as unknown as z.ZodType<
        Wired<z.output<Saving>>,
        Wired<z.input<Saving>>
      >,
      output: z.object({
        id: z.string(),
        demandNid: z.string(),
        productLineNid: z.string(),
        orderStatus: z.number().int(),
      }),
      summary: `Publishes a ${stage.key} demand, keeps it as a draft, or changes one's own (id)`,
    }),
    list: defineCall({
      path: `/api/Demand/get${stage.op}DemandList`,
      auth: 'anyone',
      input: z.object({
        ...paging(demandPageSize),
        type: category,
        /** newest first, or soonest deadline first with those that have passed at the end */
        sort: oneOf(['newest', 'deadline'], 'newest', '排序方式不在可选范围内'),
      }),
      output: z.array(withOwnFields<DemandItem>(stage, common)),
      paged: true,
      summary: `Open ${stage.key} demands (status 1); type is a category key, sort is newest or deadline`,
    }),
    info: defineCall({
      path: `/api/Demand/get${stage.op}DemandInfo`,
      auth: 'anyone',
      input: z.object({ demandNid: nid }),
      output: withOwnFields<DemandInfo>(stage, alone),
      summary: `One ${stage.key} demand; with a token also what the reader may do with it`,
    }),
  };
}
export type DemandCalls = ReturnType<typeof defineDemandCalls>;

const known = new Map<Stage, DemandCalls>(theStages.map((stage) => [stage, defineDemandCalls(stage)]));

/** The calls about one stage's demands; a stage has one set of them. */
export function demandCalls(stage: Stage): DemandCalls {
  const found = known.get(stage) ?? defineDemandCalls(stage);
  known.set(stage, found);
  return found;
}

export const publishDraft = defineCall({
  path: '/api/Demand/publishDemand',
  auth: 'user',
  input: z.object({ demandNid: nid }),
  output: z.object({ demandNid: z.string(), orderStatus: z.number().int() }),
  summary: 'Publishes a draft of one’s own',
});

/** How many open demands each stage has, in the order of the chain. */
export const getDemandCounts = defineCall({
  path: '/api/Demand/getDemandCounts',
  auth: 'anyone',
  input: z.object({ type: category }),
  output: z.array(z.object({ demandType: z.number().int(), key: z.string(), count: z.number().int() })),
  summary: 'Number of open demands per stage; type is a category key',
});

/** Specification §5 "Bid". */
export const tenderFields = {
  completionDay: whole({
    label: '预计完成天数',
    required: '请输入预计完成天数',
    negative: '天数不能为负',
    unit: '天',
    min: [0, '天数不能为负'],
    max: [3650, '天数不能超过3650天'],
    example: '14',
  }),
  offer: money({
    label: '报价',
    required: '请输入您的报价',
    negative: '报价不能为负',
    min: [1000, '最低报价10元人民币'],
    example: '3200.00',
  }),
  note: text({
    label: '报价说明',
    hint: '选填，500 字以内',
    max: [500, '报价说明过长！'],
    rows: 3,
    example: '两轮样，第一轮白坯看结构，第二轮上漆，含运费。',
  }),
} as const;

export const tenderOrder = defineCall({
  path: '/api/Demand/tenderOrder',
  auth: 'user',
  input: z.object({
    completionDay: tenderFields.completionDay.schema,
    offer: tenderFields.offer.schema,
    note: tenderFields.note.schema.prefault(''),
    demandNid: nid,
  }),
  output: z.object({ demandNid: z.string(), tenderCount: z.number().int(), myTender: ownTender }),
  summary: 'Tenders for a demand of somebody else, or changes the own tender while it is open',
});

export const withdrawTender = defineCall({
  path: '/api/Demand/withdrawTender',
  auth: 'user',
  input: z.object({ demandNid: nid }),
  output: z.object({ demandNid: z.string(), tenderCount: z.number().int() }),
  summary: 'Withdraws the own tender while the demand is open',
});

export const getMyTenders = defineCall({
  path: '/api/Demand/getMyTenders',
  auth: 'user',
  input: z.object(paging(10, 50)),
  output: z.array(
    ownTender.extend({
      demandNid: z.string(),
      name: z.string(),
      /** key in the stage catalogue */
      stage: z.string(),
      /** key of the category */
      type: z.string(),
      picture: z.string(),
      budget: yuan,
      issueEndTime: seconds,
      nickname: z.string(),
      state: z.enum(Object.keys(tenderStateNames) as [TenderState, ...TenderState[]]),
      /** in words; of a chosen one, the order's own status */
      stateName: z.string(),
      inputState,
    }),
  ),
  paged: true,
  summary: 'What one tendered for, the newest first, and what became of it',
});

/** The tenders of one's own demand; nobody else sees them (feature Z-03). */
export const getTenderList = defineCall({
  path: '/api/Demand/getTenderList',
  auth: 'user',
  input: z.object({
    demandNid: nid,
    ...paging(50),
    sort: oneOf(['offer', 'days', 'time'], 'offer', '排序方式不在可选范围内'),
  }),
  output: z.array(
    ownTender.extend({
      nickname: z.string(),
      userAvatar: z.string(),
      certified: z.boolean(),
      /** of the bidder's shop; '' where there is none */
      shopId: z.string(),
      /** 0..5 with one decimal, 0 without any appraisal */
      score: z.number(),
      deal_num: z.number().int(),
      /** province and city in words, '' when not told */
      region: z.string(),
      /** the one that was chosen */
      awarded: z.boolean(),
    }),
  ),
  paged: true,
  summary: 'Tenders that stand for a demand of one’s own, cheapest first or as sorted',
});

const demandOf = {
  demandType: z.coerce
    .number('环节编号须为整数')
    .int('环节编号须为整数')
    .min(1, '环节编号有误')
    .max(99, '环节编号有误'),
  demandNid: nid,
};

const needComment = z.object({
  id: z.string(),
  nickname: z.string(),
  userAvatar: z.string(),
  certified: z.boolean(),
  /** written by the demand's owner */
  isOwner: z.boolean(),
  demandView: z.string(),
  saveTime: seconds,
});
export type NeedComment = z.output<typeof needComment>;

export const needViewList = defineCall({
  path: '/api/Demand/needViewList',
  auth: 'anyone',
  input: z.object({ ...demandOf, ...paging(10) }),
  output: z.array(needComment),
  paged: true,
  summary: 'Comments on a demand, newest first; demandType is the stage number',
});

export const needView = defineCall({
  path: '/api/Demand/needView',
  auth: 'user',
  input: z.object({ demandView: commentText.schema, ...demandOf }),
  output: needComment.extend({ status: reviewFlag }),
  summary: 'Comments on an open demand; status 0 waits for review',
});

/** What a page that shows open demands of all stages, or their number, is tagged with, and is dropped from the cache by. */
export const demandsTag = 'demands';

/** The same of one stage; '' stands for all categories. */
export const demandListTag = (stage: string, categoryKey: string): string => `demands:${stage}:${categoryKey}`;

/** What a page that shows one demand is tagged with. */
export const demandTag = (demandNid: string): string => `demand:${demandNid}`;
