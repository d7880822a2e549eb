import { type Kysely, sql } from 'kysely';

/** A shop that only holds drafts is no provider yet: when it was named, or a case of it first approved, is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shops add column shown_at timestamptz`.execute(db);
  await sql`
    update shops set shown_at = created_at
    where shop_name <> '我的店铺' or introduction <> '' or avatar_url <> '' or stage_keys <> '{}'
      or exists (select 1 from cases where shop_id = shops.id and (review_status = 1 or list_seq is not null))`.execute(
    db,
  );
  await sql`
    update figures set n = (select count(*) from shops where shown_at is not null and closed_at is null)
    where name = 'providers'`.execute(db);
}
