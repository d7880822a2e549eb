import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notices (
      id uuid primary key,
      user_id uuid not null references users (id),
      seq int8 not null,
      kind text not null,
      bundle text,
      facts jsonb not null,
      count integer not null default 1 check (count > 0),
      at timestamptz not null,
      read_at timestamptz
    )`.execute(db);
  await sql`create unique index notices_seq on notices (user_id, seq desc)`.execute(db);
  await sql`create index notices_unread on notices (user_id, seq desc) where read_at is null`.execute(db);
  await sql`
    create unique index notices_bundle on notices (user_id, kind, bundle)
    where read_at is null and bundle is not null`.execute(db);
  await sql`create index notices_old on notices (at) where read_at is not null`.execute(db);
  await sql`
    create table notice_heads (
      user_id uuid primary key references users (id),
      last_seq int8 not null
    )`.execute(db);
  await sql`
    create table notice_causes (
      user_id uuid not null references users (id),
      cause text not null,
      at timestamptz not null,
      primary key (user_id, cause)
    )`.execute(db);
  await sql`create index notice_causes_old on notice_causes (at)`.execute(db);
  await sql`
    create table notice_deliveries (
      id uuid primary key,
      user_id uuid not null references users (id),
      channel text not null check (channel in ('push', 'sms')),
      cause text not null,
      kind text not null,
      title text not null,
      words text not null,
      link text not null,
      at timestamptz not null,
      due_at timestamptz not null,
      tries integer not null default 0
    )`.execute(db);
  await sql`create index notice_deliveries_due on notice_deliveries (due_at)`.execute(db);
  await sql`
    create table notice_settings (
      user_id uuid not null references users (id),
      notice_group text not null,
      sms boolean not null,
      primary key (user_id, notice_group)
    )`.execute(db);
  // When somebody is to be warned that time runs out; worked out anew by the sweep, so a little early does no harm.
  await sql`alter table demands add column near_at timestamptz`.execute(db);
  await sql`update demands set near_at = due_at - interval '24 hours' where due_at > now() + interval '24 hours'`.execute(
    db,
  );
  await sql`create index demands_near on demands (near_at, id) where near_at is not null`.execute(db);
  // Those who booked are told that it has ended, once.
  await sql`alter table presale_products add column end_told_at timestamptz`.execute(db);
  await sql`update presale_products set end_told_at = now() where ends_at <= now() or removed_at is not null`.execute(
    db,
  );
  await sql`create index presale_products_end on presale_products (ends_at) where end_told_at is null`.execute(db);
  await sql`create index users_operators on users (id) where operator_roles <> '{}'`.execute(db);
}
