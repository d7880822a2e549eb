import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { PoolConfig } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from './db/ids.ts';
import { stopLeftover } from './db/embedded/postmaster.ts';
import { inTransaction } from './db/transaction.ts';
import { insertOperator } from './slices/operators/manage.ts';
import { seedUser } from './slices/accounts/seed.ts';
import { rsaKeys } from './testing/rsa-keys.ts';
import { testDatabaseWithConnection } from './testing/database.ts';

const form = 'application/x-www-form-urlencoded';
let dataDir: string;
const children = new Set<ChildProcess>();

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'omo-main-'));
  chmodSync(dataDir, 0o755);
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  await stopLeftover(join(dataDir, 'postgres'), () => {});
  rmSync(dataDir, { recursive: true, force: true });
});

interface Run {
  child: ChildProcess;
  printed: () => string;
  ended: Promise<number | null>;
}

/** OMO_ROLE=worker where the pages do not matter: they need a build. */
function run(env: Record<string, string>): Run {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env.PATH ?? '', OMO_DATA_DIR: dataDir, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return { child, printed: () => printed, ended };
}

/** What a start that must fail says: one line. */
async function refusal(env: Record<string, string>): Promise<string> {
  const { printed, ended } = run(env);
  const code = await ended;
  const lines = printed().trim().split('\n');
  const said = lines.filter((line) => !/^(creating the database|bringing the database)/.test(line));
  expect({ code, said }).toEqual({ code: 1, said: [expect.any(String)] });
  return said[0] ?? '';
}

const until = (work: Run, text: string) => expect.poll(work.printed, { timeout: 15_000 }).toContain(text);

/** Where a run on a database of the test's server connects to: embedded ones have only a socket. */
async function databaseUrl(): Promise<string> {
  return urlOf((await testDatabaseWithConnection()).connection);
}

