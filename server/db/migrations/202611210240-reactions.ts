import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table comments (
      id uuid primary key,
      kind text not null,
      subject_id uuid not null,
      seq integer not null,
      user_id uuid not null references users (id),
      content text not null,
      review_status smallint not null default 1 check (review_status in (0, 1, 2)),
      review_reason text,
      created_at timestamptz not null,
      removed_at timestamptz
    )`.execute(db);
  await sql`create unique index comments_place on comments (kind, subject_id, seq desc)`.execute(db);
  await sql`create index comments_shown on comments (kind, subject_id, seq desc) where review_status = 1 and removed_at is null`.execute(
    db,
  );
  await sql`create index comments_user on comments (user_id, kind, subject_id, seq desc) where removed_at is null`.execute(
    db,
  );
  await sql`create index comments_waiting on comments (id) where review_status = 0 and removed_at is null`.execute(db);
  await sql`
    create table comment_buckets (
      kind text not null,
      subject_id uuid not null,
      bucket integer not null,
      n integer not null,
      primary key (kind, subject_id, bucket)
    ) with (fillfactor = 50)`.execute(db);
  await sql`
    create table likes (
      kind text not null,
      subject_id uuid not null,
      user_id uuid not null references users (id),
      created_at timestamptz not null,
      removed_at timestamptz,
      primary key (kind, subject_id, user_id)
    )`.execute(db);
  await sql`create index likes_user on likes (user_id, kind, created_at desc) where removed_at is null`.execute(db);
}
