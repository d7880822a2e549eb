import { sql } from 'kysely';
import { type ReviewStatus, reviewStatus } from '../../../contract/statuses.ts';
import type { Moderated, Thing } from '../moderation/moderated.ts';
import { decideTopicIn } from './publish.ts';
import type { TopicRow } from './tables.ts';

const thing = (row: TopicRow): Thing => ({
  kind: 'topic',
  id: row.id,
  authorId: row.user_id,
  title: row.title,
  content: row.content,
  pictures: row.pictures,
  path: `/topic/${row.id}`,
  status: row.review_status,
  hidden: row.review_status === reviewStatus.refused,
  reason: row.review_reason ?? '',
  createdAt: row.created_at,
  version: String(row.updated_at.getTime()),
});

// Written out, not bound: the partial indexes are only taken for a condition known when planning.
const standing = (status: ReviewStatus) =>
  sql<boolean>`review_status = ${sql.raw(String(Number(status)))} and removed_at is null`;

export const moderatedTopics: Moderated = {
  kind: 'topic',
  first: (db, status, most) =>
    db
      .selectFrom('topics')
      // What was changed into something that is held waits since then.
      .select(['id', 'updated_at as at'])
      .where(standing(status))
      .orderBy('updated_at', status === reviewStatus.waiting ? 'asc' : 'desc')
      .orderBy('id')
      .limit(most)
      .execute(),
  waiting: (db, status) =>
    db
      .selectFrom('topics')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('updated_at').as('since')])
      .where(standing(status))
      .executeTakeFirstOrThrow(),
  things: async (db, ids) => {
    if (ids.length === 0) return [];
    const rows = await db
      .selectFrom('topics')
      .selectAll()
      .where('id', 'in', ids)
      .where('removed_at', 'is', null)
      .execute();
    return rows.map(thing);
  },
  by: (userId) => sql`select id from topics where user_id = ${userId}`,
  lock: async (tx, id) => {
    const row = await tx.selectFrom('topics').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    return row && row.removed_at === null ? thing(row) : undefined;
  },
  decide: decideTopicIn,
};
