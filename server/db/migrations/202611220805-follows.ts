import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table follows (
      id uuid primary key,
      user_id uuid not null references users (id),
      stage text not null,
      category text not null,
      region text not null,
      created_at timestamptz not null,
      check (stage <> '' or category <> '' or region <> '')
    )`.execute(db);
  await sql`create unique index follows_of on follows (user_id, stage, category, region)`.execute(db);
  // A demand is looked up by the few keys that fit it; each is walked by person.
  await sql`create index follows_key on follows (stage, category, region, user_id)`.execute(db);
  await sql`
    create table follow_matches (
      user_id uuid not null references users (id),
      demand_id uuid not null references demands (id),
      at timestamptz not null,
      primary key (user_id, demand_id)
    )`.execute(db);
  await sql`create index follow_matches_at on follow_matches (at)`.execute(db);
  await sql`
    create table follow_settings (
      user_id uuid primary key references users (id),
      digest boolean not null
    )`.execute(db);
}
