import { type Kysely, sql } from 'kysely';

/**
 * Operators get accounts of their own. What they did is kept under the id of a row in `users`, which from here on nobody can
 * sign in to at the portal: it has neither a number nor a password.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operators (
      id uuid primary key references users (id),
      name text not null unique check (name = lower(name)),
      password_hash text not null,
      roles text[] not null default '{}',
      status smallint not null default 1 check (status in (1, 2)),
      totp_key_id text,
      totp_sealed bytea,
      totp_step bigint not null default 0,
      created_at timestamptz not null,
      signed_in_at timestamptz,
      check ((totp_key_id is null) = (totp_sealed is null))
    )`.execute(db);
  await sql`
    create table operator_tickets (
      hash bytea primary key,
      operator_id uuid not null references operators (id),
      password_hash text not null,
      totp_key_id text,
      totp_sealed bytea,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index operator_tickets_operator on operator_tickets (operator_id)`.execute(db);
  await sql`
    create table operator_sessions (
      id uuid primary key,
      operator_id uuid not null references operators (id),
      token_hash bytea not null unique,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      seen_at timestamptz not null,
      address text not null,
      user_agent text not null
    )`.execute(db);
  await sql`create index operator_sessions_operator on operator_sessions (operator_id)`.execute(db);

  await sql`
    insert into operators (id, name, password_hash, roles, status, created_at)
    select id, mobile, password_hash, operator_roles, case status when 1 then 1 else 2 end, created_at
    from users where operator_roles <> '{}' and status in (1, 2)`.execute(db);
  await sql`delete from sessions where user_id in (select id from operators)`.execute(db);
  await sql`
    alter table users drop constraint users_check,
      add check (mobile ~ '^1[3-9][0-9]{9}$' or (status = 4 and mobile = 'closed:' || id::text) or mobile = 'operator:' || id::text)`.execute(
    db,
  );
  await sql`
    update users set mobile = 'operator:' || id::text, password_hash = '', nick_name = coalesce(nick_name, '平台运营')
    where id in (select id from operators)`.execute(db);
  await sql`drop index users_operators`.execute(db);
  await sql`alter table users drop column operator_roles`.execute(db);
}
