import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { proveLedger } from '../contract/operator/ledger.ts';
import { checkOrderStatus, payOrder } from '../contract/payments.ts';
import { splitAmount } from '../contract/process/money.ts';
import { stages } from '../contract/stages/index.ts';
import { paymentStatus } from '../contract/statuses.ts';
import { openDatabase } from './db/connection.ts';
import { stopLeftover } from './db/embedded/postmaster.ts';
import type { DB } from './db/schema.ts';
import { inTransaction } from './db/transaction.ts';
import { buildUser, type BuiltUser } from './slices/accounts/build.ts';
import { topUp } from './slices/ledger/movements.ts';
import { post } from './slices/ledger/post.ts';
import { seedOrder, usualPast } from './slices/orders/seed.ts';
import { httpClient } from './testing/http-client.ts';

// The whole product, as `npm start` runs it, killed in the middle of payments again and again: what was acknowledged is
// there once, what was not is whole or not there at all. `OMO_CRASHES=20` kills twenty times each; the test run fewer.

const crashes = Number(process.env['OMO_CRASHES'] ?? 2);
/** at a time */
const together = 8;
/** many, since nobody may pay as fast as a script would */
const payers = 40 + crashes * 20;
const ordersEach = 8;
const amountFen = 320_000;
const downFen = splitAmount(amountFen).down;
const begun = Date.now();

let dataDir: string;
let port: number;
let running: { child: ChildProcess; ended: Promise<unknown> } | undefined;

interface Order {
  readonly id: string;
  readonly nid: string;
  readonly owner: BuiltUser;
  readonly way: 'balance' | 'sandbox';
  readonly requestId: string;
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: found } = server.address() as { port: number };
      server.close(() => resolve(found));
    });
  });

beforeEach(async () => {
  if (!existsSync(join(import.meta.dirname, '..', 'build', 'server'))) throw new Error('npm run build first');
  dataDir = mkdtempSync(join(tmpdir(), 'omo-crash-'));
  chmodSync(dataDir, 0o755);
  port = await freePort();
});
afterEach(async () => {
  running?.child.kill('SIGKILL');
  await running?.ended;
  await stopLeftover(join(dataDir, 'postgres'), () => {});
  rmSync(dataDir, { recursive: true, force: true });
});

const url = () => `http://127.0.0.1:${port}`;

async function startPortal(): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      OMO_DATA_DIR: dataDir,
      OMO_GATEWAY: 'sandbox',
      OMO_LOG_LEVEL: 'silent',
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = new Promise((resolve) => child.once('close', resolve));
  running = { child, ended };
  await expect
    .poll(
      () =>
        fetch(`${url()}/readyz`).then(
          ({ ok }) => ok || printed,
          () => child.exitCode ?? printed,
        ),
      {
        timeout: 120_000,
        interval: 50,
      },
    )
    .toBe(true);
}

/** What PostgreSQL wrote of itself: its process, and the folder of its socket. */
function postmaster(): { pid: number; socket: string } {
  const [pid = '', , , , socket = ''] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return { pid: Number(pid), socket };
}

const openSocket = () =>
  openDatabase({ host: postmaster().socket, port: 5432, user: 'omo', database: 'omo' }, () => {});

/** People with money, and orders whose down payment is due. */
async function fill(db: Kysely<DB>): Promise<Order[]> {
  const [owners, provider] = [
    await Promise.all(Array.from({ length: payers }, () => buildUser(db))),
    await buildUser(db),
  ];
  const now = new Date();
  const past = usualPast(3, now);
  const steps = past.steps.filter(({ action }) => action === 'award' || action === 'accept');
  const stage = stages[0]?.key ?? '';
  const tender = {
    bidderId: provider.id,
    days: 20,
    offerFen: amountFen,
    at: new Date(past.publishedAt.getTime() + 1000),
  };
  const orders: Order[] = [];
  await inTransaction(db, async (tx) => {
    for (const owner of owners) {
      const fen = downFen * ordersEach;
      await post(tx, topUp({ cause: uuid(), userId: owner.id, gateway: 'demo', fen, memo: '' }), now);
      for (let i = 0; i < ordersEach; i += 1) {
        const id = uuid();
        const nid = `S-${id.slice(-12)}`;
        const line = {
          id,
          nid: `PL-${id.slice(-12)}`,
          owner_id: owner.id,
          name: '婴儿床',
          created_at: past.publishedAt,
        };
        await tx.insertInto('product_lines').values(line).execute();
        const values = { id, nid, line_id: id, stage, category: 'pet', owner_id: owner.id, name: '婴儿床' };
        const terms = { budget_fen: amountFen, deadline_at: new Date(now.getTime() + 86_400_000) };
        await seedOrder(
          tx,
          stages,
          { ...values, ...terms },
          { publishedAt: past.publishedAt, tenders: [tender], steps },
        );
        orders.push({ id, nid, owner, way: i % 3 === 0 ? 'sandbox' : 'balance', requestId: uuid() });
      }
    }
  });
  return orders;
}

