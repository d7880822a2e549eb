import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Each channel is worked off by itself, however much waits for the other.
  await sql`drop index notice_deliveries_due`.execute(db);
  await sql`create index notice_deliveries_due on notice_deliveries (channel, due_at, id)`.execute(db);
}
