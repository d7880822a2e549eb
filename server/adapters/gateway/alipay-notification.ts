import type { AlipaySdk } from 'alipay-sdk';
import { z } from 'zod';
import { ForgedNotification, type Notification } from './gateway.ts';
import { moment, paymentState, payOutState, trade, transfer } from './alipay-shapes.ts';
import { fromVendorId } from './vendor-ids.ts';

/** Reads what is posted to us: first whether Alipay signed it, then whom it is meant for, then what it says. */
export function readAlipayNotification(
  sdk: AlipaySdk,
  { appId, sellerId }: { readonly appId: string; readonly sellerId: string },
  body: Buffer,
): Notification {
  const form = readForm(body);
  // The client would let the sender choose SHA-1.
  if (form['sign_type'] !== 'RSA2' || !sdk.checkNotifySignV2(form)) throw new ForgedNotification('signature');
  if (form['app_id'] !== appId) throw new ForgedNotification('meant for another app');
  if (form['msg_method'] === 'alipay.fund.trans.order.changed') return payOutNotification(form);
  if (form['seller_id'] !== sellerId) throw new ForgedNotification('meant for another seller');
  return tradeNotification(form);
}

function tradeNotification(form: Readonly<Record<string, string>>): Notification {
  const read = trade.extend({
    notify_id: z.string().min(1),
    gmt_payment: moment.optional(),
    gmt_refund: z.string().optional(),
    out_biz_no: z.string().optional(),
  });
  const found = read.safeParse(form);
  if (!found.success) throw new ForgedNotification('not a notification of a payment');
  const { notify_id: eventId, gmt_refund: refunded, out_biz_no: refund } = found.data;
  // A refund is told to the payment's own address, with the payment's state and sum beside it.
  if (refunded && refund) {
    const state = { status: 'done', gatewayNumber: found.data.trade_no, reason: '' } as const;
    return { kind: 'refund', eventId, ourRefundId: fromVendorId(refund), state };
  }
  const state = paymentState(found.data, found.data.gmt_payment ?? null);
  return { kind: 'payment', eventId, ourPaymentId: fromVendorId(found.data.out_trade_no), state };
}

function payOutNotification(form: Readonly<Record<string, string>>): Notification {
  const read = z.object({ notify_id: z.string().min(1), biz_content: z.string() }).safeParse(form);
  const content = read.success ? transfer.safeParse(parsedOrNull(read.data.biz_content)) : undefined;
  if (!read.success || !content?.success) throw new ForgedNotification('not a notification of a pay-out');
  return {
    kind: 'payOut',
    eventId: read.data.notify_id,
    ourPayOutId: fromVendorId(content.data.out_biz_no),
    state: payOutState(content.data),
  };
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A name that comes twice could be read one way by the check and another way by us. */
function readForm(body: Buffer): Record<string, string> {
  const pairs = [...new URLSearchParams(body.toString('utf8'))];
  const form = Object.fromEntries(pairs);
  if (Object.keys(form).length !== pairs.length) throw new ForgedNotification('a name comes twice');
  return form;
}