function urlOf({ connectionString, host, port, user, database }: PoolConfig): string {
  return (
    connectionString ?? `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  );
}

describe('a start that cannot be says why in one line and ends with 1', () => {
  test('a setting that cannot be used', async () => {
    expect(await refusal({ OMO_SEED: 'perhaps' })).toMatch(/^cannot start: OMO_SEED: must be one of none, demo$/);
  });

  test('production with nothing decided', async () => {
    expect(await refusal({ NODE_ENV: 'production' })).toMatch(/^cannot start: OMO_SECRET: /);
  });

  test('a taken port, before the database is touched', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    expect(await refusal({ PORT: String(port) })).toMatch(new RegExp(`port ${port} of 127.0.0.1 is taken`));
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    other.close();
  });

  test('a host that is none of ours', async () => {
    expect(await refusal({ HOST: '192.0.2.1', PORT: '28080' })).toMatch(/192\.0\.2\.1 is no address of this machine/);
  });

  test('a damaged data folder', async () => {
    mkdirSync(join(dataDir, 'postgres'));
    expect(await refusal({})).toMatch(/^cannot start: the database in .*postgres is damaged/);
  });

  test('a data folder that cannot be made', async () => {
    writeFileSync(join(dataDir, 'file'), '');
    expect(await refusal({ OMO_DATA_DIR: join(dataDir, 'file', 'data') })).toMatch(
      /data folder .*file\/data cannot be used/,
    );
  });

  test('a database that does not answer; its password is not shown', async () => {
    const said = await refusal({ DATABASE_URL: 'postgres://omo:geheim77@127.0.0.1:1/omo' });
    expect(said).toMatch(/DATABASE_URL: the database at 127\.0\.0\.1:1\/omo cannot be used: nothing listens there/);
    expect(said).not.toContain('geheim77');
  });

  test('a database that is not there', async () => {
    const url = new URL(await databaseUrl());
    url.pathname = '/omo_absent';
    expect(await refusal({ DATABASE_URL: url.href })).toMatch(/omo_absent cannot be used: there is no such database/);
  });

  test('production on a database with demo accounts', async () => {
    const { db, connection } = await testDatabaseWithConnection();
    const operator = { name: '13800000000', nickName: '平台运营', passwordHash: 'x', roles: [], createdAt: new Date() };
    await inTransaction(db, (tx) => insertOperator(tx, operator));
    const production = { NODE_ENV: 'production', OMO_SECRET: 's'.repeat(32), OMO_ALLOW: 'sandbox-gateway' };
    expect(await refusal({ ...production, DATABASE_URL: urlOf(connection) })).toMatch(/demo account 13800000000/);
  });

  test('[Z-14] without a gateway that still has something open', async () => {
    const { db, connection } = await testDatabaseWithConnection();
    const now = new Date();
    const user = await seedUser(db, { mobile: '13912345678', passwordHash: 'x', accountType: 1, createdAt: now });
    const topUp = { purpose: 'topUp', amount_fen: 500, way: 'alipay', status: 'open', device: 'desktop' } as const;
    const times = { expires_at: now, created_at: now, asked_at: now };
    const rest = { outcome: '', note: '', gateway_number: '' } as const;
    await db
      .insertInto('payments')
      .values({ id: newId(now), user_id: user, ...topUp, ...times, ...rest } as never)
      .execute();
    const env = { OMO_ROLE: 'worker', DATABASE_URL: urlOf(connection) };
    expect(await refusal(env)).toMatch(
      /OMO_GATEWAY leaves out alipay, where 1 payments and 0 withdrawals are still open: give its keys/,
    );
    await sql`update payments set way = 'sandbox'`.execute(db);
    const production = { NODE_ENV: 'production', OMO_SECRET: 's'.repeat(32), OMO_ALLOW: 'demo' };
    const vendor = {
      OMO_GATEWAY: 'alipay',
      OMO_PUBLIC_URL: 'https://omo.example',
      OMO_ALIPAY_APP_ID: '2021000122671080',
      OMO_ALIPAY_SELLER_ID: '2088123412341234',
      OMO_ALIPAY_PRIVATE_KEY: rsaKeys('the portal').privateKey,
      OMO_ALIPAY_PUBLIC_KEY: rsaKeys('Alipay').publicKey,
    };
    expect(await refusal({ ...env, ...production, ...vendor })).toMatch(
      /leaves out sandbox, where 1 payments .*OMO_ALLOW=sandbox-gateway/,
    );
  });

  test('a database that a newer version wrote', async () => {
    const { db, connection } = await testDatabaseWithConnection();
    await sql`insert into schema_migrations (name, timestamp) values ('209901010000-later', '')`.execute(db);
    expect(await refusal({ DATABASE_URL: urlOf(connection) })).toMatch(
      /written by a newer version of the portal.*209901010000-later/,
    );
  });
});

describe('a start that can be', () => {
  test('works on a database of one’s own, and ends with 0 when told to', async () => {
    const worker = run({ OMO_ROLE: 'worker', DATABASE_URL: await databaseUrl() });
    await until(worker, 'OMO worker is running');
    worker.child.kill('SIGTERM');
    // npm sends the same signal once more
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
  });
});

describe.runIf(existsSync(join(import.meta.dirname, '..', 'build', 'server', 'index.js')))('the whole portal', () => {
  test('answers, names itself to a second start, finishes a running request and leaves nothing behind', async () => {
    const portal = run({ OMO_SEED: 'none' });
    await until(portal, 'OMO is running at ');
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(portal.printed())?.[0] ?? '';
    expect(await (await fetch(`${address}/readyz`)).json()).toEqual({ status: 'ready' });
    expect((await fetch(`${address}/omo/`)).headers.get('content-type')).toContain('text/html');

    const second = await refusal({});
    expect(second).toContain(`already running on the data folder ${dataDir}`);
    expect(second).toContain(address);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);

    // Asked for, the server says when it has the head of the request: from then on it runs.
    const headers = { 'content-type': form, expect: '100-continue' };
    const slow = request(`${address}/api/Auth/signin`, { method: 'POST', headers });
    const answered = new Promise<number | undefined>((resolve, reject) => {
      slow.once('response', (response) => resolve(response.resume().statusCode)).once('error', reject);
    });
    slow.flushHeaders();
    await once(slow, 'continue');
    slow.write('mobile=1390000');
    portal.child.kill('SIGINT');
    await until(portal, 'stopping');
    await expect.poll(() => fetch(`${address}/healthz`).catch(() => 'refused')).toBe('refused');
    slow.end('0000');
    // a form without a password: read to its end, and refused for what it lacks
    expect(await answered).toBe(400);
    expect(await portal.ended).toBe(0);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  test('told to stop while it makes the database, it stops when that is done, and the next start finds it whole', async () => {
    const first = run({});
    await until(first, 'creating the database');
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    const second = run({});
    await until(second, 'OMO is running at ');
    expect(second.printed()).not.toContain('creating the database');
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });

  test('killed, it starts again on the same data', async () => {
    const first = run({});
    await until(first, 'OMO is running at ');
    first.child.kill('SIGKILL');
    await first.ended;
    const second = run({});
    await until(second, 'OMO is running at ');
    expect(second.printed()).toContain('stopping it cleanly');
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });
});
