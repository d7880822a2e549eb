import { type Kysely, sql } from 'kysely';

/** Pre-sale products are drafts, begin at a time, and what was booked is settled when they have ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table presale_products
      add column draft jsonb,
      add column published_at timestamptz default now(),
      add column starts_at timestamptz,
      add column version integer not null default 1,
      add column updated_at timestamptz,
      add column updated_by uuid`.execute(db);
  await sql`update presale_products set published_at = created_at`.execute(db);
  await sql`
    alter table presale_joins
      add column settlement text check (settlement in ('done', 'lapsed')),
      add column settled_at timestamptz,
      add column settlement_note text not null default '',
      add check ((settlement is null) = (settled_at is null))`.execute(db);
  await sql`
    create index presale_joins_unsettled on presale_joins (product_id) where removed_at is null and settlement is null`.execute(
    db,
  );
}
