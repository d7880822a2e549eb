import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../clock.ts';
import { GatewayError, type NewPayOut, type NewRefund } from '../gateway.ts';
import { outcomePage, payingPage, unknownPage } from './cashier.ts';
import type { SandboxKeys } from './keys.ts';
import { startNotifier } from './notifier.ts';
import { distrust, nonceOf, signatureHeaders } from './signing.ts';
import { type Asked, type Telling, tellings, Till } from './till.ts';

/** whom the sandbox knows */
export const merchant = 'omo';
/** bytes of the largest request */
const largest = 64 * 1024;

export const answerPurpose = 'answer';
export const requestPurpose = (path: string) => `request ${path}`;

export interface Sandbox {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly till: Till;
  /** The next answer is lost on its way: what was asked is done all the same. */
  loseNextAnswer(): void;
  stop(): Promise<void>;
}

type Operation = (input: never, till: Till) => unknown;

const operations: Readonly<Record<string, Operation>> = {
  create: async (asked: Asked, till) => {
    const { token, number } = await till.create(asked);
    return { token, number };
  },
  query: ({ ourPaymentId }: { ourPaymentId: string }, till) => till.query(ourPaymentId),
  close: async ({ ourPaymentId }: { ourPaymentId: string }, till) => {
    await till.close(ourPaymentId);
    return {};
  },
  refund: (refund: NewRefund, till) => till.refund(refund),
  'query-refund': ({ ourRefundId, ourPaymentId }: { ourRefundId: string; ourPaymentId: string }, till) =>
    till.queryRefund(ourRefundId, ourPaymentId),
  'pay-out': (payOut: NewPayOut, till) => till.payOut(payOut),
  'query-pay-out': ({ ourPayOutId }: { ourPayOutId: string }, till) => till.queryPayOut(ourPayOutId),
  statement: ({ from, to }: { from: string; to: string }, till) => till.statement(new Date(from), new Date(to)),
};

/**
 * The sandbox gateway: a listener of its own with a book and keys of its own, reached by the portal only as a gateway
 * elsewhere would be. Throws EADDRINUSE when the port is taken; the port is free again when the book cannot be opened.
 */
export async function startSandbox(options: {
  folder: string;
  keys: SandboxKeys;
  port: number;
  clock: Clock;
}): Promise<Sandbox> {
  const { folder, keys, port, clock } = options;
  let losing = false;
  // The port before the book: whoever has the one may write in the other.
  const server = createServer((request, response) => {
    void opened
      .then(({ till, notifier }) => answer(request, response, till, notifier.look))
      .catch(() => response.writableEnded || response.writeHead(500).end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const opened = (async () => {
    const till = await Till.open(folder, clock);
    return { till, notifier: startNotifier(till, keys.gateway.privateKey, merchant, clock) };
  })();
  const { till, notifier } = await opened.catch(async (error: unknown) => {
    await closed(server);
    throw error;
  });

  async function answer(request: IncomingMessage, response: ServerResponse, book: Till, changed: () => void) {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const body = await bodyOf(request);
    if (body === undefined) return response.writeHead(413).end();
    const [, door, name = ''] = path.split('/');
    if (door === 'cashier') return cashier(request, response, { till: book, token: name, body, changed });
    const operation = door === 'v1' && Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (!operation || request.method !== 'POST') return response.writeHead(404).end();

    const problem = distrust(
      keys.portal.publicKey,
      requestPurpose(path),
      { headers: request.headers, body },
      clock.now(),
    );
    const [status, answered] =
      problem === null ? await run(operation, body, book) : [401, { code: 'SIGN', message: problem }];
    const text = JSON.stringify(answered);
    if (losing) {
      losing = false;
      return request.socket.destroy();
    }
    const signed = signatureHeaders(
      keys.gateway.privateKey,
      answerPurpose,
      text,
      clock.now(),
      nonceOf(request.headers),
    );
    return response.writeHead(status, { 'content-type': 'application/json', ...signed }).end(text);
  }

  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}`,
    till,
    loseNextAnswer: () => (losing = true),
    stop: async () => {
      const ended = closed(server);
      await notifier.stop();
      await ended;
      await till.end();
    },
  };
}

function closed(server: Server): Promise<unknown> {
  const ended = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  return ended;
}

async function run(operation: Operation, body: Buffer, till: Till): Promise<[number, unknown]> {
  try {
    return [200, await operation(JSON.parse(body.toString('utf8')) as never, till)];
  } catch (error) {
    if (error instanceof GatewayError) return [400, { code: error.code, message: error.message }];
    throw error;
  }
}

const html = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
};

/** The page to pay on: shown by GET, decided by POST; both end at the same address, so that reloading pays nothing. */
async function cashier(
  request: IncomingMessage,
  response: ServerResponse,
  { till, token, body, changed }: { till: Till; token: string; body: Buffer; changed: () => void },
) {
  const payment = await till.atToken(token);
  if (!payment) return response.writeHead(404, html).end(unknownPage());
  if (request.method === 'POST') {
    const form = new URLSearchParams(body.toString('utf8'));
    const telling = tellings.find((one) => one === form.get('telling')) satisfies Telling | undefined;
    if (form.get('do') === 'pay') await till.pay(payment, telling ?? 'once');
    else await till.refuse(payment);
    changed();
    // Relative: the page may be looked at through the portal's own address.
    return response.writeHead(303, { ...html, location: token }).end();
  }
  if (payment.status === 'waiting') return response.writeHead(200, html).end(payingPage(payment));
  const { device, returnUrl } = payment.asked;
  const back: Record<string, string> = device === 'phone' ? { refresh: `2; url=${returnUrl}` } : {};
  return response.writeHead(200, { ...html, ...back }).end(outcomePage(payment));
}

/** undefined for what is too large. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > largest) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
