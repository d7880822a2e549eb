import { type Kysely, sql } from 'kysely';

/** Banners, ads, live blocks, announcements and links are drafts and publications of one table; what there was is carried over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table content_items (
      id uuid primary key,
      kind text not null,
      place text not null,
      draft jsonb,
      live jsonb,
      position integer not null default 0,
      version integer not null default 1,
      published_at timestamptz,
      removed_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      updated_by uuid,
      check (draft is not null or live is not null)
    )`.execute(db);
  await sql`create index content_items_of on content_items (kind, place, position, id) where removed_at is null`.execute(
    db,
  );
  await sql`
    insert into content_items (id, kind, place, draft, live, position, published_at, created_at, updated_at)
    select id, 'banner', place, case when shown then null else said end, case when shown then said end, position,
      created_at, created_at, created_at
    from banners cross join lateral (select jsonb_build_object(
      'picture', picture, 'name', name, 'note', note, 'target', case when path <> '' then path else link end,
      'category', coalesce(category, 'all'), 'from', '', 'until', '') as said) as values`.execute(db);
  await sql`
    insert into content_items (id, kind, place, draft, live, position, published_at, created_at, updated_at)
    select id, 'ad', place, case when shown then null else said end, case when shown then said end, position,
      created_at, created_at, created_at
    from ads cross join lateral (select jsonb_build_object(
      'picture', picture, 'name', name, 'target', url,
      'price', (price_fen / 100) || '.' || lpad((price_fen % 100)::text, 2, '0'), 'sold', sold_count::text,
      'collected', collect_count::text, 'comments', comment_count::text, 'from', '', 'until', '') as said) as values`.execute(
    db,
  );
  await sql`
    insert into content_items (id, kind, place, draft, live, published_at, created_at, updated_at)
    select gen_random_uuid(), 'live', place, case when shown then null else said end, case when shown then said end,
      updated_at, updated_at, updated_at
    from live_blocks cross join lateral (select jsonb_build_object(
      'title', title, 'host', host, 'picture', picture, 'air', case when stream_url = '' then 'off' else 'on' end,
      'stream', stream_url, 'preview', preview_url,
      'starts', coalesce(floor(extract(epoch from starts_at))::text, ''), 'from', '', 'until', '') as said) as values`.execute(
    db,
  );
  await sql`drop table banners, ads, live_blocks`.execute(db);
}
