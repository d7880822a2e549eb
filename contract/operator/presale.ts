import { z } from 'zod';
import { defineCall } from '../call.ts';
import { categories, categoryKeys } from '../categories.ts';
import { shapeOf } from '../content-kinds.ts';
import { images, moment, money, paging, select, text, whole } from '../fields.ts';
import { anyOf, optional, recordId } from '../wire.ts';
import { idList, previewLink, version } from './content.ts';

/** Calls of the operators who keep the pre-sale shelf (feature P-03): roles moderator and admin; auditors may read. */

export const presaleFields = {
  category: select({
    label: '类别',
    required: '请选择类别',
    of: categories.map(({ key, name }) => ({ value: key, label: name })),
    example: 'maternal',
  }),
  name: text({
    label: '商品名称',
    required: '请输入商品名称',
    min: [2, '商品名称至少2个字'],
    max: [40, '商品名称最多40个字'],
    example: '可并床婴儿床 榉木',
  }),
  company: text({
    label: '生产厂家',
    required: '请输入生产厂家',
    max: [40, '生产厂家最多40个字'],
    example: '三榫制造',
  }),
  pictures: images({
    label: '图片',
    hint: '第一张是封面，建议 4:3',
    required: '请至少上传一张图片',
    max: 9,
    example: '',
  }),
  description: text({
    label: '商品说明',
    required: '请输入商品说明',
    min: [10, '商品说明至少10个字'],
    max: [2000, '商品说明最多2000个字'],
    rows: 6,
    example: '榉木床框，侧板一收就并到大床边，水性漆三道。',
  }),
  price: money({
    label: '预售价',
    hint: '改价只影响之后的预订',
    required: '请输入预售价',
    negative: '预售价不能为负',
    min: [1, '预售价至少0.01元'],
    max: [100_000_000, '预售价不能超过100万元'],
    example: '1280',
  }),
  quantity: whole({
    label: '预售数量',
    required: '请输入预售数量',
    negative: '预售数量不能为负',
    unit: '件',
    min: [1, '预售数量至少为1'],
    example: '200',
  }),
  unit: text({ label: '计量单位', required: '请输入计量单位', max: [4, '计量单位最多4个字'], example: '张' }),
  starts: moment({ label: '开始预售', hint: '不填为发布后立即', example: '' }),
  ends: moment({ label: '截止时间', required: '请选择截止时间', example: '1900000000' }),
};

/** Where a product stands, its settlement with it. */
export const presaleStates = {
  draft: '草稿',
  waiting: '待开始',
  open: '预售中',
  due: '待结算',
  partly: '部分结算',
  settled: '已结算',
  unbooked: '无人预订',
  removed: '已下架',
} as const;
export type PresaleState = keyof typeof presaleStates;

const row = z.object({
  id: z.string(),
  category: z.enum(categoryKeys),
  state: z.enum(Object.keys(presaleStates) as [PresaleState, ...PresaleState[]]),
  stateName: z.string(),
  /** a draft that differs from what is published */
  changed: z.boolean(),
  name: z.string(),
  /** '' for none */
  picture: z.string(),
  /** yuan with two decimals */
  price: z.string(),
  unit: z.string(),
  quantity: z.number().int(),
  /** pieces spoken for, and by how many bookings; those of them that are not settled */
  joined: z.number().int(),
  bookings: z.number().int(),
  unsettled: z.number().int(),
  /** 0 for at once */
  starts: z.number().int(),
  ends: z.number().int(),
  version: z.number().int(),
  updateTime: z.number().int(),
  updatedBy: z.string(),
});
export type PresaleRow = z.output<typeof row>;

export const operatorPresaleList = defineCall({
  path: '/api/operator/presaleList',
  auth: 'operator',
  input: z.object({
    category: anyOf(categoryKeys, '类别不在可选范围内'),
    /** 1: those that have ended or were taken off, the latest first; else the others in their order */
    past: anyOf(['1'], 'past 须为1'),
  }),
  output: z.array(row),
  summary: 'Pre-sale products, with where they stand and what of them is not settled',
});

