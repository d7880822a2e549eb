import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Kept for so long from when they were read, not from when they were written.
  await sql`drop index notices_old`.execute(db);
  await sql`create index notices_read on notices (read_at) where read_at is not null`.execute(db);
}
