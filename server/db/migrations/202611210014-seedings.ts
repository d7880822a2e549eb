import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table seedings (
      name text primary key,
      begun_at timestamptz not null,
      finished_at timestamptz
    )`.execute(db);
}
