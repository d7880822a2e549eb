import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users drop constraint users_status_check, add check (status in (1, 2, 3, 4))`.execute(db);
  // Of a closed account the number is free for another; names of rows are unique all the same.
  await sql`
    alter table users drop constraint users_mobile_check,
      add check (mobile ~ '^1[3-9][0-9]{9}$' or (status = 4 and mobile = 'closed:' || id::text))`.execute(db);
  await sql`
    create table account_closings (
      id uuid primary key,
      user_id uuid not null references users (id),
      asked_at timestamptz not null,
      due_at timestamptz not null,
      cancelled_at timestamptz,
      done text[] not null default '{}',
      finished_at timestamptz
    )`.execute(db);
  await sql`create unique index account_closings_standing on account_closings (user_id) where cancelled_at is null`.execute(
    db,
  );
  await sql`create index account_closings_open on account_closings (id) where finished_at is null`.execute(db);
  await sql`alter table shops add column closed_at timestamptz`.execute(db);
  await sql`alter table certifications add column erase_at timestamptz`.execute(db);
  await sql`create index certifications_erase on certifications (erase_at) where erase_at is not null`.execute(db);
}
