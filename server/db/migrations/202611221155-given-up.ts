import { type Kysely, sql } from 'kysely';

/** Deliveries that nobody took stay for an operator to look at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notice_deliveries add column error text not null default '', add column given_up_at timestamptz`.execute(
    db,
  );
  await sql`drop index notice_deliveries_due`.execute(db);
  await sql`create index notice_deliveries_due on notice_deliveries (channel, due_at, id) where given_up_at is null`.execute(
    db,
  );
  await sql`create index notice_deliveries_failed on notice_deliveries (at) where tries > 0`.execute(db);
}
