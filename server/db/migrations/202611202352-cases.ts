import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cases (
      id uuid primary key,
      shop_id uuid not null references shops (id),
      stage_key text not null,
      category text not null check (category in ('maternal', 'pet', 'business')),
      name text not null,
      pictures text[] not null,
      address text,
      lat double precision,
      lng double precision,
      datum text not null default 'GCJ-02',
      details jsonb not null default '{}',
      review_status smallint not null default 0 check (review_status in (0, 1, 2)),
      review_reason text,
      recommended boolean not null default false,
      like_count integer not null default 0,
      comment_count integer not null default 0,
      appraisal_count integer not null default 0,
      praise_count integer not null default 0,
      labels jsonb not null default '{}',
      created_at timestamptz not null,
      updated_at timestamptz not null,
      removed_at timestamptz,
      list_seq int8,
      check ((lat is null) = (lng is null))
    )`.execute(db);
  const shown = sql`review_status = 1 and removed_at is null`;
  // The public lists: of a stage, with and without a category, newest first; the recommended ones; the most liked.
  await sql`create index cases_shown on cases (stage_key, list_seq desc) where ${shown}`.execute(db);
  await sql`create index cases_shown_category on cases (stage_key, category, list_seq desc) where ${shown}`.execute(db);
  const recommended = sql`${shown} and recommended`;
  await sql`create index cases_recommended on cases (stage_key, list_seq desc) where ${recommended}`.execute(db);
  await sql`create index cases_recommended_category on cases (stage_key, category, list_seq desc) where ${recommended}`.execute(
    db,
  );
  await sql`create index cases_liked on cases (stage_key, category, like_count desc, list_seq desc) where ${shown}`.execute(
    db,
  );
  await sql`create index cases_shop on cases (shop_id, stage_key, created_at desc)`.execute(db);
}
