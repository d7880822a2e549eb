import { z } from 'zod';
import { appraisalLabels, labelsAtMost } from './appraisal-labels.ts';
import { defineCall } from './call.ts';
import { caseOf } from './cases.ts';
import { choices, images, paging, text, whole } from './fields.ts';
import { orderNid, reasonField } from './orders.ts';
import { reviewFlag } from './reactions.ts';
import { recordId, requestId } from './wire.ts';

const order = z.object({ demandNid: orderNid('需求编号') });
const status = z.object({ orderStatus: z.number().int() });
/** seconds since 1970 */
const time = z.number().int();

// The contract.

const sha256 = z.string('缺少文件的校验值').regex(/^[\da-f]{64}$/, '文件的校验值有误');

const contractFile = z.object({
  /** SHA-256 of the file, in hex: what the two sides confirm */
  hash: z.string(),
  name: z.string(),
  bytes: z.number().int(),
  /** uploaded by a side, or generated from the order's terms */
  source: z.enum(['uploaded', 'generated']),
  /** the side that put it forward */
  by: z.enum(['owner', 'provider']),
  nickname: z.string(),
  time,
  /** for downloading, by this reader alone and for a few minutes; '' where the file is gone */
  url: z.string(),
});

export const getContract = defineCall({
  path: '/api/order/contract',
  auth: 'signed-in',
  input: order,
  output: z.object({
    /** null until a side has put one forward */
    contract: contractFile
      .extend({
        confirmedByOwner: z.boolean(),
        confirmedByProvider: z.boolean(),
        /** both confirmed this very file: it is in force and cannot be replaced */
        inForce: z.boolean(),
        /** seconds; when the second side confirmed it */
        since: time.nullable(),
      })
      .nullable(),
    /** what was put forward before and replaced, newest first */
    replaced: z.array(contractFile),
  }),
  summary:
    'The contract of an order with its hash, who confirmed it, and an address to download it; for its two sides.',
});

export const uploadContract = defineCall({
  path: '/api/Demand/uploadContract',
  auth: 'user',
  takesFile: true,
  input: order,
  output: status.extend({ hash: z.string() }),
  summary: 'Puts a file forward as the contract, which confirms it for the sender and voids what was confirmed before.',
});

export const draftContract = defineCall({
  path: '/api/order/contractDraft',
  auth: 'user',
  input: order,
  output: z.object({ hash: z.string(), name: z.string(), bytes: z.number().int(), url: z.string() }),
  summary: 'The contract as a PDF of the order’s own terms, to be read before it is put forward.',
});

export const takeContractDraft = defineCall({
  path: '/api/order/makeContract',
  auth: 'user',
  input: order.extend({ hash: sha256 }),
  output: status.extend({ hash: z.string() }),
  summary: 'Puts the generated PDF forward as the contract; with the hash of the draft as it was read.',
});

export const confirmContract = defineCall({
  path: '/api/order/confirmContract',
  auth: 'user',
  input: order.extend({ hash: sha256 }),
  output: status,
  summary: 'Confirms the contract by its hash; refused when the file was replaced meanwhile.',
});

export const getUserCertify = defineCall({
  path: '/api/Demand/getUserCertify',
  auth: 'user',
  input: order,
  output: z.object({
    /** of the counterpart */
    nickname: z.string(),
    avatarUrl: z.string(),
    /** 1 individual, 2 enterprise */
    account_type: z.number().int(),
    certified: z.boolean(),
    /** as on the papers; of an individual the family name only; '' without a passed certification */
    name: z.string(),
    /** what the enterprise does in the chain; '' for individuals */
    typeName: z.string(),
    region: z.string(),
    /** seconds; when it passed; null without */
    certifiedTime: time.nullable(),
  }),
  summary: 'The certification of the other side of an order.',
});

// Progress.

export const diaryPictures = 9;

