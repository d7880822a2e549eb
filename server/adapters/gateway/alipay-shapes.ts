import { z } from 'zod';
import { yuanToFen } from '../../../contract/fields.ts';
import type { PaymentState, TransferState } from './gateway.ts';
import { readShanghaiTime } from './shanghai-time.ts';

// How Alipay speaks of payments and pay-outs, in answers and in notifications alike.

const sum = z.string().transform((text, context) => {
  const fen = yuanToFen(text);
  if (fen === undefined || fen < 0) context.addIssue(`not a sum: ${text}`);
  return fen ?? 0;
});
export const moment = z.string().transform((text, context) => {
  try {
    return readShanghaiTime(text.slice(0, 19));
  } catch {
    context.addIssue(`not a time: ${text}`);
    return z.NEVER;
  }
});

const tradeStatuses = ['WAIT_BUYER_PAY', 'TRADE_CLOSED', 'TRADE_SUCCESS', 'TRADE_FINISHED'] as const;
export const trade = z.object({
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: z.enum(tradeStatuses),
  total_amount: sum,
  send_pay_date: moment.optional(),
});
export const transfer = z.object({
  out_biz_no: z.string(),
  order_id: z.string().default(''),
  status: z.string(),
  fail_reason: z.string().default(''),
});

/** A trade that was paid and then wholly given back is closed too: what tells is when it was paid. */
export function paymentState(found: z.output<typeof trade>, paidAt: Date | null): PaymentState {
  const paid = found.trade_status === 'TRADE_SUCCESS' || found.trade_status === 'TRADE_FINISHED' || paidAt !== null;
  const status = paid ? 'paid' : found.trade_status === 'TRADE_CLOSED' ? 'closed' : 'waiting';
  return { status, fen: paid ? found.total_amount : 0, gatewayNumber: found.trade_no, paidAt: paid ? paidAt : null };
}

const payOutStatuses: Readonly<Record<string, TransferState['status']>> = {
  SUCCESS: 'done',
  FAIL: 'failed',
  CLOSED: 'failed',
  REFUND: 'returned',
};

export function payOutState(found: z.output<typeof transfer>): TransferState {
  const status = payOutStatuses[found.status] ?? 'pending';
  const reason =
    status === 'failed' || status === 'returned' ? found.fail_reason.slice(0, 100) || '银行没有说明原因' : '';
  return { status, gatewayNumber: found.order_id, reason };
}
