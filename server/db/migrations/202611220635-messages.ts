import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table conversations (
      id uuid primary key,
      demand_id uuid not null references demands (id),
      owner_id uuid not null references users (id),
      partner_id uuid not null references users (id),
      last_seq int not null default 0,
      created_at timestamptz not null,
      unique (demand_id, partner_id),
      check (owner_id <> partner_id)
    )`.execute(db);
  await sql`
    create table conversation_sides (
      conversation_id uuid not null references conversations (id),
      user_id uuid not null references users (id),
      last_at timestamptz,
      read_seq int not null default 0,
      read_at timestamptz,
      unread int not null default 0 check (unread >= 0),
      primary key (conversation_id, user_id)
    )`.execute(db);
  await sql`
    create index conversation_sides_list on conversation_sides (user_id, last_at, conversation_id)
    where last_at is not null`.execute(db);
  await sql`create index conversation_sides_unread on conversation_sides (user_id) where unread > 0`.execute(db);
  await sql`
    create table messages (
      id uuid primary key,
      conversation_id uuid not null references conversations (id),
      seq int not null,
      author_id uuid not null references users (id),
      content text not null,
      pictures jsonb not null default '[]',
      files jsonb not null default '[]',
      created_at timestamptz not null,
      client_id text not null,
      unique (conversation_id, seq),
      unique (conversation_id, author_id, client_id)
    )`.execute(db);
}
