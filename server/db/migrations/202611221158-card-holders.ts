import { type Kysely, sql } from 'kysely';

/** Holders in clear are sealed by a sweep: a migration holds no key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bank_cards
      alter column true_name drop not null,
      add column name_key_id text,
      add column sealed_name bytea,
      add constraint bank_cards_name_sealed check ((sealed_name is null) = (name_key_id is null))`.execute(db);
  await sql`create index bank_cards_named on bank_cards (id) where true_name is not null`.execute(db);
}
