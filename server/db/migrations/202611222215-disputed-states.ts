import { type Kysely, sql } from 'kysely';

/** How many orders are in dispute is counted with where orders stand, by one run; the next one is made at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table state_counts add column disputed int8 not null default 0`.execute(db);
  await sql`update figure_runs set at = null where name = 'recent'`.execute(db);
}
