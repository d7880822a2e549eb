import { type Kysely, sql } from 'kysely';
import type { PoolConfig } from 'pg';
import { stages } from '../contract/stages/index.ts';
import type { DB } from '../server/db/schema.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { topUp } from '../server/slices/ledger/movements.ts';
import { post } from '../server/slices/ledger/post.ts';
import { createDatabase, defineIds } from './data.ts';

/** orders that one person started; more orders mean more people, as in life, and nobody may pay more of them in a minute */
const ordersEach = 20;
/** people who pay in the bench, each with money for all their orders */
const payers = 500;
const amountFen = 320_000;

/** A database with so many orders that were taken on, each with its down payment due, of as many people as have 20 each. */
export async function createOrders(server: PoolConfig, name: string, orders: number): Promise<PoolConfig> {
  return createDatabase(server, name, async (db) => {
    await defineIds(db);
    await fill(db, orders);
    await giveMoney(db);
    await sql`vacuum analyze`.execute(db);
  });
}

async function fill(db: Kysely<DB>, orders: number): Promise<void> {
  const people = orders / ordersEach;
  const stage = stages[0];
  if (!stage) throw new Error('no stages');
  await sql`
    insert into users (id, mobile, password_hash, account_type, nick_name, created_at)
    select bench_id(1, i), '139' || lpad(i::text, 8, '0'), 'none', 1 + i % 2, '木作' || i, now() - interval '1 year'
    from generate_series(1, ${people}::int) as i`.execute(db);
  await sql`
    insert into product_lines (id, nid, owner_id, name, created_at)
    select bench_id(2, i), 'PL' || i, bench_id(1, 1 + i % ${people}::int), '可折叠婴儿床' || i,
      now() - (${orders}::int - i) * interval '20 seconds'
    from generate_series(1, ${orders}::int) as i`.execute(db);
  // Owner and provider of an order are never the same: the provider is half the people further on.
  await sql`
    insert into demands (id, nid, line_id, stage, category, owner_id, provider_id, name, description, pictures, budget_fen,
      amount_fen, deadline_at, status, status_since, down_status, created_at, published_at, ordered_at, updated_at)
    select bench_id(3, i), ${stage.nidPrefix} || i, bench_id(2, i), ${stage.key}, 'maternal', bench_id(1, 1 + i % ${people}::int),
      bench_id(1, 1 + (i + ${people}::int / 2) % ${people}::int), '可折叠婴儿床' || i,
      '榉木框架，护栏间距 58 毫米，第 ' || i || ' 单。', '["/files/bench-1.jpg","/files/bench-2.jpg"]', ${amountFen}, ${amountFen},
      at + interval '9 days', 3, at, 1, at, at, at, at
    from generate_series(1, ${orders}::int) as i
    cross join lateral (select now() - (${orders}::int - i) * interval '20 seconds' as at) as t`.execute(db);
  await sql`
    insert into order_history (id, demand_id, at, action, actor, actor_id, from_status, to_status)
    select bench_id(4, i), bench_id(3, i), now(), 'accept', 'provider', bench_id(1, 1 + (i + ${people}::int / 2) % ${people}::int), 2, 3
    from generate_series(1, ${orders}::int) as i`.execute(db);
}

async function giveMoney(db: Kysely<DB>): Promise<void> {
  const users = await db.selectFrom('users').select('id').orderBy('id').limit(payers).execute();
  await inTransaction(db, async (tx) => {
    for (const { id } of users) {
      const fen = amountFen * ordersEach;
      await post(tx, topUp({ cause: `bench:${id}`, userId: id, gateway: 'demo', fen, memo: '' }), new Date());
    }
  });
}
