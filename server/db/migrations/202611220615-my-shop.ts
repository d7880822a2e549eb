import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shops add column avatar_url text not null default ''`.execute(db);
  await sql`
    alter table cases
      add column version integer not null default 1,
      add column draft jsonb,
      add column request_id text,
      add column submitted_at timestamptz`.execute(db);
  await sql`update cases set submitted_at = created_at where review_status = 0`.execute(db);
  await sql`create unique index cases_request on cases (shop_id, request_id) where request_id is not null`.execute(db);
  // What waits for an operator, oldest first.
  await sql`create index cases_waiting on cases (submitted_at) where review_status = 0 and draft is null and removed_at is null`.execute(
    db,
  );
  await sql`
    create table case_revisions (
      case_id uuid primary key references cases (id),
      category text not null check (category in ('maternal', 'pet', 'business')),
      name text not null,
      pictures text[] not null,
      address text,
      lat double precision,
      lng double precision,
      datum text not null default 'GCJ-02',
      details jsonb not null default '{}',
      draft jsonb,
      review_status smallint not null default 0 check (review_status in (0, 2)),
      review_reason text,
      submitted_at timestamptz,
      updated_at timestamptz not null,
      check ((lat is null) = (lng is null))
    )`.execute(db);
  await sql`create index case_revisions_waiting on case_revisions (submitted_at) where review_status = 0 and draft is null`.execute(
    db,
  );
}