const id = recordId('商品编号');

const info = row.extend({
  /** as a form holds them: the draft, else what is published */
  values: z.record(z.string(), z.string()),
});
export type PresaleDeskInfo = z.output<typeof info>;

export const operatorPresaleInfo = defineCall({
  path: '/api/operator/presaleInfo',
  auth: 'operator',
  input: z.object({ id }),
  output: info,
  summary: 'One pre-sale product with its draft',
});

export const operatorPresaleSave = defineCall({
  path: '/api/operator/presaleSave',
  auth: 'operator',
  input: z.object({
    ...(shapeOf(presaleFields) as { [Name in keyof typeof presaleFields]: (typeof presaleFields)[Name]['schema'] }),
    /** of one that there is already, with its version */
    id: optional(id),
    version: optional(version),
    publish: anyOf(['1'], 'publish 须为1'),
  }),
  output: info,
  summary: 'Keeps a pre-sale product as a draft, or publishes it at once',
});

export const operatorPresaleRemove = defineCall({
  path: '/api/operator/presaleRemove',
  auth: 'operator',
  input: z.object({ id, version }),
  output: z.object({ id: z.string() }),
  summary: 'Takes a product off the shelf for good; those who booked are told',
});

export const operatorPresaleOrder = defineCall({
  path: '/api/operator/presaleOrder',
  auth: 'operator',
  input: z.object({ category: z.enum(categoryKeys, '类别不在可选范围内'), before: idList, after: idList }),
  output: z.object({ count: z.number().int() }),
  summary: 'Puts the products of a category into another order; the public sees it at once',
});

export const operatorPresalePreview = defineCall({
  path: '/api/operator/presalePreview',
  auth: 'operator',
  input: z.object({ id }),
  output: previewLink,
  summary: 'A link to the product’s page as it will be; runs out after a quarter of an hour',
});

/** What becomes of a booking once its pre-sale has ended. */
export const outcomes = { done: '已成交', lapsed: '未成交' } as const;
export type Outcome = keyof typeof outcomes;
const outcomeKeys = Object.keys(outcomes) as [Outcome, ...Outcome[]];

const booking = z.object({
  id: z.string(),
  /** nickname, else the masked number */
  nickname: z.string(),
  number: z.number().int(),
  /** yuan with two decimals, of all pieces */
  total: z.string(),
  /** covered; asked for one by one */
  contact: z.string(),
  addTime: z.number().int(),
  /** '' for what is not settled */
  outcome: z.enum(['', ...outcomeKeys]),
  outcomeName: z.string(),
  note: z.string(),
});
export type PresaleBooking = z.output<typeof booking>;

export const operatorPresaleBookings = defineCall({
  path: '/api/operator/presaleBookings',
  auth: 'operator',
  input: z.object({ id, ...paging(50, 200) }),
  output: z.array(booking),
  paged: true,
  summary: 'Bookings of a product, oldest first',
});

export const operatorPresaleContact = defineCall({
  path: '/api/operator/presaleContact',
  auth: 'operator',
  input: z.object({ id: recordId('预订编号') }),
  output: z.object({ contact: z.string() }),
  summary: 'How to reach somebody who booked; that it was looked at is kept',
});

export const settleNoteField = text({
  label: '说明',
  hint: '预订人会看到',
  max: [200, '说明最多200个字'],
  rows: 2,
  example: '工厂排产已满，这批不再生产',
});

export const operatorPresaleSettle = defineCall({
  path: '/api/operator/presaleSettle',
  auth: 'operator',
  input: z.object({
    id,
    version,
    outcome: z.enum(outcomeKeys, '请选择结算结果'),
    /** these bookings alone; empty for all that are not settled */
    bookings: optional(idList),
    note: settleNoteField.schema,
  }),
  output: z.object({ settled: z.number().int(), left: z.number().int() }),
  summary: 'Settles bookings of a product whose pre-sale has ended; those who booked are told',
});
