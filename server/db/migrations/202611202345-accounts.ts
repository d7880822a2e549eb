import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id uuid primary key,
      mobile text not null unique check (mobile ~ '^1[3-9][0-9]{9}$'),
      password_hash text not null,
      account_type smallint not null check (account_type in (1, 2)),
      nick_name text,
      avatar_url text,
      gender smallint not null default 0 check (gender in (0, 1, 2)),
      status smallint not null default 1 check (status in (1, 2)),
      operator_roles text[] not null default '{}',
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create table sessions (
      id uuid primary key,
      user_id uuid not null references users (id),
      token_hash bytea not null unique,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      address text not null,
      user_agent text not null
    )`.execute(db);
  await sql`create index sessions_user on sessions (user_id)`.execute(db);
  await sql`create index sessions_expiry on sessions (expires_at)`.execute(db);
  await sql`
    create table consents (
      user_id uuid not null references users (id),
      version text not null,
      agreed_at timestamptz not null,
      address text not null,
      primary key (user_id, version)
    )`.execute(db);
  await sql`create table sms_numbers (mobile text primary key, last_at timestamptz not null)`.execute(db);
  await sql`
    create table sms_codes (
      id uuid primary key,
      mobile text not null,
      purpose text not null,
      code_hash bytea not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      tries smallint not null default 0,
      used_at timestamptz
    )`.execute(db);
  await sql`create index sms_codes_number on sms_codes (mobile, created_at desc)`.execute(db);
  await sql`create index sms_codes_age on sms_codes (created_at)`.execute(db);
  await sql`create table human_checks (nonce text primary key, expires_at timestamptz not null)`.execute(db);
  await sql`create index human_checks_expiry on human_checks (expires_at)`.execute(db);
  await sql`
    create table throttles (
      key text primary key,
      failures integer not null,
      last_at timestamptz not null,
      free_at timestamptz not null
    )`.execute(db);
  await sql`create index throttles_age on throttles (last_at)`.execute(db);
}
