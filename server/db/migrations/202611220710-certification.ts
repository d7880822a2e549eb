import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table certifications
      alter column name drop not null,
      add column key_id text,
      add column sealed bytea,
      add column papers jsonb not null default '{}',
      add column refusals jsonb not null default '{}',
      add column revision integer not null default 1,
      add column request_id text,
      add column submitted_at timestamptz,
      add column decided_by uuid references users (id),
      add check (name is not null or sealed is not null),
      add check ((sealed is null) = (key_id is null))`.execute(db);
  // One application of a person's at a time, and the queue of the operators.
  await sql`create unique index certifications_open on certifications (user_id) where status in (0, 2)`.execute(db);
  await sql`create index certifications_queue on certifications (status, submitted_at, id)`.execute(db);
  // Names in clear are sealed by the portal itself, which holds the key.
  await sql`create index certifications_clear on certifications (id) where name is not null`.execute(db);

  await sql`
    alter table uploads
      add column private boolean not null default false,
      add column key_id text,
      add column sealed_name bytea,
      add check (not private or kind in ('image', 'document')),
      add check (not private or state not in ('expected', 'checking'))`.execute(db);

  await sql`
    create table audit_entries (
      id uuid primary key,
      at timestamptz not null,
      actor_id uuid not null references users (id),
      action text not null,
      subject_kind text not null,
      subject_id text not null,
      before jsonb not null,
      after jsonb not null
    )`.execute(db);
  await sql`create index audit_entries_subject on audit_entries (subject_kind, subject_id, id)`.execute(db);

  await sql`
    create table first_steps (
      user_id uuid primary key references users (id),
      path text check (path in ('buy', 'sell')),
      dismissed_at timestamptz
    )`.execute(db);
}
