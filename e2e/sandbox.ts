import { join } from 'node:path';
import { sandboxKeys } from '../server/adapters/gateway/sandbox/keys.ts';
import { notificationPurpose } from '../server/adapters/gateway/sandbox/notifier.ts';
import { signatureHeaders } from '../server/adapters/gateway/sandbox/signing.ts';
import type { Portal } from './fixtures.ts';

/**
 * The sandbox's notification, in its words and with its key, that so much was paid so many milliseconds ago. Whether that is so
 * only the sandbox's own book says, which this does not touch.
 */
export async function tellPaid(
  portal: Portal,
  { paymentId, fen, ago = 0 }: { paymentId: string; fen: number; ago?: number },
): Promise<Response> {
  const { gateway } = await sandboxKeys(join(portal.dataDir, 'sandbox-gateway'));
  const now = new Date();
  const paidAt = new Date(now.getTime() - ago).toISOString();
  const paid = { status: 'paid', fen, gatewayNumber: `SP-told-${paymentId}`, paidAt };
  const body = JSON.stringify({ eventId: `told-${paymentId}`, merchant: 'omo', ourPaymentId: paymentId, ...paid });
  const headers = signatureHeaders(gateway.privateKey, notificationPurpose, body, now);
  return fetch(`${portal.url}/api/pay/notify/sandbox`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
}
