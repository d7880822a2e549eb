import { verify } from 'node:crypto';
import { Aes } from 'wechatpay-axios-plugin';
import { z } from 'zod';
import type { WechatSettings } from '../../gateway-settings.ts';
import { ForgedNotification, type Notification, type RawRequest } from './gateway.ts';
import { fromVendorId } from './vendor-ids.ts';
import { paymentState, refundState, refundStatus, transaction } from './wechat-shapes.ts';

/** seconds that a notification may be old, or ahead of our clock */
const notificationAge = 300;

const refund = z.object({
  mchid: z.string(),
  out_refund_no: z.string(),
  refund_id: z.string(),
  refund_status: refundStatus,
});

/** Reads what is posted to us: first whether WeChat Pay signed it just now, then whom it is meant for, then what it says. */
export function readWechatNotification(settings: WechatSettings, request: RawRequest, now: Date): Notification {
  checkSignature(request, settings.platformKeys, now);
  const { id: eventId, event_type: event, resource } = readEnvelope(request.body);
  const content = opened(resource, settings.apiV3Key);
  if (event === 'TRANSACTION.SUCCESS') {
    const found = transaction.safeParse(content);
    if (!found.success) throw new ForgedNotification('not a notification of a payment');
    const { appid, mchid, out_trade_no: number } = found.data;
    if (mchid !== settings.merchantId || appid !== settings.appId)
      throw new ForgedNotification('meant for somebody else');
    return { kind: 'payment', eventId, ourPaymentId: fromVendorId(number), state: paymentState(found.data) };
  }
  if (event.startsWith('REFUND.')) {
    const found = refund.safeParse(content);
    if (!found.success) throw new ForgedNotification('not a notification of a refund');
    const { mchid, out_refund_no: number, refund_status: status, refund_id: refundId } = found.data;
    if (mchid !== settings.merchantId) throw new ForgedNotification('meant for somebody else');
    return { kind: 'refund', eventId, ourRefundId: fromVendorId(number), state: refundState(status, refundId) };
  }
  throw new ForgedNotification(`nothing that the portal asked for: ${event}`);
}

/** The bytes as they came, by a key of WeChat Pay's that we know, not long ago. */
function checkSignature({ headers, body }: RawRequest, keys: Readonly<Record<string, string>>, now: Date): void {
  const [timestamp, nonce, serial, signature] = ['timestamp', 'nonce', 'serial', 'signature'].map((name) => {
    const value = headers[`wechatpay-${name}`];
    if (typeof value !== 'string' || value === '') throw new ForgedNotification(`no Wechatpay-${name}`);
    return value;
  }) as [string, string, string, string];
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now.getTime() / 1000 - Number(timestamp)) > notificationAge)
    throw new ForgedNotification('too old');
  if (!Object.hasOwn(keys, serial)) throw new ForgedNotification('signed by a key that we do not know');
  const signed = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from('\n')]);
  if (!verify('RSA-SHA256', signed, keys[serial] as string, Buffer.from(signature, 'base64')))
    throw new ForgedNotification('signature');
}

const resourceShape = z.object({
  algorithm: z.literal('AEAD_AES_256_GCM'),
  ciphertext: z.string(),
  nonce: z.string(),
  associated_data: z.string().default(''),
});
const envelope = z.object({ id: z.string().min(1), event_type: z.string(), resource: resourceShape });

function readEnvelope(body: Buffer): z.output<typeof envelope> {
  try {
    return envelope.parse(JSON.parse(body.toString('utf8')));
  } catch {
    throw new ForgedNotification('not a notification');
  }
}

function opened(resource: z.output<typeof resourceShape>, key: string): unknown {
  try {
    const { ciphertext, nonce, associated_data: extra } = resource;
    return JSON.parse(Aes.AesGcm.decrypt(ciphertext, key, nonce, extra));
  } catch {
    throw new ForgedNotification('not sealed with our key');
  }
}
