import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Two rows, rewritten often: room on the page keeps that from touching the index.
  await sql`create table figures (name text primary key, n integer not null) with (fillfactor = 20)`.execute(db);
}
