import { z } from 'zod';
import type { Clock } from '../../../clock.ts';
import {
  ForgedNotification,
  type Gateway,
  GatewayError,
  type NewPayment,
  type Notification,
  type RawRequest,
} from '../gateway.ts';
import type { SandboxKeys } from './keys.ts';
import { answerPurpose, merchant, requestPurpose } from './listener.ts';
import { notificationPurpose } from './notifier.ts';
import { distrust, nonceOf, signatureHeaders } from './signing.ts';
import type { Asked } from './till.ts';

/** Under the portal's own address: whoever reaches the portal reaches the page to pay on. */
export const cashierPath = '/sandbox-gateway/cashier';

/** milliseconds that the sandbox has to answer in */
const patience = 10_000;

const moment = z.iso.datetime().transform((text) => new Date(text));
const paymentState = z.object({
  status: z.enum(['waiting', 'paid', 'closed', 'unknown']),
  fen: z.number().int(),
  gatewayNumber: z.string(),
  paidAt: moment.nullable(),
});
const transferState = z.object({
  status: z.enum(['pending', 'done', 'failed', 'returned', 'unknown']),
  gatewayNumber: z.string(),
  reason: z.string(),
});
const statementLines = z.array(
  z.object({
    kind: z.enum(['payment', 'refund', 'payOut', 'payOutReturn']),
    ourId: z.string(),
    gatewayNumber: z.string(),
    fen: z.number().int(),
    at: moment,
  }),
);
const refusal = z.object({ code: z.string(), message: z.string() });
const notification = paymentState.extend({
  eventId: z.string().min(1),
  merchant: z.string(),
  ourPaymentId: z.string(),
});

/** The portal's side of the sandbox gateway at `url`. */
export function sandboxGateway(url: string, keys: SandboxKeys, clock: Clock): Gateway {
  async function ask<Output extends z.ZodType>(name: string, input: object, output: Output): Promise<z.output<Output>> {
    const path = `/v1/${name}`;
    const text = JSON.stringify(input);
    const headers = signatureHeaders(keys.portal.privateKey, requestPurpose(path), text, clock.now());
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/json', ...headers },
      signal: AbortSignal.timeout(patience),
    });
    const body = Buffer.from(await response.arrayBuffer());
    const got = { headers: Object.fromEntries(response.headers), body };
    const problem = distrust(keys.gateway.publicKey, answerPurpose, got, clock.now(), nonceOf(headers));
    if (problem !== null) throw new Error(`an answer of the sandbox gateway cannot be believed: ${problem}`);
    const answered: unknown = JSON.parse(body.toString('utf8'));
    if (response.ok) return output.parse(answered);
    const { code, message } = refusal.parse(answered);
    throw new GatewayError(code, message);
  }

  return {
    name: 'sandbox',
    capabilities: {
      split: true,
      largestShareBasisPoints: 10_000,
      freezeDays: null,
      payOutToBank: true,
      payOutToEnterprises: true,
      payOutNeedsUser: false,
    },
    create: async (payment) => {
      const { token } = await ask('create', asked(payment), z.object({ token: z.string().regex(/^[0-9a-f]+$/) }));
      return { kind: 'page', url: `${cashierPath}/${token}` };
    },
    query: (ourPaymentId) => ask('query', { ourPaymentId }, paymentState),
    close: async (ourPaymentId) => {
      await ask('close', { ourPaymentId }, z.object({}));
    },
    refund: (refund) => ask('refund', refund, transferState),
    queryRefund: (ourRefundId, ourPaymentId) => ask('query-refund', { ourRefundId, ourPaymentId }, transferState),
    payOut: (payOut) => ask('pay-out', payOut, transferState),
    queryPayOut: (ourPayOutId) => ask('query-pay-out', { ourPayOutId }, transferState),
    readNotification: async (request) => read(request, keys, clock),
    acknowledgement: {
      taken: { status: 200, type: 'text/plain', body: 'success' },
      again: { status: 500, type: 'text/plain', body: 'again' },
    },
    statement: (day) => {
      const from = new Date(`${day}T00:00:00+08:00`);
      return ask('statement', { from, to: new Date(from.getTime() + 86_400_000) }, statementLines);
    },
  };
}

const asked = ({ expiresAt, payerAddress: _, ...payment }: NewPayment): Asked => ({
  ...payment,
  expiresAt: expiresAt.toISOString(),
});

function read(request: RawRequest, keys: SandboxKeys, clock: Clock): Notification {
  const problem = distrust(keys.gateway.publicKey, notificationPurpose, request, clock.now());
  if (problem !== null) throw new ForgedNotification(problem);
  const parsed = notification.safeParse(JSON.parse(request.body.toString('utf8')));
  if (!parsed.success) throw new ForgedNotification('it cannot be read');
  const { eventId, merchant: meantFor, ourPaymentId, ...state } = parsed.data;
  if (meantFor !== merchant) throw new ForgedNotification('it is meant for somebody else');
  return { kind: 'payment', eventId, ourPaymentId, state };
}
