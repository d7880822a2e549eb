import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payments add column told_fen int8`.execute(db);
  await sql`alter table payments drop constraint payments_status_check`.execute(db);
  await sql`
    alter table payments add constraint payments_status_check
      check (status in ('open', 'paid', 'closed', 'refused', 'disputed'))`.execute(db);
  await sql`create index payments_disputed on payments (id) where status = 'disputed'`.execute(db);
}
