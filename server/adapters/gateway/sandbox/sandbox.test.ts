import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { afterEach, expect, test, vi } from 'vitest';
import { MovableClock } from '../../../clock.ts';
import { ForgedNotification, type Gateway, GatewayError, type NewPayment } from '../gateway.ts';
import { sandboxKeys } from './keys.ts';
import { type Sandbox, startSandbox } from './listener.ts';
import { sandboxGateway } from './sandbox.ts';

type Heard = { headers: IncomingHttpHeaders; body: Buffer };

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (let close = closers.pop(); close; close = closers.pop()) await close();
});

/** Stands for the portal's end: keeps what it is told and acknowledges when it is willing to. */
async function listener() {
  const heard: Heard[] = [];
  const will = { take: true };
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
    heard.push({ headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(will.take ? 200 : 500).end(will.take ? 'success' : 'again');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
  return { heard, will, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify` };
}

interface Stand {
  clock: MovableClock;
  folder: string;
  sandbox: Sandbox;
  gateway: Gateway;
  /** as after a kill -9: what was promised is in the file, nothing else */
  restart(): Promise<void>;
}

/** Keys take long to make: those of one stand do for all, but for a test that needs others. */
async function newKeys() {
  const folder = await mkdtemp(join(tmpdir(), 'omo-keys-'));
  const keys = await sandboxKeys(folder);
  expect((await sandboxKeys(folder)).gateway.publicKey.equals(keys.gateway.publicKey)).toBe(true);
  await rm(folder, { recursive: true });
  return keys;
}
const sharedKeys = await newKeys();

async function stand(keys = sharedKeys): Promise<Stand> {
  const folder = await mkdtemp(join(tmpdir(), 'omo-sandbox-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const clock = new MovableClock();
  const open = async () => {
    const sandbox = await startSandbox({ folder, keys, port: 0, clock });
    return { sandbox, gateway: sandboxGateway(sandbox.url, keys, clock) };
  };
  const self = { clock, folder, ...(await open()), restart: async () => {} };
  self.restart = async () => {
    await self.sandbox.stop();
    Object.assign(self, await open());
  };
  closers.push(() => self.sandbox.stop());
  return self;
}

const payment = ({ clock }: Stand, notifyUrl: string, more: Partial<NewPayment> = {}): NewPayment => ({
  ourPaymentId: uuid(),
  fen: 2_592_000,
  subject: '胡桃木儿童书架 首付',
  expiresAt: new Date(clock.now().getTime() + 30 * 60_000),
  payerAddress: '127.0.0.1',
  device: 'desktop',
  returnUrl: '/omo/personal/account/deposit',
  notifyUrl,
  ...more,
});

/** What somebody does on the page to pay on. */
async function atCashier({ sandbox, gateway }: Stand, asked: NewPayment, form?: Record<string, string>) {
  const face = await gateway.create(asked);
  if (face.kind !== 'page') throw new Error('no page to pay on');
  return fetch(`${sandbox.url}/cashier/${face.url.split('/').at(-1)}`, {
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
}

const statusOf = async ({ gateway }: Stand, { ourPaymentId }: NewPayment) => (await gateway.query(ourPaymentId)).status;

test('the page to pay on says whose money it is not, pays once and stays paid when it is reloaded', async () => {
  const s = await stand();
  const { heard, url } = await listener();
  const asked = payment(s, url, { subject: '<b>书架</b>' });
  const page = await atCashier(s, asked);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await page.text();
  expect(html).toContain('不是真钱');
  expect(html).toContain('¥25,920.00');
  expect(html).not.toContain('<b>书架');
  for (const _ of [1, 2]) expect(await (await atCashier(s, asked, { do: 'pay' })).text()).toContain('支付成功');
  expect(await (await atCashier(s, asked, { do: 'refuse' })).text()).toContain('支付成功');
  expect(await s.gateway.query(asked.ourPaymentId)).toMatchObject({ status: 'paid', fen: 2_592_000 });
  await vi.waitFor(() => expect(heard).toHaveLength(1));
});

test('who gives up, or comes too late, pays nothing', async () => {
  const s = await stand();
  const { url } = await listener();
  const [refused, late] = [payment(s, url), payment(s, url)];
  expect(await (await atCashier(s, refused, { do: 'refuse' })).text()).toContain('没有扣款');
  await s.gateway.create(late);
  s.clock.advance(31 * 60_000);
  expect(await (await atCashier(s, late, { do: 'pay' })).text()).toContain('没有扣款');
  expect([await statusOf(s, refused), await statusOf(s, late)]).toEqual(['closed', 'closed']);
});

test('the same id asked again is the same payment, with another sum it is refused', async () => {
  const s = await stand();
  const { url } = await listener();
  const asked = payment(s, url);
  const [face, again] = await Promise.all([s.gateway.create(asked), s.gateway.create(asked)]);
  expect(again).toEqual(face);
  await expect(s.gateway.create({ ...asked, fen: 1 })).rejects.toThrow(GatewayError);
});

test('an answer that is lost leaves open what became of the request; asking tells', async () => {
  const s = await stand();
  const { url } = await listener();
  const asked = payment(s, url);
  s.sandbox.loseNextAnswer();
  const error = await s.gateway.create(asked).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(GatewayError);
  expect(await statusOf(s, asked)).toBe('waiting');
});

test('notifications are sent until they are taken, over a restart too, and can be believed', async () => {
  const s = await stand();
  const { heard, will, url } = await listener();
  will.take = false;
  const asked = payment(s, url);
  await atCashier(s, asked, { do: 'pay' });
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0));
  await s.restart();
  will.take = true;
  const before = heard.length;
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(before), 3000);
  const said = await s.gateway.readNotification(heard.at(-1)!);
  expect(said).toMatchObject({
    kind: 'payment',
    ourPaymentId: asked.ourPaymentId,
    state: { status: 'paid', fen: 2_592_000 },
  });
  await vi.waitFor(async () => expect(await s.sandbox.till.due()).toEqual([]));
});

test('a notification that was altered, is old, or was signed by somebody else is forged', async () => {
  const s = await stand();
  const { heard, url } = await listener();
  await atCashier(s, payment(s, url), { do: 'pay', telling: 'twice' });
  await vi.waitFor(() => expect(heard).toHaveLength(2));
  const genuine = heard[0]!;
  await expect(s.gateway.readNotification(genuine)).resolves.toBeTruthy();
  const altered = Buffer.from(genuine.body.toString().replace('2592000', '9992000'));
  const other = await stand(await newKeys());
  await atCashier(other, payment(other, url), { do: 'pay' });
  await vi.waitFor(() => expect(heard).toHaveLength(3));
  for (const forged of [{ ...genuine, body: altered }, { headers: {}, body: genuine.body }, heard[2]!])
    await expect(s.gateway.readNotification(forged)).rejects.toThrow(ForgedNotification);
  s.clock.advance(301_000);
  await expect(s.gateway.readNotification(genuine)).rejects.toThrow('too old');
});

test('late ones come late, and some never', async () => {
  const s = await stand();
  const { heard, url } = await listener();
  const [late, never] = [payment(s, url), payment(s, url)];
  await atCashier(s, late, { do: 'pay', telling: 'late' });
  await atCashier(s, never, { do: 'pay', telling: 'never' });
  expect((await s.sandbox.till.due()).map((due) => due.payment.asked.ourPaymentId)).toEqual([late.ourPaymentId]);
  expect(heard).toHaveLength(0);
  s.clock.advance(20_000);
  await vi.waitFor(() => expect(heard).toHaveLength(1));
});

test('what was acknowledged is in the book after the process was killed in the middle of a line', async () => {
  const s = await stand();
  const { url } = await listener();
  const asked = payment(s, url);
  await atCashier(s, asked, { do: 'pay', telling: 'never' });
  await s.sandbox.stop();
  const file = join(s.folder, 'book.jsonl');
  const whole = await readFile(file, 'utf8');
  await appendFile(file, '{"kind":"asked","num');
  await s.restart();
  expect(await statusOf(s, asked)).toBe('paid');
  expect(await readFile(file, 'utf8')).toBe(whole);
});

test('what is not signed by the portal is not done', async () => {
  const s = await stand();
  const body = JSON.stringify({ ourPaymentId: uuid() });
  const answer = await fetch(`${s.sandbox.url}/v1/query`, { method: 'POST', body });
  expect(answer.status).toBe(401);
  const impostor = sandboxGateway(s.sandbox.url, await newKeys(), s.clock);
  await expect(impostor.query(uuid())).rejects.toThrow('cannot be believed');
});

test('a book that cannot be opened leaves the port to others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'omo-sandbox-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const { sandbox, clock } = await stand();
  const port = Number(new URL(sandbox.url).port);
  await sandbox.stop();
  await appendFile(join(folder, 'book.jsonl'), 'no line of a book\n');
  const start = () => startSandbox({ folder, keys: sharedKeys, port, clock });
  await expect(start()).rejects.toThrow(SyntaxError);
  await rm(join(folder, 'book.jsonl'));
  const again = await start();
  expect(again.url).toBe(sandbox.url);
  await again.stop();
});

test('the last digit of a card says what comes of a pay-out; the statement has what moved', async () => {
  const s = await stand();
  const { url } = await listener();
  const asked = payment(s, url);
  await atCashier(s, asked, { do: 'pay', telling: 'never' });
  const refund = {
    ourRefundId: uuid(),
    ourPaymentId: asked.ourPaymentId,
    fen: 100,
    totalFen: asked.fen,
    reason: '多付',
  };
  const [first, again] = [await s.gateway.refund(refund), await s.gateway.refund(refund)];
  expect(again).toEqual(first);
  await expect(s.gateway.refund({ ...refund, ourRefundId: uuid(), fen: asked.fen })).rejects.toThrow('超过可退金额');

  const to = (last: string) => ({
    ourPayOutId: uuid(),
    fen: 500,
    bankName: '中国银行',
    holder: 'person' as const,
    bankAccount: `621661280000447287${last}`,
    trueName: '林小满',
  });
  const [good, bad, back, slow] = [to('1'), to('7'), to('8'), to('9')];
  const outcomes = [];
  for (const payOut of [good, bad, back, slow]) outcomes.push((await s.gateway.payOut(payOut)).status);
  expect(outcomes).toEqual(['done', 'failed', 'done', 'pending']);
  s.clock.advance(6000);
  expect((await s.gateway.queryPayOut(back.ourPayOutId)).status).toBe('returned');
  expect((await s.gateway.queryPayOut(slow.ourPayOutId)).status).toBe('done');
  await s.restart();
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(s.clock.now());
  const lines = (await s.gateway.statement(day)) ?? [];
  expect(lines.map(({ kind, fen }) => `${kind} ${fen}`).toSorted()).toEqual(
    ['payment 2592000', 'refund -100', 'payOut -500', 'payOut -500', 'payOut -500', 'payOutReturn 500'].toSorted(),
  );
  expect(await readFile(join(s.folder, 'book.jsonl'), 'utf8')).not.toContain('62166128');
});