/** Pays a down payment as a person would, at the cashier's page where it goes through the gateway. Gives the payment's id. */
async function pay({ nid, owner, way, requestId }: Order): Promise<string> {
  const send = httpClient(url(), owner.token);
  const reply = await send(payOrder, { demandNid: nid, instalment: 'down', way, device: 'desktop', requestId });
  if (!reply.ok) throw new Error(reply.message);
  const { payment } = reply.data;
  if (payment.status === 'open') {
    const cashier = new URL(payment.face?.url ?? '', url());
    const answer = await fetch(cashier, { method: 'POST', body: new URLSearchParams({ do: 'pay', telling: 'once' }) });
    if (!answer.ok || !(await answer.text()).includes('支付成功'))
      throw new Error(`the cashier answered ${answer.status}`);
  }
  return payment.paymentId;
}

test(
  `[O-04] [O-11] killed ${crashes} times and its database ${crashes} times in the middle of payments: what was acknowledged is there once`,
  { timeout: 60_000 + crashes * 60_000 },
  async () => {
    await startPortal();
    let db = openSocket();
    const orders = await fill(db);
    await db.destroy();

    const acknowledged = new Map<Order, string>();
    const unclear = new Set<Order>();
    const waiting = [...orders];
    for (let crash = 0; crash < crashes * 2; crash += 1) {
      let dead = false;
      const worker = async () => {
        while (!dead) {
          const order = waiting.shift();
          if (!order) throw new Error('more orders are needed: the machine is quicker than thought');
          await pay(order).then(
            (id) => acknowledged.set(order, id),
            () => unclear.add(order),
          );
        }
      };
      const workers = Array.from({ length: together }, worker);
      await sleep(150 + Math.random() * 250);
      const victim = crash % 2 === 0 ? running?.child.pid : postmaster().pid;
      process.kill(victim ?? 0, 'SIGKILL');
      dead = true;
      await Promise.all(workers);
      // Without its database the portal ends by itself.
      await running?.ended;
      await startPortal();
    }
    expect(acknowledged.size).toBeGreaterThan(crashes * 4);
    expect(unclear.size).toBeGreaterThan(0);

    // Nobody knows what became of the others: the same form is sent again, and pays once.
    for (const order of unclear) acknowledged.set(order, await pay(order));

    for (const [{ owner }, paymentId] of acknowledged) {
      const send = httpClient(url(), owner.token);
      const status = async () => {
        const reply = await send(checkOrderStatus, { paymentId });
        return reply.ok ? reply.data.payment?.status : reply.message;
      };
      await expect.poll(status, { timeout: 20_000, interval: 100 }).toBe('paid');
    }

    db = openSocket();
    const paid = await db.selectFrom('demands').select('id').where('down_status', '=', paymentStatus.held).execute();
    expect(new Set(paid.map(({ id }) => id))).toEqual(new Set([...acknowledged.keys()].map(({ id }) => id)));
    const holds = await db.selectFrom('ledger_transactions').select('demand_id').where('kind', '=', 'hold').execute();
    expect(holds).toHaveLength(acknowledged.size);
    const escrows = await db.selectFrom('ledger_balances').selectAll().where('account', 'like', 'escrow:%').execute();
    expect(escrows.every(({ balance_fen, seq }) => balance_fen === downFen && seq === 1)).toBe(true);
    expect(escrows).toHaveLength(acknowledged.size);
    const auditor = await buildUser(db, { operatorRoles: ['auditor'] });
    await db.destroy();
    // The whole ledger, and the gateway's statement line by line.
    expect(await httpClient(url(), auditor.token)(proveLedger, {})).toMatchObject({ ok: true, data: { findings: [] } });
    console.log(
      `${acknowledged.size} payments over ${crashes * 2} kills, ${unclear.size} of them unclear, ${Date.now() - begun} ms`,
    );
  },
);
