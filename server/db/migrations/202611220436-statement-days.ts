import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table statement_days (gateway text primary key, day date not null)`.execute(db);
  await sql`alter table ledger_proofs add column waiting jsonb not null default '[]'`.execute(db);
}
