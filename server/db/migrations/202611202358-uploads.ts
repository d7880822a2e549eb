import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table uploads (
      id uuid primary key,
      owner_id uuid references users (id),
      kind text not null check (kind in ('image', 'document', 'video')),
      state text not null check (state in ('expected', 'checking', 'stored', 'refused', 'removing')),
      name text not null,
      mime text not null default '',
      url text not null default '',
      bytes integer not null default 0,
      width integer not null default 0,
      height integer not null default 0,
      sha256 text not null default '',
      created_at timestamptz not null,
      used_at timestamptz,
      posted_until timestamptz
    )`.execute(db);
  await sql`create index uploads_unused on uploads (created_at) where used_at is null`.execute(db);
  await sql`create index uploads_posted on uploads (posted_until) where posted_until is not null`.execute(db);
}
