import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Each attempt at an archive has a file of its own; the row names the one that counts.
  await sql`alter table data_exports add column file text`.execute(db);
  await sql`update data_exports set file = 'exports/' || id where state = 'ready'`.execute(db);
  await sql`
    alter table data_exports
      add constraint data_exports_file_check check (state <> 'ready' or file is not null)`.execute(db);
}
