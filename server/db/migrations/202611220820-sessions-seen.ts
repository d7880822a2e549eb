import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A process of the release before, which knows nothing of the column, goes on signing people in.
  await sql`alter table sessions alter column seen_at set default now()`.execute(db);
}
