import { randomInt } from 'node:crypto';
import { invalid, Refusal } from '../../../contract/errors.ts';
import { yuan } from '../../../contract/process/money.ts';
import { leastWithdrawal } from '../../../contract/wallet.ts';
import type { Services } from '../../calls/context.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { certifiedName } from '../certification/queries.ts';
import { available } from '../ledger/accounts.ts';
import { freezeWithdrawal } from '../ledger/movements.ts';
import { post, shanghaiDay } from '../ledger/post.ts';
import { balanceOf } from '../ledger/queries.ts';
import { cardSeal } from './card-seal.ts';
import { lockCard } from './cards.ts';
import { withdrawalAsked } from './events.ts';
import { holderFault } from './policy.ts';
import { boundCards, withCards, type Withdrawal, withdrawalByRequest } from './queries.ts';
import type { WithdrawalRow } from './tables.ts';

export interface WithdrawalWish {
  cardId: string;
  fen: number;
  /** made by the form once: the same form sent twice is one withdrawal */
  requestId: string;
}

type Ground = Pick<Services, 'db' | 'outbox' | 'secret'>;

const uncertified = '提现需要先通过实名认证';

/** Freezes the money and asks the operators, in one transaction. That the person is who they say was proven before. */
export async function applyWithdrawal(
  { db, outbox, secret }: Ground,
  userId: string,
  wish: WithdrawalWish,
  now: Date,
): Promise<Withdrawal> {
  return inTransaction(db, async (tx) => {
    const before = await withdrawalByRequest(tx, userId, wish.requestId);
    if (before) return sameOrRefuse(tx, before, wish);
    const card = await lockCard(tx, userId, wish.cardId);
    const certified = await certifiedName({ db: tx, secret }, userId);
    if (certified === null) throw new Refusal('not_allowed', uncertified);
    const fault = holderFault(certified, cardSeal(secret).holderOf(card));
    if (fault) throw invalid('bank_id', fault);
    const row = await tx
      .insertInto('withdrawals')
      .values({
        id: newId(now),
        number: withdrawalNumber(now),
        user_id: userId,
        card_id: card.id,
        request_id: wish.requestId,
        amount_fen: wish.fen,
        gateway: null,
        decided_by: null,
        decided_at: null,
        asked_at: null,
        ask_at: null,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'request_id']).doNothing())
      .returningAll()
      .executeTakeFirst();
    // The other press of the same button was faster.
    if (!row) return sameOrRefuse(tx, await requireRequest(tx, userId, wish.requestId), wish);
    // In words of the form; the ledger itself refuses whatever comes between this look and the freezing.
    const spendable = await balanceOf(tx, available(userId));
    if (wish.fen > spendable) throw invalid('money', `最多可提现 ${yuan(spendable)}`);
    await post(tx, freezeWithdrawal({ withdrawalId: row.id, userId, fen: wish.fen }), now);
    await outbox.emit(tx, withdrawalAsked, { withdrawalId: row.id, userId });
    return { row, card };
  });
}

async function requireRequest(tx: Tx, userId: string, requestId: string): Promise<WithdrawalRow> {
  const row = await withdrawalByRequest(tx, userId, requestId);
  if (!row) throw new Error(`withdrawal ${requestId} of ${userId} is there and cannot be found`);
  return row;
}

async function sameOrRefuse(tx: Tx, row: WithdrawalRow, wish: WithdrawalWish): Promise<Withdrawal> {
  if (row.amount_fen !== wish.fen || row.card_id !== wish.cardId)
    throw new Refusal('state_conflict', `这次申请已经提交过了（${yuan(row.amount_fen)}），要再提现请重新填写`);
  const [found] = await withCards(tx, [row]);
  if (!found) throw new Error(`withdrawal ${row.id} has no card`);
  return found;
}

/** TX, the day, and ten digits: to be read out on the telephone. */
const withdrawalNumber = (now: Date): string =>
  `TX${shanghaiDay(now).replaceAll('-', '')}${String(randomInt(1e10)).padStart(10, '0')}`;

export interface Readiness {
  reason: string;
  remedy: '' | 'certify' | 'bank' | 'balance';
  mostFen: number;
  certified: string;
}

/** What somebody would be told before filling the form in. */
export async function readiness({ db, secret }: Pick<Services, 'db' | 'secret'>, userId: string): Promise<Readiness> {
  const [certified, cards, mostFen] = await Promise.all([
    certifiedName({ db, secret }, userId),
    boundCards(db, userId),
    balanceOf(db, available(userId)),
  ]);
  const found = { mostFen, certified: certified ?? '' };
  if (certified === null) return { ...found, reason: uncertified, remedy: 'certify' };
  if (mostFen < leastWithdrawal) return { ...found, reason: '可用余额不足1元', remedy: 'balance' };
  if (cards.length === 0) return { ...found, reason: '还没有绑定银行卡', remedy: 'bank' };
  const seals = cardSeal(secret);
  if (cards.every((card) => holderFault(certified, seals.holderOf(card)) !== ''))
    return { ...found, reason: `绑定的银行卡都不是「${certified}」的，请绑定认证名称的卡`, remedy: 'bank' };
  return { ...found, reason: '', remedy: '' };
}
