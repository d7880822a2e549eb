import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../../contract/errors.ts';
import { reviewStatus } from '../../../contract/statuses.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import { tellUser } from '../../live/topics.ts';
import type { Moderated, Thing } from '../moderation/moderated.ts';
import { ordersByIds } from '../orders/queries.ts';
import { chosen } from './policy.ts';
import { conversationById, messagesBetween } from './queries.ts';
import type { MessageRow } from './tables.ts';

async function things(db: Kysely<DB> | Tx, rows: readonly MessageRow[]): Promise<Thing[]> {
  if (rows.length === 0) return [];
  const conversations = await db
    .selectFrom('conversations')
    .select(['id', 'demand_id'])
    .where('id', 'in', [...new Set(rows.map((row) => row.conversation_id))])
    .execute();
  const demands = await ordersByIds(
    db,
    conversations.map(({ demand_id }) => demand_id),
  );
  return rows.map((row) => {
    const about = conversations.find(({ id }) => id === row.conversation_id)?.demand_id;
    return {
      kind: 'message',
      id: row.id,
      authorId: row.author_id,
      title: demands.find(({ id }) => id === about)?.name ?? '',
      content: [row.content, row.files.length > 0 && `（附有 ${row.files.length} 个文件）`].filter(Boolean).join('\n'),
      pictures: row.pictures,
      // Only the two open the page where it is.
      path: '',
      status: row.review_status,
      hidden: row.review_status === reviewStatus.refused,
      reason: row.review_reason ?? '',
      createdAt: row.created_at,
      // Nobody changes a message.
      version: '1',
    };
  });
}

/** What two people say to each other is looked at only where one of them has reported it. */
export const moderatedMessages: Moderated = {
  kind: 'message',
  betweenTwo: 'message.seen',
  first: async (db, status, most) =>
    status === reviewStatus.waiting
      ? []
      : db
          .selectFrom('messages')
          .select(['id', 'created_at as at'])
          .where(sql<boolean>`review_status = 2`)
          .orderBy('id', 'desc')
          .limit(most)
          .execute(),
  waiting: async (db, status) =>
    status === reviewStatus.waiting
      ? { count: 0, since: null }
      : db
          .selectFrom('messages')
          .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('since')])
          .where(sql<boolean>`review_status = 2`)
          .executeTakeFirstOrThrow(),
  things: async (db, ids) =>
    ids.length === 0 ? [] : things(db, await db.selectFrom('messages').selectAll().where('id', 'in', ids).execute()),
  by: (userId) => sql`select id from messages where author_id = ${userId}`,
  reaches: async (tx, id, userId) => {
    const row = await tx.selectFrom('messages').select('conversation_id').where('id', '=', id).executeTakeFirst();
    const conversation = row && (await conversationById(tx, row.conversation_id));
    return conversation?.owner_id === userId || conversation?.partner_id === userId;
  },
  around: async (db, id, most) => {
    const row = await db
      .selectFrom('messages')
      .select(['conversation_id', 'seq'])
      .where('id', '=', id)
      .executeTakeFirst();
    const conversation = row && (await conversationById(db, row.conversation_id));
    if (!conversation) return [];
    const [demand] = await ordersByIds(db, [conversation.demand_id]);
    const partner = demand && chosen(demand, conversation.partner_id) ? 'provider' : 'bidder';
    const lines = await messagesBetween(db, conversation.id, row.seq - most, row.seq + most);
    return lines.map((line) => ({
      id: line.id,
      seq: line.seq,
      by: line.author_id === conversation.owner_id ? 'owner' : partner,
      authorId: line.author_id,
      content: line.content,
      pictures: line.pictures.length,
      files: line.files.length,
      at: line.created_at,
      hidden: line.review_status === reviewStatus.refused,
    }));
  },
  lock: async (tx, id) => {
    const row = await tx.selectFrom('messages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    const [found] = await things(tx, row ? [row] : []);
    return found;
  },
  decide: async (tx, { bus }, id, decision) => {
    const status = decision.approve ? reviewStatus.shown : reviewStatus.refused;
    const row = await tx
      .updateTable('messages')
      .set({ review_status: status, review_reason: decision.approve ? null : decision.reason })
      .where('id', '=', id)
      .where('review_status', '<>', status)
      .returning('conversation_id')
      .executeTakeFirst();
    if (!row) throw new Refusal('state_conflict', '这条消息已经这样处理过');
    const conversation = await conversationById(tx, row.conversation_id);
    if (!conversation) return;
    for (const userId of [conversation.owner_id, conversation.partner_id])
      tellUser(tx, bus, userId, `messages/${conversation.id}`);
  },
};
