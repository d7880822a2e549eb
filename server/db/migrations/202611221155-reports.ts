import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reports (
      id uuid primary key,
      kind text not null,
      subject_id uuid not null,
      reporter_id uuid not null references users (id),
      reason text not null,
      words text not null default '',
      created_at timestamptz not null,
      settled_at timestamptz,
      outcome text,
      unique (kind, subject_id, reporter_id),
      check ((settled_at is null) = (outcome is null))
    )`.execute(db);
  await sql`create index reports_open on reports (kind, subject_id, created_at) where settled_at is null`.execute(db);
  await sql`create index reports_reporter on reports (reporter_id, created_at)`.execute(db);
  await sql`create index topics_hidden on topics (id) where review_status = 2 and removed_at is null`.execute(db);
  await sql`create index comments_hidden on comments (id) where review_status = 2 and removed_at is null`.execute(db);
}
