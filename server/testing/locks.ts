import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';

/** How many connections to this database wait for a lock: what a test sends meanwhile then truly happens at once. */
export async function waitingForLocks(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.n ?? 0;
}
