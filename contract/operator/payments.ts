import { z } from 'zod';
import { defineCall } from '../call.ts';

/** Payments of which a gateway told another sum than was asked for: auditors read, finance and admin give their word. */

/** What came of what a gateway says of a payment. */
export const settlements = {
  settled: '已入账',
  closed: '已关闭',
  known: '此前已处理',
  nothing: '没有变化',
  'wrong sum': '金额不符',
  'unknown payment': '没有这笔支付',
} as const;
export type Settlement = keyof typeof settlements;

const disputedPayment = z.object({
  paymentId: z.string(),
  /** what was paid for, in words */
  title: z.string(),
  /** of an instalment's order; else '' */
  demandNid: z.string(),
  nickname: z.string(),
  wayName: z.string(),
  /** yuan that were asked for */
  asked: z.string(),
  /** yuan that the gateway told of */
  told: z.string(),
  /** the gateway's own number */
  gatewayNumber: z.string(),
  time: z.number().int(),
  /** why the one who asks cannot give the word; '' when they can */
  reason: z.string(),
});
export type DisputedPayment = z.output<typeof disputedPayment>;

export const disputedPayments = defineCall({
  path: '/api/operator/disputedPaymentList',
  auth: 'operator',
  input: z.object({}),
  output: z.array(disputedPayment),
  summary: 'Payments of which a gateway told another sum than was asked for, oldest first',
});

export const settleDisputed = defineCall({
  path: '/api/operator/disputedPaymentSettle',
  auth: 'operator',
  input: z.object({ paymentId: z.uuid('支付单号有误') }),
  output: z.object({ status: z.string(), message: z.string() }),
  summary: 'Asks the gateway once more and books what it says came, into the balance of the payer',
});
