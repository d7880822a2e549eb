import { z } from 'zod';
import { defineCall } from './call.ts';
import { documents, images, money, text } from './fields.ts';
import { orderNid, reasonField } from './orders.ts';
import { requestId } from './wire.ts';

/** Calls by which the two sides of an order cancel it by consent, or dispute (rulings §2). */

const order = z.object({ demandNid: orderNid('需求编号') });
const status = z.object({ orderStatus: z.number().int() });
/** seconds since 1970 */
const time = z.number().int();
const side = z.enum(['owner', 'provider']);

const part = (label: string, example: string) =>
  money({ label, required: `请填写${label}`, negative: `${label}不能为负数`, example });
export const ownerPartField = part('退回发布方的金额', '15920.00');
export const providerPartField = part('付给承接方的金额', '10000.00');

/** A division of what is held, in yuan: named by whoever proposes it, and named again, as it was seen, by whoever accepts. */
const split = { ownerAmount: ownerPartField.schema, providerAmount: providerPartField.schema };

export const disputeReasonField = text({
  label: '原因',
  required: '请填写原因',
  min: [2, '请至少输入两个字的原因'],
  max: [500, '原因最多500字'],
  rows: 4,
  example: '侧板锁扣行程不够，返工两次仍未解决',
});

export const evidenceTextField = text({
  label: '说明',
  required: '请写明这份证据说明什么',
  min: [2, '说明至少2个字'],
  max: [1000, '说明最多1000字'],
  rows: 4,
  example: '第三批 20 张侧板的检验记录，14 张锁扣行程不足 8 毫米',
});
export const evidenceFields = {
  content: evidenceTextField,
  pictures: images({ label: '图片', max: 9, example: '' }),
  files: documents({ label: '文件', max: 5, example: '' }),
} as const;
/** Pieces of evidence that a side may give in one dispute. */
export const evidenceAtMost = 20;

const reasoned = order.extend({ reason: disputeReasonField.schema });

export const requestCancel = defineCall({
  path: '/api/order/requestCancel',
  auth: 'user',
  input: order.extend({ reason: reasonField.schema, ...split }),
  output: status,
  summary: 'With money held: asks the other side to cancel, naming how what is held is divided.',
});

export const acceptCancel = defineCall({
  path: '/api/order/acceptCancel',
  auth: 'user',
  input: order.extend(split),
  output: status,
  summary: 'Accepts the other side’s request to cancel with the division as it was seen; another one is refused.',
});

export const refuseCancel = defineCall({
  path: '/api/order/refuseCancel',
  auth: 'user',
  input: order.extend({ reason: reasonField.schema }),
  output: status,
  summary: 'Refuses a request to cancel: a dispute opens with the request’s division.',
});

export const withdrawCancel = defineCall({
  path: '/api/order/withdrawCancel',
  auth: 'user',
  input: order,
  output: status,
  summary: 'Takes one’s own request to cancel back.',
});

export const openDispute = defineCall({
  path: '/api/order/openDispute',
  auth: 'user',
  input: reasoned.extend(split),
  output: status,
  summary: 'Opens a dispute with a proposal how what is held is divided; everything else is frozen.',
});

export const counterSplit = defineCall({
  path: '/api/order/counterSplit',
  auth: 'user',
  input: reasoned.extend(split),
  output: status,
  summary: 'Answers the standing proposal of a dispute with another one.',
});

export const acceptSplit = defineCall({
  path: '/api/order/acceptSplit',
  auth: 'user',
  input: order.extend(split),
  output: status,
  summary: 'Accepts the standing proposal as it was seen: what is held is divided and the dispute ends.',
});

export const refuseSplit = defineCall({
  path: '/api/order/refuseSplit',
  auth: 'user',
  input: reasoned,
  output: status,
  summary: 'Refuses the standing proposal: evidence is gathered.',
});

export const withdrawDispute = defineCall({
  path: '/api/order/withdrawDispute',
  auth: 'user',
  input: order,
  output: status,
  summary: 'Takes one’s own dispute back, once an order; the work goes on where it stopped.',
});

export const addEvidence = defineCall({
  path: '/api/order/addEvidence',
  auth: 'user',
  input: order.extend({
    content: evidenceFields.content.schema,
    pictures: evidenceFields.pictures.schema,
    files: evidenceFields.files.schema,
    requestId,
  }),
  output: z.object({ id: z.string() }),
  summary: 'Adds a piece of evidence, which the two sides and the operators read; its files are private uploads.',
});

const step = z.object({
  action: z.string(),
  label: z.string(),
  /** owner, provider, operator, clock */
  by: z.string(),
  /** '' for the clock */
  nickname: z.string(),
  time,
  reason: z.string(),
  /** yuan; '' where the step neither proposed nor made a division */
  ownerAmount: z.string(),
  providerAmount: z.string(),
});

export const evidencePicture = z.object({
  /** for this reader and for a while */
  small: z.string(),
  large: z.string(),
  /** pixels */
  width: z.number().int(),
  height: z.number().int(),
});

const evidence = z.object({
  id: z.string(),
  by: side,
  nickname: z.string(),
  time,
  content: z.string(),
  pictures: z.array(evidencePicture),
  files: z.array(z.object({ name: z.string(), url: z.string() })),
});

/** All that belongs to the newest request to cancel or dispute of an order, open or over. */
export const disputeRecord = z.object({
  /** none: neither is open */
  phase: z.enum(['none', 'cancel', 'negotiation', 'evidence', 'ruling']),
  openedBy: side.nullable(),
  reason: z.string(),
  /** seconds; when it was opened */
  since: time.nullable(),
  /** seconds; when the present phase ends by itself */
  until: time.nullable(),
  /** yuan; what is to be divided */
  held: z.string(),
  /** of the provider's part, in hundredths of a percent */
  commissionBasisPoints: z.number().int(),
  /** the one that waits for an answer */
  offer: z.object({ by: side, ownerAmount: z.string(), providerAmount: z.string() }).nullable(),
  /** the other side has answered at least once */
  answered: z.boolean(),
  /** what was said so far, from the first word on */
  steps: z.array(step),
  evidence: z.array(evidence),
  /** how many more pieces the reader may add */
  evidenceLeft: z.number().int(),
  /** how the newest one ended; null while it is open, and where there never was one */
  ended: z.object({ action: z.string(), label: z.string(), time, reason: z.string() }).nullable(),
});

export const getDispute = defineCall({
  path: '/api/order/dispute',
  auth: 'user',
  input: order,
  output: disputeRecord,
  summary: 'The request to cancel or the dispute of an order, with proposals and evidence; for its two sides.',
});
