import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table demands add column list_seq int8, add column request_id text`.execute(db);
  await sql`create unique index demands_request on demands (owner_id, request_id) where request_id is not null`.execute(
    db,
  );

  // A tender counts itself on the demand; with room on the page that touches no index.
  await sql`alter table demands set (fillfactor = 85)`.execute(db);

  // The public lists: of a stage, with and without a category, newest first or soonest deadline first.
  const open = sql`status = 1`;
  await sql`create index demands_open on demands (stage, list_seq desc) where ${open}`.execute(db);
  await sql`create index demands_open_category on demands (stage, category, list_seq desc) where ${open}`.execute(db);
  await sql`create index demands_closing on demands (stage, deadline_at, list_seq) where ${open}`.execute(db);
  await sql`create index demands_closing_category on demands (stage, category, deadline_at, list_seq) where ${open}`.execute(
    db,
  );
  // What is needed most: open demands of the stages that measure, by quantity.
  await sql`
    create index demands_quantity on demands (stage, category, ((details ->> 'quantity')::numeric) desc, budget_fen desc)
    where ${open} and jsonb_typeof(details -> 'quantity') = 'number'`.execute(db);

  await sql`alter table tenders add column note text not null default ''`.execute(db);
}
