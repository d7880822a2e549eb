import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table data_exports (
      id uuid primary key,
      user_id uuid not null references users (id),
      state text not null check (state in ('asked', 'ready', 'failed', 'gone')),
      bytes int8 not null default 0,
      asked_at timestamptz not null,
      finished_at timestamptz,
      expires_at timestamptz
    )`.execute(db);
  // One under way a person, however many are asked for at once.
  await sql`create unique index data_exports_asked on data_exports (user_id) where state = 'asked'`.execute(db);
  await sql`create index data_exports_user on data_exports (user_id, id desc)`.execute(db);
  await sql`create index data_exports_ready on data_exports (expires_at) where state = 'ready'`.execute(db);
}
