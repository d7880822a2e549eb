import { type Kysely, sql } from 'kysely';

/** Messages can be hidden by an operator, once the other side has reported them: 1 shown, 2 hidden with a reason. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages add column review_status smallint not null default 1`.execute(db);
  await sql`alter table messages add column review_reason text`.execute(db);
  await sql`create index messages_hidden on messages (id) where review_status = 2`.execute(db);
  await sql`create index messages_author on messages (author_id)`.execute(db);
}
