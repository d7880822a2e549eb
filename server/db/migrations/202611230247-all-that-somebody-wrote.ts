import { type Kysely, sql } from 'kysely';

/** Operators see what somebody wrote last, what they took back among it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index topics_author on topics (user_id, id desc)`.execute(db);
  await sql`create index comments_author on comments (user_id, id desc)`.execute(db);
}
