import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table trace_anchors (
      target text not null,
      size int8 not null references trace_checkpoints (size),
      due_at timestamptz not null,
      anchored_at timestamptz,
      chain jsonb,
      primary key (target, size)
    )`.execute(db);
  await sql`create index trace_anchors_due on trace_anchors (target, size) where anchored_at is null`.execute(db);
  await sql`create index trace_anchors_kept on trace_anchors (size) where anchored_at is not null`.execute(db);
  await sql`
    create table trace_anchor_targets (
      target text primary key,
      kind text not null check (kind in ('file', 'evm')),
      busy_until timestamptz,
      reached_at timestamptz,
      failed_at timestamptz,
      fault text not null default ''
    )`.execute(db);
  await sql`
    create table trace_cosignatures (
      size int8 not null,
      witness text not null,
      line text not null,
      signed_at timestamptz not null,
      primary key (size, witness)
    )`.execute(db);
  await sql`
    create table trace_forks (
      id uuid primary key,
      source text not null,
      size int8 not null,
      root bytea not null,
      own_root bytea,
      note text not null default '',
      found_at timestamptz not null,
      resolved_at timestamptz,
      resolved_by uuid references users (id),
      reason text not null default '',
      unique (source, size, root)
    )`.execute(db);
}
