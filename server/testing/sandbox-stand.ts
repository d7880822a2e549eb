import { createPrivateKey } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PaymentFace, RawRequest } from '../adapters/gateway/gateway.ts';
import { sandboxKeys } from '../adapters/gateway/sandbox/keys.ts';
import { merchant, startSandbox } from '../adapters/gateway/sandbox/listener.ts';
import { notificationPurpose } from '../adapters/gateway/sandbox/notifier.ts';
import { sandboxGateway } from '../adapters/gateway/sandbox/sandbox.ts';
import { signatureHeaders } from '../adapters/gateway/sandbox/signing.ts';
import { payOutTakes } from '../adapters/gateway/sandbox/till.ts';
import { readShanghaiTime, shanghaiDay } from '../adapters/gateway/shanghai-time.ts';
import { MovableClock } from '../clock.ts';
import { type GatewayStand, listen } from './gateway-stand.ts';
import { rsaKeys } from './rsa-keys.ts';

/** The sandbox gateway as a stand: the real one, with a line to it that can be tampered with. */
export async function startSandboxStand(): Promise<GatewayStand> {
  const folder = await mkdtemp(join(tmpdir(), 'omo-sandbox-'));
  const clock = new MovableClock();
  const keys = await sandboxKeys(folder);
  const stranger = createPrivateKey(rsaKeys('stranger').privateKey);
  const sandbox = await startSandbox({ folder, keys, port: 0, clock });
  const faces = new Map<string, string>();
  let forge = false;

  const line = await listen(async ({ method, url, raw }) => {
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = raw.headers;
    const response = await fetch(`${sandbox.url}${url.pathname}`, {
      method,
      headers: headers as Record<string, string>,
      body: new Uint8Array(raw.body),
    }).catch(() => null);
    if (!response) return null;
    const body = await response.text();
    const given = Object.fromEntries(response.headers);
    const answered = {
      'content-type': 'application/json',
      'sandbox-timestamp': given['sandbox-timestamp'] ?? '',
      'sandbox-nonce': given['sandbox-nonce'] ?? '',
      'sandbox-signature': given['sandbox-signature'] ?? '',
    };
    const changed = forge ? signatureHeaders(stranger, 'answer', body, clock.now(), answered['sandbox-nonce']) : {};
    forge = false;
    return { status: response.status, headers: { ...answered, ...changed }, body };
  });
  const gateway = sandboxGateway(line.origin, keys, clock);

  const pageOf = (face: PaymentFace) => {
    if (face.kind !== 'page') throw new Error('the sandbox has pages only');
    return `${sandbox.url}/cashier/${face.url.split('/').at(-1)}`;
  };
  const resigned = (change: object, body: string, key = keys.gateway.privateKey, at = clock.now()): RawRequest => {
    const text = JSON.stringify({ ...(JSON.parse(body) as object), ...change });
    return { headers: signatureHeaders(key, notificationPurpose, text, at), body: Buffer.from(text) };
  };

  return {
    gateway: {
      ...gateway,
      create: async (payment) => {
        const face = await gateway.create(payment);
        faces.set(payment.ourPaymentId, pageOf(face));
        return face;
      },
    },
    clock,
    tells: ['payment'],
    open: async (face) => {
      const shown = await (await fetch(pageOf(face))).text();
      if (!shown.includes('确认支付')) throw new Error('nothing to pay on this page');
    },
    pay: async (ourPaymentId) => {
      const page = faces.get(ourPaymentId) ?? '';
      if (!(await (await fetch(page)).text()).includes('确认支付')) throw new Error('cannot be paid');
      await fetch(page, { method: 'POST', body: new URLSearchParams({ do: 'pay', telling: 'once' }) });
    },
    settle: async () => {
      clock.advance(payOutTakes + 1000);
    },
    payOutsEnd: (as) => `622588013770686${{ done: 1, failed: 7, returned: 8 }[as]}`,
    loseNextAnswer: () => sandbox.loseNextAnswer(),
    forgeNextAnswer: () => {
      forge = true;
    },
    forgeries: ({ headers, body }) => {
      const text = body.toString();
      const minutes = (count: number) => new Date(clock.now().getTime() + count * 60_000);
      return {
        'signed by somebody else': resigned({}, text, stranger),
        'without a signature': { headers: {}, body },
        'one blank more': { headers, body: Buffer.concat([body, Buffer.from(' ')]) },
        'older than five minutes': resigned({}, text, undefined, minutes(-6)),
        'from the future': resigned({}, text, undefined, minutes(6)),
        'an answer for a notification': {
          headers: signatureHeaders(keys.gateway.privateKey, 'answer', text, clock.now()),
          body,
        },
        'for another merchant': resigned({ merchant: `${merchant}2` }, text),
      };
    },
    nextNoon: () => {
      const noon = readShanghaiTime(`${shanghaiDay(clock.now())} 12:00:00`).getTime();
      clock.set(new Date(noon + 24 * 3600_000));
    },
    stop: async () => {
      await line.stop();
      await sandbox.stop();
      await rm(folder, { recursive: true });
    },
  };
}
