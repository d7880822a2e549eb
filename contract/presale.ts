import { z } from 'zod';
import { defineCall } from './call.ts';
import { categories } from './categories.ts';
import { paging, text, whole } from './fields.ts';
import { emailForm, joinMessages, mobileForm, telLimits } from './presale-join.ts';
import { commentText, likeFlag, reviewFlag } from './reactions.ts';
import { anyOf, recordId } from './wire.ts';

/** Pages that show any product of the shelf, and the pages of one. */
export const presaleTag = 'presale';
export const presaleProductTag = (id: string): string => `presale:${id}`;

const product = z.object({
  id: z.string(),
  name: z.string(),
  thumbUrl: z.string(),
  presellType: z.number().int(),
  /** pieces still to be had */
  amount: z.number().int(),
  /** what a piece is counted in: 张, 把 … */
  unit: z.string(),
  /** pieces spoken for */
  joined: z.number().int(),
  /** yuan with two decimals */
  price: z.string(),
  likeSum: z.number().int(),
  evaluateSum: z.number().int(),
  /** 2: liked by the one who asks */
  thisUserLoveStatus: likeFlag,
});
export type PresaleProduct = z.output<typeof product>;

const productId = recordId('商品编号');

/** Specification §9: the hot list. */
export const presalePageSize = 3;
const presellTypes = categories.map((category) => String(category.presellType));

export const getPresellList = defineCall({
  path: '/api/Presell/getProductList',
  auth: 'anyone',
  input: z.object({
    presellType: anyOf(presellTypes, '商品类型不在可选范围内'),
    page: paging(presalePageSize).page,
    size: paging(presalePageSize, 30).pageSize,
  }),
  output: z.array(product),
  paged: true,
  summary: 'Pre-sale products, hottest first: 1 maternal, 2 pet, 3 business, absent all',
});

/** Specification §5 "Pre-sale join". What is left is known to the server alone. */
export const joinFields = {
  number: whole({
    label: '数量',
    required: joinMessages.number,
    negative: joinMessages.negative,
    unit: '件',
    min: [1, joinMessages.least],
    max: [9_999_999, joinMessages.above],
    example: '2',
  }),
  tel: text({
    label: '联系方式',
    hint: '手机号或邮箱',
    required: joinMessages.tel,
    max: [telLimits.email, joinMessages.tel],
    pattern: [new RegExp(`${mobileForm.source}|${emailForm.source}`), joinMessages.tel],
    inputMode: 'email',
    example: '13800000001',
  }),
};

/**
 * What of a booking can still be changed: all; the contact alone, once the pre-sale has ended; nothing, once the product was
 * taken off or the booking is settled.
 */
export const joinStates = {
  open: '预订中',
  ended: '已截止',
  removed: '已下架',
  done: '已成交',
  lapsed: '未成交',
} as const;
export type JoinState = keyof typeof joinStates;

const joinLog = z.object({
  id: z.string(),
  productId: z.string(),
  name: z.string(),
  thumbUrl: z.string(),
  company: z.string(),
  unit: z.string(),
  /** yuan with two decimals: of a piece, and of all of them */
  price: z.string(),
  total: z.string(),
  number: z.number().int(),
  /** mobile number or email; told to nobody but its owner */
  tel: z.string(),
  /** pieces still to be had, beside one's own */
  amount: z.number().int(),
  endTime: z.number().int(),
  addTime: z.number().int(),
  updateTime: z.number().int(),
  state: z.enum(Object.keys(joinStates) as [JoinState, ...JoinState[]]),
  stateName: z.string(),
  /** said when it was settled; '' for nothing */
  note: z.string(),
});
export type JoinLog = z.output<typeof joinLog>;

export const getPresellInfo = defineCall({
  path: '/api/Presell/getProductInfo',
  auth: 'anyone',
  input: z.object({ productId }),
  output: product.extend({
    /** addresses of pictures, comma-separated */
    images: z.string(),
    describe: z.string(),
    /** maker */
    company: z.string(),
    endTime: z.number().int(),
    /** the reader's own booking; none for a visitor */
    myJoin: joinLog.nullable(),
  }),
  summary: 'One pre-sale product; with a token also the booking of the one who asks',
});

const joinShape = { number: joinFields.number.schema, tel: joinFields.tel.schema };
const joinId = recordId('预订编号');

export const joinPresell = defineCall({
  path: '/api/Presell/join',
  auth: 'user',
  input: z.object({ ...joinShape, productId }),
  output: joinLog,
  summary: 'Speaks for some pieces of a product, once per person and product; the same sent again is answered the same',
});

/** Specification §9. */
export const joinLogPageSize = 6;

export const getMyJoinLogList = defineCall({
  path: '/api/Presell/getMyJoinLogList',
  auth: 'user',
  input: z.object(paging(joinLogPageSize)),
  output: z.array(joinLog),
  paged: true,
  summary: 'Bookings of the one who asks, newest first',
});

export const updateJoinLog = defineCall({
  path: '/api/Presell/updateJoinLog',
  auth: 'user',
  input: z.object({ ...joinShape, id: joinId }),
  output: joinLog,
  summary: 'Changes number and contact of an own booking; after the end the contact alone',
});

export const deleteJoinLog = defineCall({
  path: '/api/Presell/deleteJoinLog',
  auth: 'user',
  input: z.object({ id: joinId }),
  output: z.object({ id: z.string(), productId: z.string() }),
  summary: 'Takes an own booking back, before the end, and gives its pieces free',
});

const commentPage = paging(10, 50);

const productComment = z.object({
  id: z.string(),
  userId: z.string(),
  nickName: z.string(),
  avatarUrl: z.string(),
  content: z.string(),
  addTime: z.number().int(),
});

export const getPresellCommentList = defineCall({
  path: '/api/Presell/getCommentList',
  auth: 'anyone',
  input: z.object({ productId, ...commentPage }),
  output: z.array(productComment),
  paged: true,
  summary: 'Comments on one pre-sale product, newest first',
});

export const commentPresell = defineCall({
  path: '/api/Presell/comment',
  auth: 'user',
  input: z.object({ content: commentText.schema, productId }),
  output: productComment.extend({ status: reviewFlag }),
  summary: 'Comments on a pre-sale product; status 0 waits for review',
});

const loved = z.object({ productId: z.string(), thisUserLoveStatus: likeFlag, likeSum: z.number().int() });

export const likePresell = defineCall({
  path: '/api/Presell/like',
  auth: 'user',
  input: z.object({
    productId,
    /** 2 likes, 1 takes it back, whatever was before; absent changes it to the other */
    thisUserLoveStatus: anyOf(['1', '2'], 'thisUserLoveStatus 须为1或2'),
  }),
  output: loved,
  summary: 'Likes a pre-sale product, or takes the like back',
});

export const unlikePresell = defineCall({
  path: '/api/Presell/unlike',
  auth: 'user',
  input: z.object({ productId }),
  output: loved,
  summary: 'Takes a like of a pre-sale product back',
});
