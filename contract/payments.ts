import { z } from 'zod';
import { defineCall } from './call.ts';
import { money, paging, text } from './fields.ts';
import { instalments } from './process/money.ts';
import { oneOf, optional, requestId } from './wire.ts';

/** Ways to pay, by the word that the wire has for each; `balance` is one's own money in the portal. */
export const payWayNames = {
  balance: '账户余额',
  sandbox: '沙箱支付（演练）',
  alipay: '支付宝',
  wechat: '微信支付',
} as const;
export type PayWay = keyof typeof payWayNames;
const ways = Object.keys(payWayNames) as [PayWay, ...PayWay[]];

export const paymentStates = ['open', 'paid', 'closed', 'refused', 'disputed'] as const;
export type PaymentState = (typeof paymentStates)[number];
export const paymentStateNames: Readonly<Record<PaymentState, string>> = {
  open: '待支付',
  paid: '支付成功',
  closed: '已关闭',
  refused: '已放弃',
  disputed: '金额核实中',
};

/** minutes that a payment through a gateway may take */
export const paymentMinutes = 30;

/** in fen */
const topUpLeast = 100;
const topUpMost = 50_000_000;

export const topUpField = money({
  label: '充值金额',
  required: '请输入充值金额',
  negative: '充值金额不能为负数',
  min: [topUpLeast, '充值金额至少1元'],
  max: [topUpMost, '单笔充值不能超过50万元'],
  example: '10000',
});

const nid = text({ label: '需求编号', required: '缺少需求编号', max: [40, '需求编号有误'], example: 'DM-2611-0093' });
const keys = instalments.map(({ key }) => key) as ['down', 'second', 'final'];
const way = z.enum(ways, '请选择支付方式');
const gatewayWay = z.enum(ways, '请选择支付方式').exclude(['balance'], '请选择支付方式');
const device = oneOf(['desktop', 'phone'], 'desktop', '设备有误');
const paymentId = z.uuid('支付单号有误');

const yuan = z.string();
/** seconds since 1970 */
const seconds = z.number().int();

export const paymentRecord = z.object({
  paymentId: z.string(),
  /** instalment or topUp */
  purpose: z.enum(['instalment', 'topUp']),
  /** what was paid for, in words */
  title: z.string(),
  /** of an instalment's order; else '' */
  demandNid: z.string(),
  /** down, second, final; '' of a top-up */
  instalment: z.string(),
  amount: yuan,
  way,
  wayName: z.string(),
  /** what it was opened on: a code is of no use to the phone that would have to scan it */
  device,
  status: z.enum(paymentStates),
  statusName: z.string(),
  /** how to pay while it is open: a page to go to, or words of a QR code; null while the gateway has not answered */
  face: z.object({ kind: z.enum(['page', 'code']), url: z.string() }).nullable(),
  expiresAt: seconds,
  createdAt: seconds,
  settledAt: seconds.nullable(),
  /** what became of the money: paid for the instalment, or kept in the balance */
  outcome: z.enum(['', 'instalment', 'balance']),
  /** what the payer is told, in a sentence */
  message: z.string(),
});

/** Someone to pay through, and why not where that cannot be. */
const offeredWay = z.object({ way, name: z.string(), enabled: z.boolean(), reason: z.string() });

export const getPayInfo = defineCall({
  path: '/api/order/payInfo',
  auth: 'user',
  input: z.object({ demandNid: nid.schema }),
  output: z.object({
    demandNid: z.string(),
    /** agreed sum */
    amount: yuan,
    instalments: z.array(
      z.object({
        key: z.enum(keys),
        name: z.string(),
        percent: z.number().int(),
        amount: yuan,
        status: z.number().int(),
        statusName: z.string(),
      }),
    ),
    /** the one that is due; '' when none is */
    due: z.enum(['', ...keys]),
    /** whether the one who asks may pay it now, and why not */
    enabled: z.boolean(),
    reason: z.string(),
    balance: yuan,
    /** what the balance lacks for the instalment that is due; '' when nothing */
    missing: z.string(),
    ways: z.array(offeredWay),
    /** the payment of the due instalment that waits for the payer */
    open: paymentRecord.nullable(),
  }),
  summary: 'What an order costs, which instalment is due, and how its owner can pay it.',
});

const paid = z.object({ payment: paymentRecord, orderStatus: z.number().int() });

export const payOrder = defineCall({
  path: '/api/Demand/pay',
  auth: 'user',
  input: z.object({
    demandNid: nid.schema,
    /** as the payer saw it: another one that became due meanwhile is not paid by mistake */
    instalment: z.enum(keys, '请选择要支付的款项'),
    way,
    device,
    requestId,
  }),
  output: paid,
  summary:
    'Pays the instalment that is due, from the balance at once, or opens a payment through a gateway. Asked again, the same open payment is given.',
});

export const checkOrderStatus = defineCall({
  path: '/api/order/checkOrderStatus',
  auth: 'user',
  input: z
    .object({ paymentId: optional(paymentId), demandNid: optional(nid.schema) })
    .refine((input) => input.paymentId !== undefined || input.demandNid !== undefined, {
      path: ['paymentId'],
      message: '缺少支付单号或需求编号',
    }),
  output: z.object({
    /** of the payment named, else the newest of the order; null when there is none */
    payment: paymentRecord.nullable(),
    /** of the order; null for a top-up */
    orderStatus: z.number().int().nullable(),
  }),
  summary: 'What has become of a payment, or of the newest payment of an order.',
});

export const closePayment = defineCall({
  path: '/api/order/closePay',
  auth: 'user',
  input: z.object({ paymentId }),
  output: paymentRecord,
  summary: 'Gives up an open payment; one that was paid meanwhile counts.',
});

export const getRechargeInfo = defineCall({
  path: '/api/account/rechargeInfo',
  auth: 'user',
  input: z.object({}),
  output: z.object({ balance: yuan, ways: z.array(offeredWay) }),
  summary: 'What one may spend, and how one can top it up.',
});

export const recharge = defineCall({
  path: '/api/account/recharge',
  auth: 'user',
  input: z.object({ money: topUpField.schema, way: gatewayWay, device, requestId }),
  output: paymentRecord,
  summary: 'Opens a payment that tops up the balance; the same requestId gives the same payment.',
});

export const getRechargeList = defineCall({
  path: '/api/account/rechargeList',
  auth: 'user',
  input: z.object({ all: oneOf(['0', '1'], '0', '显示范围有误'), ...paging(10) }),
  output: z.array(paymentRecord),
  paged: true,
  summary: 'Top-ups of the caller, newest first; those that came to nothing more than a day ago only with `all`.',
});
