import { type Kysely, sql } from 'kysely';

/** The record is searched by an id whatever kind of thing it names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_entries_subject_id on audit_entries (subject_id, number)`.execute(db);
}
