import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Emptied all the time: what is dead must be cleared away as fast.
  await sql`
    create table outbox_events (
      id uuid primary key,
      event text not null,
      payload jsonb not null
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`.execute(db);
  // How often a tender was changed since it last began to stand: 0 tells a new one from a change.
  await sql`alter table tenders add column changes integer not null default 0`.execute(db);
}
