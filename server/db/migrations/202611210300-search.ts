import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table search_entries (
      place int8 primary key,
      kind smallint not null,
      record_id uuid not null,
      title text not null,
      body text not null,
      words tsvector not null,
      stage_keys text[] not null,
      category text,
      province_code text,
      city_code text,
      published_at timestamptz not null,
      card jsonb not null,
      unique (kind, record_id)
    )`.execute(db);
  await sql`create table search_grams (place int8 primary key, grams int4[] not null)`.execute(db);
  // A list of what is still to be put in would have to be read with every search.
  await sql`create index search_grams_all on search_grams using gin (grams) with (fastupdate = off)`.execute(db);
  await sql`
    create table search_heads (
      kind smallint primary key,
      last_number int8 not null default 0,
      version integer not null default 0
    )`.execute(db);
}
