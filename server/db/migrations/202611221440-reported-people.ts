import { type Kysely, sql } from 'kysely';

/** Who wrote what was reported, so that reports against a person are found by one index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reports add column author_id uuid references users (id)`.execute(db);
  await sql`update reports set author_id = topics.user_id from topics
    where reports.kind = 'topic' and topics.id = reports.subject_id`.execute(db);
  await sql`update reports set author_id = comments.user_id from comments
    where reports.kind = 'comment' and comments.id = reports.subject_id`.execute(db);
  await sql`create index reports_author on reports (author_id, id)`.execute(db);
}
