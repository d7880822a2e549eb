import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table topics (
      id uuid primary key,
      user_id uuid not null references users (id),
      category text not null check (category in ('maternal', 'pet', 'business')),
      title text not null,
      content text not null,
      pictures text[] not null,
      pinned boolean not null default false,
      read_count integer not null default 0,
      like_count integer not null default 0,
      comment_count integer not null default 0,
      review_status smallint not null default 1 check (review_status in (0, 1, 2)),
      review_reason text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      removed_at timestamptz,
      list_seq int8,
      request_id text
    )`.execute(db);
  const shown = sql`review_status = 1 and removed_at is null`;
  await sql`create index topics_hot on topics (list_seq desc) where not pinned and ${shown}`.execute(db);
  await sql`create index topics_pinned on topics (list_seq desc) where pinned and ${shown}`.execute(db);
  await sql`create index topics_category on topics (category, list_seq desc) where ${shown}`.execute(db);
  await sql`create index topics_waiting on topics (id) where review_status = 0 and removed_at is null`.execute(db);
  await sql`create unique index topics_request on topics (user_id, request_id) where request_id is not null`.execute(
    db,
  );
  await sql`create index topics_user on topics (user_id, created_at desc, id desc) where removed_at is null`.execute(
    db,
  );
}
