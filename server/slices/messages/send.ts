import { invalid, Refusal } from '../../../contract/errors.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { tellUser } from '../../live/topics.ts';
import { orderHeld } from '../orders/queries.ts';
import { markUsed } from '../uploads/use.ts';
import { demandOf, isMasking, otherSide, ownConversation, silenceOf } from './access.ts';
import { messageSent } from './events.ts';
import { lockConversation, sentBefore } from './queries.ts';
import type { MessageRow } from './tables.ts';

export interface Saying {
  conversationId: string;
  content: string;
  pictures: string[];
  files: string[];
  clientId: string;
}

/** Says something. The same sent again, however many at once, is the message that the first one made. */
export async function say(context: SignedInContext, saying: Saying): Promise<{ row: MessageRow; masking: boolean }> {
  const { db, caller, now, moderation, outbox, bus } = context;
  const { content, pictures, files, clientId } = saying;
  const conversation = await ownConversation(context, saying.conversationId);
  const { id, partner_id } = conversation;
  const demand = await demandOf(context, conversation.demand_id);
  const masking = await isMasking(db, demand, partner_id);
  const known = await sentBefore(db, id, caller.userId, clientId);
  if (known) return { row: known, masking };
  if (content === '' && pictures.length === 0 && files.length === 0) throw invalid('content', '请输入消息');
  const fault = await silenceOf(context, demand, partner_id);
  if (fault !== '') throw new Refusal('state_conflict', fault);
  const { clean, words } = await moderation.check([content]);
  if (!clean) throw invalid('content', `消息里有不能发送的词：${words.join('、')}`);

  const row = await inTransaction(db, async (tx) => {
    // The order may have gone on while the words were looked at.
    const ground = await orderHeld(tx, demand.id);
    const { last_seq } = await lockConversation(tx, id);
    const meanwhile = await sentBefore(tx, id, caller.userId, clientId);
    if (meanwhile) return meanwhile;
    const late = await silenceOf({ db: tx }, ground, partner_id);
    if (late !== '') throw new Refusal('state_conflict', late);
    await markUsed(tx, pictures, { kind: 'image', now, field: 'pictures', privateOf: caller.userId });
    await markUsed(tx, files, { kind: 'document', now, field: 'files', privateOf: caller.userId });
    const seq = last_seq + 1;
    await tx.updateTable('conversations').set({ last_seq: seq }).where('id', '=', id).execute();
    await tx
      .updateTable('conversation_sides')
      .set(({ eb }) => ({
        last_at: now,
        unread: eb
          .case()
          .when('user_id', '=', caller.userId)
          .then(eb.ref('unread'))
          .else(eb('unread', '+', 1))
          .end(),
      }))
      .where('conversation_id', '=', id)
      .execute();
    const written = await tx
      .insertInto('messages')
      .values({
        id: newId(now),
        conversation_id: id,
        seq,
        author_id: caller.userId,
        content,
        pictures: JSON.stringify(pictures),
        files: JSON.stringify(files),
        created_at: now,
        client_id: clientId,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const toUserId = otherSide(conversation, caller.userId);
    const cause = written.id;
    await outbox.emit(tx, messageSent, { messageId: written.id, conversationId: id, toUserId, cause });
    for (const userId of [caller.userId, toUserId]) tellUser(tx, bus, userId, `messages/${id}`);
    return written;
  });
  return { row, masking };
}
