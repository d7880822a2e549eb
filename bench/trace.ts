import { type Kysely, sql } from 'kysely';
import type { PoolConfig } from 'pg';
import { v7 as uuid } from 'uuid';
import { openDatabase } from '../server/db/connection.ts';
import type { DB } from '../server/db/schema.ts';
import { logSigners } from '../server/slices/trace/keys.ts';
import { asked, newestCheckpoint, signCheckpoint, takeIntoLog } from '../server/slices/trace/log.ts';
import { askConsistency, askInclusion } from '../server/slices/trace/tree.ts';
import { createDatabase } from './data.ts';
import { type Figure, median, plain, type Side, timesAsLong } from './figures.ts';
import { type Load, percentile } from './load.ts';

/** Records in the log before anything is measured, and a hundredth of it. */
export const traceSizes = { few: 10_000, many: 1_000_000 } as const;
type Name = keyof typeof traceSizes;

/** of one product, from design to logistics */
const recordsOfLine = 50;
/** taken into the log at once, as on a busy minute */
const appended = 1000;
const proofs = 300;
const origin = 'bench.example/trace';

/** Rows that wait for their place: `from` to `to`, so many to a line. */
async function write(db: Kysely<DB>, from: number, to: number): Promise<void> {
  await sql`
    insert into product_lines (id, nid, owner_id, name, created_at)
    select lpad(to_hex(n), 32, '0')::uuid, 'PL-' || n, (select id from users limit 1), '三层猫爬架', now()
    from generate_series(${Math.floor(from / recordsOfLine)}::int, ${Math.ceil(to / recordsOfLine) - 1}::int) n
    on conflict do nothing`.execute(db);
  await sql`
    insert into trace_records (id, line_id, body, opened)
    select lpad(to_hex(i), 32, '0')::uuid, lpad(to_hex(i / ${sql.lit(recordsOfLine)}), 32, '0')::uuid,
      jsonb_build_object('demand', 'DM-' || i / 8, 'stage', 'make', 'event', 'report', 'by', 'provider', 'at', 1795000000 + i,
        'percent', i % 101, 'files', jsonb_build_array(encode(sha256(i::text::bytea), 'hex')),
        'sealed', jsonb_build_object('maker', encode(sha256(('m' || i)::bytea), 'hex'),
          'product', encode(sha256(('p' || i)::bytea), 'hex'))),
      '{}'
    from generate_series(${from}::int, ${to - 1}::int) i`.execute(db);
}

interface Log {
  db: Kysely<DB>;
  size: number;
}

async function createLog(server: PoolConfig, name: Name, say: (line: string) => void): Promise<Log> {
  const size = traceSizes[name];
  say(`a trace log of ${size} records …`);
  const connection = await createDatabase(server, `bench_trace_${name}`, async (db) => {
    const id = uuid();
    await sql`
      insert into users (id, account_type, mobile, password_hash, created_at)
      values (${id}, 1, '13900000000', '', now())`.execute(db);
    const began = performance.now();
    await write(db, 0, size);
    await takeIntoLog(db);
    say(`${Math.round(size / ((performance.now() - began) / 1000))} records a second were written and taken into it`);
    await sql`vacuum analyze`.execute(db);
  });
  return { db: openDatabase(connection), size };
}

function loadOf(times: readonly number[], each: number): Load {
  const sorted = Float64Array.from(times).toSorted();
  const seconds = times.reduce((sum, time) => sum + time, 0) / 1000;
  const count = times.length * each;
  return {
    perSecond: count / seconds,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    answered: count,
    sent: count,
    failed: 0,
  };
}

/** Milliseconds that a minute's records take, each time until they are in the log and its head is signed. */
async function append(log: Log, times: number): Promise<Load> {
  const signers = logSigners('bench', origin);
  const took: number[] = [];
  for (let time = 0; time < times; time += 1) {
    await write(log.db, log.size, log.size + appended);
    const began = performance.now();
    const taken = await takeIntoLog(log.db);
    await signCheckpoint(log.db, origin, signers, new Date());
    took.push(performance.now() - began);
    if (taken !== appended) throw new Error(`${taken} of ${appended} records were taken into the log`);
    log.size += appended;
  }
  return loadOf(took, appended);
}

/** Proves records from all over the log; gives the bytes of the longest answer beside how long they took. */
async function prove({ db, size }: Log): Promise<{ load: Load; bytes: number }> {
  const took: number[] = [];
  let bytes = 0;
  const note = (await newestCheckpoint(db))?.note ?? '';
  for (let count = 0; count < proofs; count += 1) {
    const index = Math.floor((count / proofs) * size);
    const began = performance.now();
    const path = await asked(db, askInclusion(index, size));
    const since = await asked(db, askConsistency(Math.max(1, index), size));
    took.push(performance.now() - began);
    const { text } = await db
      .selectFrom('trace_records')
      .select('text')
      .where('log_index', '=', index)
      .executeTakeFirstOrThrow();
    const hex = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex'));
    const answer = JSON.stringify({ text, index, size, note, path: hex(path), since: hex(since) });
    bytes = Math.max(bytes, Buffer.byteLength(answer));
  }
  return { load: loadOf(took, 1), bytes };
}

/** What a hundred times as many records do to taking some more in and to proving one. */
export async function trace(
  server: PoolConfig,
  rounds: number,
  say: (line: string) => void,
  add: (figure: Figure) => void,
): Promise<void> {
  const logs = { few: await createLog(server, 'few', say), many: await createLog(server, 'many', say) };
  try {
    const names: readonly Name[] = ['many', 'few'];
    const sides = (what: string): Record<Name, Side> => ({
      many: { name: `${what} ${traceSizes.many} records`, rounds: [] },
      few: { name: `${what} ${traceSizes.few} records`, rounds: [] },
    });
    const appending = sides(`appending ${appended} to`);
    const proving = sides('proving one of');
    let longest = 0;
    // A round of each, unmeasured: connections, plans and caches.
    for (const name of names) await append(logs[name], 1);
    for (let round = 0; round < rounds; round += 1) {
      for (const name of round % 2 === 0 ? names : names.toReversed()) {
        appending[name].rounds.push(await append(logs[name], 5));
        const { load, bytes } = await prove(logs[name]);
        proving[name].rounds.push(load);
        if (name === 'many') longest = Math.max(longest, bytes);
      }
      say(`round ${round + 1} of ${rounds}`);
    }
    add(timesAsLong('trace log, appending to a hundred times as many', appending.many, appending.few, 1.3));
    // It grows with the height of the tree, as a proof does: a third more tiles to read.
    const proved = median(proving.many.rounds.map(({ p50 }) => p50)) / 1000;
    const beside = `median among ${traceSizes.many}; among ${traceSizes.few} ${median(proving.few.rounds.map(({ p50 }) => p50)).toFixed(1)} ms`;
    add(plain('trace log, proving a record and that nothing before it changed', proved, 's', 0.1, false, beside));
    add(
      plain(
        'trace log, a record with its proofs',
        longest / 1024,
        'KiB',
        20,
        false,
        `longest among ${traceSizes.many}`,
      ),
    );
  } finally {
    await Promise.all([logs.few.db.destroy(), logs.many.db.destroy()]);
  }
}
