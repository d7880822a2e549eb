import { Refusal, invalid } from '../../../contract/errors.ts';
import { mostCards } from '../../../contract/wallet.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { certifiedName } from '../certification/queries.ts';
import { lockUser } from '../accounts/queries.ts';
import { cardSeal } from './card-seal.ts';
import { boundCards, openTo } from './queries.ts';
import type { BankCardRow } from './tables.ts';

export interface NewCard {
  bankName: string;
  number: string;
  trueName: string;
}

/**
 * Binds a card. The same card sent again is answered as it was bound. Whoever is certified binds cards of the certified
 * name only: money leaves the portal to the person or firm whose papers were looked at.
 */
export async function bindCard(context: SignedInContext, card: NewCard): Promise<BankCardRow> {
  const { db, caller, now, secret } = context;
  const seals = cardSeal(secret);
  return inTransaction(db, async (tx) => {
    // One after the other for one person: the number of cards is looked at, and a double is answered and not refused.
    await lockUser(tx, caller.userId);
    const certified = await certifiedName(tx, caller.userId);
    if (certified !== null && certified !== card.trueName)
      throw invalid('truename', `持卡人须与认证名称一致：${certified}`);
    const bound = await boundCards(tx, caller.userId);
    const index = seals.index(card.number, caller.userId);
    const before = bound.find(({ number_index }) => number_index.equals(index));
    if (before) return sameOrRefuse(before, card);
    if (bound.length >= mostCards)
      throw new Refusal('state_conflict', `最多绑定${mostCards}张银行卡，请先解绑不用的卡`);
    const id = newId(now);
    const { keyId, sealed } = seals.seal(card.number, { cardId: id, userId: caller.userId });
    return tx
      .insertInto('bank_cards')
      .values({
        id,
        user_id: caller.userId,
        bank_name: card.bankName,
        true_name: card.trueName,
        last4: card.number.slice(-4),
        key_id: keyId,
        sealed,
        number_index: index,
        bound_at: now,
        unbound_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

function sameOrRefuse(before: BankCardRow, card: NewCard): BankCardRow {
  if (before.bank_name === card.bankName && before.true_name === card.trueName) return before;
  throw invalid('bank_account', `这张卡已经绑定过了（${before.bank_name}，${before.true_name}），要改请先解绑`);
}

export async function unbindCard({ db, caller, now }: SignedInContext, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const card = await lockCard(tx, caller.userId, id);
    if (await openTo(tx, card.id)) throw new Refusal('state_conflict', '有提现正在打到这张卡，到账或退回后才能解绑');
    await tx.updateTable('bank_cards').set({ unbound_at: now }).where('id', '=', id).execute();
  });
}

/** An own bound card, locked against being unbound meanwhile; nobody learns of another's. */
export async function lockCard(tx: Tx, userId: string, id: string): Promise<BankCardRow> {
  const card = await tx
    .selectFrom('bank_cards')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('unbound_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!card) throw new Refusal('not_found', '没有找到这张银行卡，可能已经解绑');
  return card;
}
