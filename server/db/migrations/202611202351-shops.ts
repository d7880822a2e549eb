import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table certifications (
      id uuid primary key,
      user_id uuid not null references users (id),
      account_type smallint not null check (account_type in (1, 2)),
      stage_key text,
      name text not null,
      province_code text not null,
      city_code text not null,
      status smallint not null check (status in (0, 1, 2)),
      created_at timestamptz not null,
      decided_at timestamptz
    )`.execute(db);
  await sql`create unique index certifications_passed on certifications (user_id) where status = 1`.execute(db);
  await sql`create index certifications_user on certifications (user_id, created_at desc)`.execute(db);
  await sql`
    create table shops (
      id uuid primary key,
      user_id uuid not null unique references users (id),
      shop_name text not null,
      introduction text not null default '',
      province_code text,
      city_code text,
      stage_keys text[] not null default '{}',
      lat double precision,
      lng double precision,
      deal_count integer not null default 0,
      score_count integer not null default 0,
      score_total integer not null default 0,
      favourable_count integer not null default 0,
      created_at timestamptz not null,
      check ((lat is null) = (lng is null))
    )`.execute(db);
  await sql`create index shops_stages on shops using gin (stage_keys)`.execute(db);
}