export const percentField = whole({
  label: '进度',
  required: '请填写进度',
  negative: '进度不能为负',
  unit: '%',
  min: [0, '进度应为 0 到 100 的整数'],
  max: [100, '进度应为 0 到 100 的整数'],
  example: '60',
});
export const reportField = text({
  label: '进展说明',
  required: '请填写这次的进展',
  min: [4, '请至少写四个字的进展'],
  max: [500, '进展说明最多500字'],
  rows: 4,
  example: '床框 128 张完成胶合，静置 24 小时后上连接件。',
});
export const diaryPicturesField = images({
  label: '现场图片',
  hint: `选填，最多 ${diaryPictures} 张，双方在订单里看到；发布方可带进下一环节的需求，您同意溯源公开时也出现在溯源页`,
  max: diaryPictures,
  example: '/files/example.jpg',
});

export const reportProgress = defineCall({
  path: '/api/order/progressReport',
  auth: 'user',
  input: order.extend({
    percent: percentField.schema,
    content: reportField.schema,
    files: diaryPicturesField.schema.prefault(''),
    requestId,
  }),
  output: status.extend({ id: z.string() }),
  summary: 'The provider reports how far the work is; from 50 % the second instalment is due.',
});

/** Diary entries on a page. */
export const diaryPageSize = 10;

export const scheduleSee = defineCall({
  path: '/api/Demand/scheduleSee',
  auth: 'signed-in',
  input: order.extend(paging(diaryPageSize)),
  output: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['report', 'finish', 'sendBack', 'affirm', 'redeliver']),
      /** percent afterwards; null for what says nothing of it */
      percent: z.number().int().nullable(),
      content: z.string(),
      /** addresses */
      pictures: z.array(z.string()),
      /** addresses of documents */
      documents: z.array(z.string()),
      /** the side that wrote it */
      by: z.enum(['owner', 'provider']),
      nickname: z.string(),
      time,
    }),
  ),
  paged: true,
  summary: 'The progress diary of an order, newest first, for its two sides.',
});

// Finishing.

export const finishOrder = defineCall({
  path: '/api/order/achieve',
  auth: 'user',
  input: order,
  output: status,
  summary: 'The provider hands the finished work over for acceptance.',
});

export const affirmOrder = defineCall({
  path: '/api/Demand/orderAffirm',
  auth: 'user',
  input: order,
  output: status,
  summary: 'The owner accepts the work: the first two instalments are released, the last is retained.',
});

export const sendBackOrder = defineCall({
  path: '/api/order/sendBack',
  auth: 'user',
  input: order.extend({ reason: reasonField.schema, files: diaryPicturesField.schema.prefault('') }),
  output: status,
  summary: 'The owner sends finished work back with a reason, three times at most.',
});

export const completeOrder = defineCall({
  path: '/api/order/complete',
  auth: 'user',
  input: order,
  output: status,
  summary: 'The owner completes an accepted order; what is retained stays held.',
});

export const releaseRetention = defineCall({
  path: '/api/order/releaseRetention',
  auth: 'user',
  input: order,
  output: status,
  summary: 'The owner releases the retention before its time, which completes the order.',
});

// Appraisals.

export const appraisalPictures = 9;

export const scoreField = whole({
  label: '评分',
  required: '请选择评分',
  negative: '评分应为 1 到 5',
  unit: '分',
  min: [1, '评分应为 1 到 5'],
  max: [5, '评分应为 1 到 5'],
  example: '5',
});
export const appraisalField = text({
  label: '评价',
  required: '请写几句评价',
  min: [4, '请至少写四个字的评价'],
  max: [500, '评价最多500字'],
  pattern: [/[^\p{C}\p{Z}]/u, '请写几句评价'],
  rows: 4,
  example: '护栏间距量过都对，圆角顺手，比约定早两天到。',
});
export const replyField = text({
  label: '回复',
  required: '请填写回复',
  max: [300, '回复最多300字'],
  pattern: [/[^\p{C}\p{Z}]/u, '请填写回复'],
  rows: 3,
  example: '谢谢信任，下一批照这个标准做。',
});
export const appraisalPicturesField = images({
  label: '图片',
  hint: `选填，最多 ${appraisalPictures} 张，评价公开后所有人可见`,
  max: appraisalPictures,
  example: '/files/example.jpg',
});

