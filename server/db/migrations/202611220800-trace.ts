import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table trace_records (
      id uuid primary key,
      line_id uuid not null references product_lines (id),
      body jsonb not null,
      opened jsonb not null default '{}',
      log_index int8 unique,
      place integer,
      text text,
      leaf bytea,
      check ((log_index is null) = (text is null) and (log_index is null) = (place is null) and (log_index is null) = (leaf is null)),
      unique (line_id, place)
    )`.execute(db);
  await sql`create index trace_records_waiting on trace_records (id) where log_index is null`.execute(db);
  await sql`
    create table trace_tiles (
      level smallint not null,
      index int8 not null,
      hashes bytea not null,
      primary key (level, index)
    )`.execute(db);
  await sql`
    create table trace_log (
      one boolean primary key default true check (one),
      size int8 not null check (size >= 0)
    )`.execute(db);
  await sql`insert into trace_log (size) values (0)`.execute(db);
  await sql`
    create table trace_checkpoints (
      size int8 primary key,
      root bytea not null,
      note text not null,
      made_at timestamptz not null
    )`.execute(db);
  await sql`
    create table trace_keys (
      bytes text primary key,
      kind text not null check (kind in ('ed25519', 'p256')),
      used_from timestamptz not null,
      used_until timestamptz
    )`.execute(db);
  await sql`
    create table trace_codes (
      code text primary key,
      line_id uuid not null unique references product_lines (id),
      scans int8 not null default 0,
      created_at timestamptz not null
    )`.execute(db);
  await sql`alter table uploads add column fingerprint text not null default ''`.execute(db);
}
