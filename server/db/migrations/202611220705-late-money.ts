import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payments add column watch_until timestamptz`.execute(db);
  await sql`drop index payments_unsettled`.execute(db);
  await sql`
    create index payments_unsettled on payments (asked_at)
      where status = 'open' or watch_until is not null`.execute(db);
}
