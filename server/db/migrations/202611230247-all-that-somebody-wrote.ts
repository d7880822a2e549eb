import { type Kysely, sql } from 'kysely';

/** Operators see what somebody wrote and took back, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index topics_user`.execute(db);
  await sql`create index topics_user on topics (user_id, created_at desc, id desc)`.execute(db);
  await sql`drop index comments_user`.execute(db);
  await sql`create index comments_user on comments (user_id, kind, subject_id, seq desc)`.execute(db);
}
