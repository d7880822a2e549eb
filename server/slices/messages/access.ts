import type { Kysely } from 'kysely';
import { Refusal } from '../../../contract/errors.ts';
import type { SignedInContext } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { closedAmong } from '../accounts/standing.ts';
import { settleDue } from '../orders/clock.ts';
import type { OrderRow } from '../orders/facts.ts';
import { tenderOf } from '../demands/queries.ts';
import { acceptedAmong, orderById } from '../orders/queries.ts';
import { chosen, silence } from './policy.ts';
import { conversationById } from './queries.ts';
import type { ConversationRow } from './tables.ts';

/** The conversation, if it is one of the caller's. To anybody else there is none. */
export async function ownConversation(context: SignedInContext, id: string): Promise<ConversationRow> {
  const found = await conversationById(context.db, id);
  const { userId } = context.caller;
  if (!found || (found.owner_id !== userId && found.partner_id !== userId))
    throw new Refusal('not_found', '没有找到这个对话');
  return found;
}

/** What a conversation is about, with what the clock had to do to it done. */
export async function demandOf(context: SignedInContext, id: string): Promise<OrderRow> {
  const { db, now } = context;
  const row = await orderById(db, id);
  return (await settleDue(context, [row], now)) ? orderById(db, id) : row;
}

/** Why the two cannot write now; '' when they can. */
export async function silenceOf({ db }: Pick<SignedInContext, 'db'>, demand: OrderRow, partnerId: string) {
  const fault = silence(demand, partnerId, await tenderOf(db, demand.id, partnerId));
  if (fault !== '') return fault;
  const gone = await closedAmong(db, [demand.owner_id, partnerId]);
  return gone.size > 0 ? '对方的账号已注销，不能再发消息' : '';
}

/**
 * In which conversations the two see each other's contact details: once who was chosen has taken the order on. A choice alone
 * can be taken back as soon as everything was read.
 */
export async function openAmong(db: Kysely<DB>, demands: readonly OrderRow[]) {
  const accepted = await acceptedAmong(db, demands);
  return (demand: OrderRow, partnerId: string): boolean => chosen(demand, partnerId) && accepted.has(demand.id);
}

/** Whether contact details are covered in one conversation. */
export const isMasking = async (db: Kysely<DB>, demand: OrderRow, partnerId: string): Promise<boolean> =>
  !(await openAmong(db, [demand]))(demand, partnerId);

/** Who is spoken to. */
export const otherSide = ({ owner_id, partner_id }: Pick<ConversationRow, 'owner_id' | 'partner_id'>, userId: string) =>
  userId === owner_id ? partner_id : owner_id;
