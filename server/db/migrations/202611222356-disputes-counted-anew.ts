import { type Kysely, sql } from 'kysely';

/** Disputes that began otherwise than by being opened count too now: every day is counted anew, so that days can be compared. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update figure_runs set at = null`.execute(db);
}
