import { type Kysely, sql } from 'kysely';

/** What is delivered once more after completion, with documents; and what a follow-on was written for, by its hash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table order_diary add column files jsonb not null default '[]'`.execute(db);
  await sql`alter table order_diary drop constraint order_diary_kind_check`.execute(db);
  await sql`
    alter table order_diary add constraint order_diary_kind_check
      check (kind in ('report', 'finish', 'sendBack', 'affirm', 'redeliver'))`.execute(db);
  await sql`
    create table demand_inputs (
      demand_id uuid primary key references demands (id),
      hash text not null,
      statement jsonb not null,
      pinned_at timestamptz not null
    )`.execute(db);
}
