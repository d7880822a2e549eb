import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column seen_at timestamptz`.execute(db);
  await sql`update sessions set seen_at = created_at`.execute(db);
  await sql`alter table sessions alter column seen_at set not null`.execute(db);
  await sql`
    create table known_devices (
      user_id uuid not null references users (id),
      device bytea not null,
      seen_at timestamptz not null,
      primary key (user_id, device)
    )`.execute(db);
  await sql`create index known_devices_age on known_devices (seen_at)`.execute(db);
}
