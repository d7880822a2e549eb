import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import type { ConversationRow, MessageRow } from './tables.ts';

type Reader = Kysely<DB> | Tx;

/** Messages of one answer. */
export const pageOfMessages = 30;

export const conversationBetween = (db: Reader, demandId: string, partnerId: string) =>
  db
    .selectFrom('conversations')
    .selectAll()
    .where('demand_id', '=', demandId)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst();

/** All that were begun about a demand. */
export const conversationsAbout = (db: Reader, demandId: string) =>
  db.selectFrom('conversations').select(['id', 'owner_id', 'partner_id']).where('demand_id', '=', demandId).execute();

export const conversationById = (db: Reader, id: string) =>
  db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();

/** Whatever happens in a conversation happens one after the other: its row is locked until the transaction ends. */
export const lockConversation = (tx: Tx, id: string): Promise<ConversationRow> =>
  tx.selectFrom('conversations').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

export const sideOf = (db: Reader, conversationId: string, userId: string) =>
  db
    .selectFrom('conversation_sides')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();

/** Conversations in which something was said, the newest first, with what was said last. */
export async function conversationsOf(
  db: Reader,
  userId: string,
  { page, pageSize }: Record<'page' | 'pageSize', number>,
) {
  const mine = db.selectFrom('conversation_sides').where('user_id', '=', userId).where('last_at', 'is not', null);
  const { count } = await mine.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await mine
    .innerJoin('conversations', 'conversations.id', 'conversation_sides.conversation_id')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.conversation_id', '=', 'conversations.id')
        .onRef('messages.seq', '=', 'conversations.last_seq'),
    )
    .select([
      'conversations.id',
      'conversations.demand_id',
      'conversations.owner_id',
      'conversations.partner_id',
      'conversation_sides.unread',
      'messages.author_id',
      'messages.content',
      'messages.pictures',
      'messages.files',
      'messages.review_status',
      'messages.created_at',
    ])
    .orderBy('conversation_sides.last_at', 'desc')
    .orderBy('conversation_sides.conversation_id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { rows, count };
}

export async function unreadOf(db: Reader, userId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('conversation_sides')
    .select(({ fn }) => fn.sum<number | null>('unread').as('sum'))
    .where('user_id', '=', userId)
    .where('unread', '>', 0)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

export const sentBefore = (db: Reader, conversationId: string, authorId: string, clientId: string) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('author_id', '=', authorId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();

/** One page in the order in which it was said, and whether there is more in the direction that was asked for. */
export async function messagesOf(
  db: Reader,
  conversationId: string,
  { before, after }: { before?: number | undefined; after?: number | undefined },
): Promise<{ rows: MessageRow[]; more: boolean }> {
  const onwards = after !== undefined;
  const found = await db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .$if(onwards, (query) => query.where('seq', '>', after ?? 0))
    .$if(before !== undefined, (query) => query.where('seq', '<', before ?? 0))
    .orderBy('seq', onwards ? 'asc' : 'desc')
    .limit(pageOfMessages + 1)
    .execute();
  const rows = found.slice(0, pageOfMessages);
  return { rows: onwards ? rows : rows.toReversed(), more: found.length > pageOfMessages };
}

/** What was said from one place to another, both included. */
export const messagesBetween = (db: Reader, conversationId: string, from: number, to: number) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('seq', '>=', from)
    .where('seq', '<=', to)
    .orderBy('seq')
    .execute();

/** All conversations of one person, a piece at a time, on from one of them. */
export const conversationsAfter = (db: Reader, userId: string, after: string | undefined, limit: number) =>
  db
    .selectFrom('conversations')
    .selectAll()
    .where((eb) => eb.or([eb('owner_id', '=', userId), eb('partner_id', '=', userId)]))
    .$if(after !== undefined, (query) => query.where('id', '>', after as string))
    .orderBy('id')
    .limit(limit)
    .execute();

/** What was said after a place, a piece at a time. */
export const messagesAfter = (db: Reader, conversationId: string, after: number, limit: number) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();

/** Places of what an operator has hidden. */
export async function hiddenPlaces(db: Reader, conversationId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('messages')
    .select('seq')
    .where('conversation_id', '=', conversationId)
    .where(sql<boolean>`review_status = 2`)
    .orderBy('seq')
    .execute();
  return rows.map(({ seq }) => seq);
}
