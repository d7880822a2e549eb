import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table presale_products (
      id uuid primary key,
      category text not null check (category in ('maternal', 'pet', 'business')),
      name text not null,
      company text not null,
      description text not null,
      pictures text[] not null,
      price_fen integer not null check (price_fen > 0),
      unit text not null,
      quantity integer not null check (quantity > 0),
      joined integer not null default 0,
      like_count integer not null default 0,
      comment_count integer not null default 0,
      position integer not null default 0,
      ends_at timestamptz not null,
      created_at timestamptz not null,
      removed_at timestamptz,
      check (joined between 0 and quantity)
    )`.execute(db);
  await sql`create index presale_products_shown on presale_products (category, position, like_count desc) where removed_at is null`.execute(
    db,
  );
  await sql`
    create table presale_joins (
      id uuid primary key,
      product_id uuid not null references presale_products (id),
      user_id uuid not null references users (id),
      number integer not null check (number > 0),
      contact text not null,
      price_fen integer not null check (price_fen > 0),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      removed_at timestamptz
    )`.execute(db);
  await sql`create index presale_joins_user on presale_joins (user_id, id desc) where removed_at is null`.execute(db);
  // One booking a person and product, however often and however many at once it is sent.
  await sql`create unique index presale_joins_one on presale_joins (product_id, user_id) where removed_at is null`.execute(
    db,
  );
}
