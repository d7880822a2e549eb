import type { SignedInContext } from '../../calls/context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { tellUser } from '../../live/topics.ts';
import { readBundle } from '../notices/read-bundle.ts';
import { otherSide, ownConversation } from './access.ts';
import { lockConversation, sideOf } from './queries.ts';

/** Moves the caller's read mark on, never back; the other side is told when it moved. With nothing unread the notice of it is read too. */
export async function readUpTo(context: SignedInContext, conversationId: string, upTo: number): Promise<void> {
  const { db, caller, now, bus } = context;
  const conversation = await ownConversation(context, conversationId);
  const { id } = conversation;
  await inTransaction(db, async (tx) => {
    const { last_seq } = await lockConversation(tx, id);
    const seq = Math.min(upTo, last_seq);
    const moved = await tx
      .updateTable('conversation_sides')
      .set(({ selectFrom }) => ({
        read_seq: seq,
        read_at: now,
        unread: selectFrom('messages')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('conversation_id', '=', id)
          .where('author_id', '!=', caller.userId)
          .where('seq', '>', seq),
      }))
      .where('conversation_id', '=', id)
      .where('user_id', '=', caller.userId)
      .where('read_seq', '<', seq)
      .executeTakeFirst();
    const { unread } = await sideOf(tx, id, caller.userId);
    // Also when it was read before: the notice may have been written a moment later.
    if (unread === 0) await readBundle(tx, context, { userId: caller.userId, kind: 'message', bundle: id, now });
    if (moved.numUpdatedRows === 0n) return;
    tellUser(tx, bus, caller.userId, `messages/${id}`);
    // Only an open conversation shows it: neither lists nor numbers of the other side change.
    tellUser(tx, bus, otherSide(conversation, caller.userId), `messages-read/${id}`);
  });
}
