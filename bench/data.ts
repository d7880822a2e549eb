import { type Kysely, sql } from 'kysely';
import pg, { type PoolConfig } from 'pg';
import { categoryKeys } from '../contract/categories.ts';
import { stages } from '../contract/stages/index.ts';
import { commonKeys } from '../contract/stages/stage.ts';
import { openDatabase } from '../server/db/connection.ts';
import { migrateToLatest } from '../server/db/migrate.ts';
import type { DB } from '../server/db/schema.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { installJobs } from '../server/outbox/outbox.ts';
import { openSession } from '../server/slices/accounts/sessions.ts';
import { buildCase } from '../server/slices/cases/build.ts';
import { recount } from '../server/slices/demands/lists.ts';
import { buildShop } from '../server/slices/shop/build.ts';

const people = 200;

/** Half of all demands lie in one stage and category, the one that is measured; the rest is spread over the others. */
export const measured = { stage: 'proofing', category: 'maternal' } as const;

/** Creates a database with so many open demands, as if published one every twenty seconds until now. */
export async function createFilled(server: PoolConfig, name: string, demands: number): Promise<PoolConfig> {
  return createDatabase(server, name, (db) => fill(db, demands));
}

/** Creates a database with the portal's tables and fills it. */
export async function createDatabase(
  server: PoolConfig,
  name: string,
  fillIn: (db: Kysely<DB>) => Promise<void>,
): Promise<PoolConfig> {
  const admin = new pg.Client(server);
  await admin.connect();
  // Room for the filling, so that it is not all checkpoints; nothing about safety is changed.
  await admin.query(`alter system set max_wal_size = '8GB'`);
  await admin.query('select pg_reload_conf()');
  await admin.query(`create database ${name} template template0 encoding 'UTF8'`);
  await admin.end();
  const connection = { ...server, database: name };
  const db = openDatabase(connection);
  try {
    await migrateToLatest(db);
    await installJobs(db);
    await fillIn(db);
  } finally {
    await db.destroy();
  }
  return connection;
}

/** `bench_id(kind, number)`: an id for a row that was made by its number. */
export async function defineIds(db: Kysely<DB>): Promise<void> {
  // Ids are laid out as UUIDv7, time first, so that they grow as the real ones do.
  await sql`
    create function bench_id(kind int, number int) returns uuid language sql immutable as $$
      select (substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-7' || lpad(to_hex(kind), 3, '0') || '-8000-'
        || lpad(to_hex(number), 12, '0'))::uuid
      from (select lpad(to_hex(1767225600000 + number::int8 * 20000), 12, '0') as h) as t
    $$`.execute(db);
}

async function fill(db: Kysely<DB>, demands: number): Promise<void> {
  await defineIds(db);
  await sql`
    insert into users (id, mobile, password_hash, account_type, nick_name, created_at)
    select bench_id(1, i), '139' || lpad(i::text, 8, '0'), 'none', 1 + i % 2, '木作' || i, now() - interval '1 year'
    from generate_series(1, ${people}::int) as i`.execute(db);
  await sql`
    insert into product_lines (id, nid, owner_id, name, created_at)
    select bench_id(2, i), 'PL' || i, bench_id(1, 1 + i % ${people}::int), '可折叠婴儿床' || i,
      now() - (${demands}::int - i) * interval '20 seconds'
    from generate_series(1, ${demands}::int) as i`.execute(db);
  const kinds = cells();
  await sql`
    insert into demands (id, nid, line_id, stage, category, owner_id, name, description, pictures, details, budget_fen,
      deadline_at, status, status_since, due_at, created_at, published_at, updated_at, list_seq)
    select bench_id(3, i), c.prefix || i, bench_id(2, i), c.stage, c.category, bench_id(1, 1 + i % ${people}::int),
      '可折叠婴儿床' || i, '榉木框架，护栏间距 58 毫米，四角圆弧不小于 R20，先看白坯再上水性漆，第 ' || i || ' 单。',
      '["/files/bench-1.jpg","/files/bench-2.jpg","/files/bench-3.jpg"]', c.details, 100000 + i % 5000 * 100,
      now() + interval '30 days', 1, at, now() + interval '30 days', at, at, at, i
    from generate_series(1, ${demands}::int) as i
    cross join lateral (select now() - (${demands}::int - i) * interval '20 seconds' as at) as t
    join jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb)
      as c (number int, stage text, category text, prefix text, details jsonb)
      on c.number = case when i % 2 = 0 then 0 else 1 + i / 2 % ${kinds.length - 1}::int end`.execute(db);
  await inTransaction(db, recount);
  await fillCases(db);
  await sql`vacuum analyze`.execute(db);
}

/** A page of recommended cases beside the demands, as a stage page has them. */
async function fillCases(db: Kysely<DB>): Promise<void> {
  const fields = stages.find(({ key }) => key === measured.stage)?.case ?? [];
  const own = fields.filter(({ key }) => !['name', 'pictures', 'address', 'point'].includes(key));
  const details = JSON.stringify(
    Object.fromEntries(own.map(({ key, schema, example }) => [key, schema.parse(example)])),
  );
  for (let shop = 0; shop < 5; shop += 1) {
    const { id } = await buildShop(db, { shop_name: `木作打样间${shop}`, certified: true });
    for (let number = 0; number < 4; number += 1) {
      await buildCase(db, {
        shop_id: id,
        stage_key: measured.stage,
        category: measured.category,
        name: `能用到六岁的并床婴儿床${number}`,
        details,
        recommended: true,
      });
    }
  }
}

/** Every stage and category with a plausible demand's own fields; the measured one first. */
function cells() {
  const all = stages.flatMap((stage) => categoryKeys.map((category) => ({ stage, category })));
  const first = all.findIndex(({ stage, category }) => stage.key === measured.stage && category === measured.category);
  const ordered = [...all.splice(first, 1), ...all];
  return ordered.map(({ stage, category }, number) => ({
    number,
    stage: stage.key,
    category,
    prefix: stage.nidPrefix,
    details: Object.fromEntries(
      stage.demand
        .filter(({ key }) => !commonKeys.includes(key))
        .map(({ key, schema, example }) => [key, schema.parse(example)]),
    ),
  }));
}

/** Signs people in. */
export async function signPeopleIn(db: Kysely<DB>, count: number): Promise<{ userId: string; token: string }[]> {
  const users = await db.selectFrom('users').select('id').orderBy('id').limit(count).execute();
  const now = new Date();
  return Promise.all(
    users.map(async ({ id }) => ({
      userId: id,
      token: (await openSession(db, id, { address: '127.0.0.1', userAgent: 'bench' }, now)).token,
    })),
  );
}

/** The newest open demands of the measured kind, with their owners. */
export function openDemands(db: Kysely<DB>, count: number) {
  return db
    .selectFrom('demands')
    .select(['id', 'nid', 'owner_id'])
    .where('stage', '=', measured.stage)
    .where('category', '=', measured.category)
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
}

/** What the portal takes as DATABASE_URL; a folder as host is a socket. */
export function urlOf({ host, port, user, database }: PoolConfig): string {
  const query = new URLSearchParams({ host: String(host), port: String(port), user: String(user) });
  return `postgres:///${database}?${query}`;
}