const everyLabel = [...new Set(Object.values(appraisalLabels).flatMap((list) => list.map(({ name }) => name)))];
const labelChoices = choices({ label: '标签', required: '', of: everyLabel, example: '做工细致,按时交付' }).schema;
const labels = z
  .preprocess((value) => (value === undefined || value === '' ? [] : value), z.unknown())
  .transform((value, context): string[] => {
    if (Array.isArray(value) && value.length === 0) return [];
    const read = labelChoices.safeParse(value);
    if (read.success && read.data.length <= labelsAtMost) return read.data;
    const message = read.success ? `标签最多选${labelsAtMost}个` : (read.error.issues[0]?.message ?? '标签有误');
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .prefault('');

export const appraiseOrder = defineCall({
  path: '/api/Demand/appraise',
  auth: 'user',
  input: order.extend({
    score: scoreField.schema,
    labels,
    content: appraisalField.schema,
    files: appraisalPicturesField.schema.prefault(''),
  }),
  output: status.extend({
    /** 0 waits for review before anybody else sees it */
    status: reviewFlag,
    /** whether both have written, so that both are public now */
    public: z.boolean(),
  }),
  summary: 'Appraises the other side; hidden until both have written or seven days have passed.',
});

export const replyAppraisal = defineCall({
  path: '/api/order/replyAppraisal',
  auth: 'user',
  input: order.extend({ content: replyField.schema }),
  output: status.extend({ status: reviewFlag }),
  summary: 'The one public reply to the appraisal that one received.',
});

const appraisal = z.object({
  id: z.string(),
  score: z.number().int(),
  labels: z.array(z.string()),
  content: z.string(),
  pictures: z.array(z.string()),
  nickname: z.string(),
  avatarUrl: z.string(),
  time,
  /** of the appraised; '' while there is none */
  reply: z.string(),
  replyTime: time.nullable(),
});
const ownAppraisal = appraisal.extend({
  /** 0 waits for review, 2 was refused with a reason */
  status: reviewFlag,
  reason: z.string(),
  replyStatus: reviewFlag,
  replyReason: z.string(),
});

export const getOrderAppraisals = defineCall({
  path: '/api/order/appraisals',
  auth: 'user',
  input: order,
  output: z.object({
    /** what the reader wrote */
    mine: ownAppraisal.nullable(),
    /** what the reader received; null while it is hidden */
    theirs: ownAppraisal.nullable(),
    /** whether the other side has written; says nothing of what */
    theyWrote: z.boolean(),
    public: z.boolean(),
    /** seconds; when what is hidden becomes public by itself; null when nothing waits */
    publicAt: time.nullable(),
    /** what the reader may choose from */
    choices: z.array(z.object({ name: z.string(), praises: z.boolean() })),
  }),
  summary: 'The appraisals of an order as one of its sides may see them.',
});

/** Appraisals on a page of a shop or a case. */
export const appraisalPageSize = 5;
const { page, pageSize } = paging(appraisalPageSize);

const publicAppraisal = appraisal.extend({
  /** what was made, and in which stage */
  name: z.string(),
  stageName: z.string(),
});
export type PublicAppraisal = z.output<typeof publicAppraisal>;

export const getShopAppraisals = defineCall({
  path: '/api/Omo/getShopAppraisals',
  auth: 'anyone',
  input: z.object({ id: recordId('店铺编号'), page, page_size: pageSize }),
  output: z.array(publicAppraisal),
  paged: true,
  summary: 'Public appraisals that a shop received, newest first.',
});

export const getCaseAppraisals = defineCall({
  path: '/api/Omo/getCaseAppraisals',
  auth: 'anyone',
  input: z.object({ ...caseOf, page, page_size: pageSize }),
  output: z.array(publicAppraisal),
  paged: true,
  summary: 'Public appraisals of orders that came from a case, newest first; type is the stage number.',
});
