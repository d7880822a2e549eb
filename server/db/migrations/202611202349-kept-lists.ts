import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Both are rewritten whenever something is shown or hidden; room on the page keeps that from touching an index.
  await sql`
    create table list_heads (
      head text primary key,
      last_seq int8 not null
    ) with (fillfactor = 20)`.execute(db);
  await sql`
    create table list_counts (
      list text not null,
      kind text not null,
      bucket integer not null,
      n integer not null,
      primary key (list, kind, bucket)
    ) with (fillfactor = 50)`.execute(db);
}
