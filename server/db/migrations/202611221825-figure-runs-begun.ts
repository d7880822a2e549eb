import { type Kysely, sql } from 'kysely';

/** A run of the figures counts once it is through; until then it stands here when somebody began it, so that none begins beside it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table figure_runs alter column at drop not null, add column begun_at timestamptz`.execute(db);
}
