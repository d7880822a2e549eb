import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { PoolConfig } from 'pg';
import { v7 as uuid } from 'uuid';
import { exportBook } from '../contract/operator/book.ts';
import type { DB } from '../server/db/schema.ts';
import { buildOperator } from '../server/slices/operators/build.ts';
import { clearing } from '../server/slices/ledger/accounts.ts';
import { createDatabase, defineIds } from './data.ts';
import { type Figure, plain } from './figures.ts';
import type { Server } from './processes.ts';

/** Entries of the ledger that are exported: two a movement. */
const entries = 1_000_000;
const people = 1000;
const fen = 10_000;
/** What the collector of the runtime lets lie while the file runs through; rows kept would be several times as much. */
const mostKiB = 256 * 1024;

/** A ledger of a million entries: everybody tops up again and again. */
export function createBook(server: PoolConfig): Promise<PoolConfig> {
  return createDatabase(server, 'bench_book', async (db) => {
    await defineIds(db);
    await fill(db, entries / 2);
    await sql`vacuum analyze`.execute(db);
  });
}

async function fill(db: Kysely<DB>, movements: number): Promise<void> {
  const source = clearing('demo');
  await sql`
    insert into users (id, mobile, password_hash, account_type, nick_name, created_at)
    select bench_id(1, i), '139' || lpad(i::text, 8, '0'), 'none', 1, '木作' || i, now() - interval '1 year'
    from generate_series(0, ${people - 1}::int) as i`.execute(db);
  await sql`
    insert into ledger_transactions (id, kind, cause, memo, at)
    select bench_id(2, i), 'topUp', 'bench:' || i, '充值，第 ' || i || ' 笔', now() - (${movements}::int - i) * interval '20 seconds'
    from generate_series(1, ${movements}::int) as i`.execute(db);
  await sql`
    insert into ledger_entries (account, stripe, seq, transaction_id, amount_fen, balance_fen, type, at)
    select 'available:' || bench_id(1, i % ${people}::int), 0, 1 + (i - 1) / ${people}::int, bench_id(2, i), ${fen}::int8,
      ${fen}::int8 * (1 + (i - 1) / ${people}::int), 1, now()
    from generate_series(1, ${movements}::int) as i
    union all
    select ${source}::text, 0, i, bench_id(2, i), -${fen}::int8, -${fen}::int8 * i, null, now()
    from generate_series(1, ${movements}::int) as i`.execute(db);
}

/** Reads the whole file as it comes and watches the server's memory meanwhile: what the most held, and how long it took. */
export async function book(server: Server, db: Kysely<DB>, say: (line: string) => void): Promise<Figure[]> {
  const { token } = await buildOperator(db, {
    id: uuid(),
    name: 'bench',
    nickName: '财务',
    passwordHash: 'none',
    roles: ['finance'],
    now: new Date(),
  });
  const download = async (
    filter: Record<string, string>,
  ): Promise<{ lines: number; bytes: number; seconds: number }> => {
    const body = new URLSearchParams({ token, ...filter });
    const reply = await fetch(server.url + exportBook.path, { method: 'POST', body });
    const { data, error_msg } = (await reply.json()) as { data: { url: string } | null; error_msg: string };
    if (!data) throw new Error(`no file: ${error_msg}`);
    const began = performance.now();
    const file = await fetch(server.url + data.url);
    if (!file.ok || !file.body) throw new Error(`the file was answered ${file.status}`);
    let lines = 0;
    let bytes = 0;
    for await (const chunk of file.body) {
      bytes += chunk.length;
      for (const byte of chunk) if (byte === 10) lines += 1;
    }
    return { lines, bytes, seconds: (performance.now() - began) / 1000 };
  };
  // One small file first: code that is loaded with it is no part of what a million rows hold.
  await download({ account: 'income' });
  await sleep(1000);
  const before = server.memory();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, server.memory())), 50);
  const { lines, bytes, seconds } = await download({}).finally(() => clearInterval(watch));
  if (lines !== entries + 1) throw new Error(`${lines} lines of ${entries + 1} came`);
  say(`${entries} rows, ${(bytes / 1024 / 1024).toFixed(0)} MiB, ${(entries / seconds).toFixed(0)} rows a second`);
  const of = `a file of ${entries} rows while it is read`;
  return [
    plain('ledger export, memory beyond the idle server', (most - before) / 1024, 'KiB', mostKiB, false, of),
    plain('ledger export, until the last row', seconds, 's', 120, false, of),
  ];
}
