import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table uploads
      add column total_bytes integer,
      add column received_bytes integer not null default 0`.execute(db);
}
