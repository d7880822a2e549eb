import { type Kysely, sql } from 'kysely';
import { offsetOf, type Page } from '../../db/page.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import type { TopicRow } from './tables.ts';

type Reader = Kysely<DB> | Tx;

/** What anyone may see. Written out, not bound: the partial indexes are only taken for a condition known when planning. */
export const shown = sql<boolean>`topics.review_status = 1 and topics.removed_at is null`;

export function shownTopic(db: Reader, id: string): Promise<TopicRow | undefined> {
  return db.selectFrom('topics').selectAll().where('id', '=', id).where(shown).executeTakeFirst();
}

/** Those of these that anyone may see. */
export async function shownTopics(db: Reader, ids: readonly string[]): Promise<TopicRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('topics').selectAll().where('id', 'in', ids).where(shown).execute();
}

/** Also one that waits for review or was refused: for its author, who alone may see it. */
export function ownTopic(db: Reader, id: string, userId: string): Promise<TopicRow | undefined> {
  return standing(db, userId).selectAll().where('id', '=', id).executeTakeFirst();
}

const standing = (db: Reader, userId: string) =>
  db.selectFrom('topics').where('user_id', '=', userId).where('removed_at', 'is', null);

/** A person's own, newest first, whatever the review said. Few enough to be counted. */
export async function topicsOf(db: Reader, userId: string, page: Page): Promise<{ rows: TopicRow[]; count: number }> {
  const [rows, counted] = await Promise.all([
    standing(db, userId)
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(page.pageSize)
      .offset(offsetOf(page))
      .execute(),
    standing(db, userId)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, count: counted.count };
}
