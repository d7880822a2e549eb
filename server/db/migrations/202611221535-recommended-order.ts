import { type Kysely, sql } from 'kysely';

/** In which order operators have put the cases that they recommend of a stage and category; null for one they never placed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table cases add column recommended_place int`.execute(db);
}
