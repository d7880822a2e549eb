import { z } from 'zod';
import type { PaymentState, TransferState } from './gateway.ts';

// How WeChat Pay speaks of payments and refunds, in answers and in notifications alike.

const fen = z.int().nonnegative();
const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

export const transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().default(''),
  trade_state: z.enum(['SUCCESS', 'REFUND', 'NOTPAY', 'CLOSED', 'REVOKED', 'USERPAYING', 'PAYERROR', 'ACCEPT']),
  success_time: moment.optional(),
  amount: z.object({ total: fen, currency: z.literal('CNY').default('CNY') }).optional(),
});
const refundStates = { SUCCESS: 'done', PROCESSING: 'pending', CLOSED: 'failed', ABNORMAL: 'failed' } as const;
export const refundStatus = z.enum(['SUCCESS', 'PROCESSING', 'CLOSED', 'ABNORMAL']);

/** What it says of a payment; throws when it calls one paid without saying how much. */
export function paymentState(found: z.output<typeof transaction>): PaymentState {
  const paid = found.trade_state === 'SUCCESS' || found.trade_state === 'REFUND';
  const over = found.trade_state === 'CLOSED' || found.trade_state === 'REVOKED' || found.trade_state === 'PAYERROR';
  if (paid && !found.amount) throw new Error('WeChat Pay names no sum of a paid payment');
  return {
    status: paid ? 'paid' : over ? 'closed' : 'waiting',
    fen: paid ? (found.amount?.total ?? 0) : 0,
    gatewayNumber: found.transaction_id,
    paidAt: paid ? (found.success_time ?? null) : null,
  };
}

export function refundState(status: z.output<typeof refundStatus>, gatewayNumber: string): TransferState {
  const reason = {
    SUCCESS: '',
    PROCESSING: '',
    CLOSED: '退款已关闭',
    ABNORMAL: '原支付账户无法收款，请联系客服处理',
  }[status];
  return { status: refundStates[status], gatewayNumber, reason };
}
