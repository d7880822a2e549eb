import { Refusal, invalid } from '../../../contract/errors.ts';
import { mostCards } from '../../../contract/wallet.ts';
import type { Services, SignedInContext } from '../../calls/context.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import type { Sweep } from '../../outbox/events.ts';
import { certifiedName } from '../certification/queries.ts';
import { lockUser } from '../accounts/queries.ts';
import { type CardSeal, cardSeal } from './card-seal.ts';
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
    const certified = await certifiedName({ db: tx, secret }, caller.userId);
    if (certified !== null && certified !== card.trueName)
      throw invalid('truename', `持卡人须与认证名称一致：${certified}`);
    const bound = await boundCards(tx, caller.userId);
    const index = seals.index(card.number, caller.userId);
    const before = bound.find(({ number_index }) => number_index.equals(index));
    if (before) return sameOrRefuse(seals, before, card);
    if (bound.length >= mostCards)
      throw new Refusal('state_conflict', `最多绑定${mostCards}张银行卡，请先解绑不用的卡`);
    const id = newId(now);
    const owner = { cardId: id, userId: caller.userId };
    const { keyId, sealed } = seals.seal(card.number, owner);
    return tx
      .insertInto('bank_cards')
      .values({
        id,
        user_id: caller.userId,
        bank_name: card.bankName,
        ...seals.sealHolder(card.trueName, owner),
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

function sameOrRefuse(seals: CardSeal, before: BankCardRow, card: NewCard): BankCardRow {
  const holder = seals.holderOf(before);
  if (before.bank_name === card.bankName && holder === card.trueName) return before;
  throw invalid('bank_account', `这张卡已经绑定过了（${before.bank_name}，${holder}），要改请先解绑`);
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

/** The whole number of a card of somebody's, bound or not any more. Throws not_found. */
export async function cardNumberOf(
  tx: Tx,
  secret: string,
  { userId, cardId }: { userId: string; cardId: string },
): Promise<string> {
  const card = await tx
    .selectFrom('bank_cards')
    .selectAll()
    .where('id', '=', cardId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!card) throw new Refusal('not_found', '没有找到这张银行卡');
  return cardSeal(secret).open({ keyId: card.key_id, sealed: card.sealed }, { cardId, userId });
}

const atOnce = 200;

/** Seals holders that were kept in clear before there were seals for them. Gives how many are sealed now. */
async function sealHolders({ db, secret }: Pick<Services, 'db' | 'secret'>): Promise<number> {
  const rows = await db
    .selectFrom('bank_cards')
    .select(['id', 'user_id', 'true_name'])
    .where('true_name', 'is not', null)
    .limit(atOnce)
    .execute();
  const seals = cardSeal(secret);
  for (const { id, user_id, true_name } of rows) {
    await db
      .updateTable('bank_cards')
      .set(seals.sealHolder(true_name ?? '', { cardId: id, userId: user_id }))
      .where('id', '=', id)
      // One that was erased meanwhile stays erased.
      .where('true_name', '=', true_name)
      .execute();
  }
  return rows.length;
}

export const holderSweep: Sweep = {
  name: 'card holders',
  run: async (services, stopping) => {
    while (!stopping.aborted && (await sealHolders(services)) === atOnce);
  },
};
