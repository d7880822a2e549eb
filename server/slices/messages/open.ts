import { invalid, Refusal } from '../../../contract/errors.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { OrderRow } from '../orders/facts.ts';
import { findOrder, tenderById } from '../orders/queries.ts';
import { mayKnow } from '../orders/policy.ts';
import { demandOf, silenceOf } from './access.ts';
import { conversationBetween } from './queries.ts';

/** The conversation about a demand; it begins where there is none yet and the two may write. */
export async function openConversation(
  context: SignedInContext,
  { demandNid, tenderId }: { demandNid: string; tenderId?: string | undefined },
): Promise<string> {
  const { db, caller, now } = context;
  const found = await findOrder(db, demandNid);
  if (!found || !mayKnow(found, caller.userId)) throw new Refusal('not_found', '没有找到这份需求');
  const demand = await demandOf(context, found.id);
  const partnerId = await partnerOf(context, demand, tenderId);
  const known = await conversationBetween(db, demand.id, partnerId);
  if (known) return known.id;
  const fault = await silenceOf(context, demand, partnerId);
  if (fault !== '') throw new Refusal('state_conflict', fault);
  return inTransaction(db, async (tx) => {
    const id = newId(now);
    const begun = await tx
      .insertInto('conversations')
      .values({ id, demand_id: demand.id, owner_id: demand.owner_id, partner_id: partnerId, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    // Both sides pressed at once: the other one's was there a moment before.
    if (!begun) return (await conversationBetween(tx, demand.id, partnerId))?.id ?? id;
    await tx
      .insertInto('conversation_sides')
      .values([demand.owner_id, partnerId].map((user_id) => ({ conversation_id: id, user_id })))
      .execute();
    return id;
  });
}

/** Whom of those who tendered or work on it the conversation is with. */
async function partnerOf({ db, caller }: SignedInContext, demand: OrderRow, tenderId: string | undefined) {
  if (demand.owner_id !== caller.userId) return caller.userId;
  if (tenderId === undefined) {
    if (demand.provider_id === null) throw invalid('tenderId', '请指明要联系哪一位投标人');
    return demand.provider_id;
  }
  const tender = await tenderById(db, tenderId);
  if (tender?.demand_id !== demand.id) throw invalid('tenderId', '没有找到这份投标');
  return tender.bidder_id;
}
