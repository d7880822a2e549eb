import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table banners (
      id uuid primary key,
      place text not null check (place in ('home', 'smart')),
      category text check (category in ('maternal', 'pet', 'business')),
      picture text not null,
      name text not null,
      note text not null default '',
      path text not null default '',
      link text not null default '',
      position integer not null default 0,
      shown boolean not null default true,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create table ads (
      id uuid primary key,
      place text not null,
      picture text not null,
      name text not null,
      url text not null,
      price_fen integer not null check (price_fen >= 0),
      sold_count integer not null default 0,
      collect_count integer not null default 0,
      comment_count integer not null default 0,
      position integer not null default 0,
      shown boolean not null default true,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create table live_blocks (
      place text primary key,
      title text not null,
      host text not null,
      picture text not null,
      preview_url text not null default '',
      stream_url text not null default '',
      starts_at timestamptz,
      shown boolean not null default true,
      updated_at timestamptz not null
    )`.execute(db);
}
