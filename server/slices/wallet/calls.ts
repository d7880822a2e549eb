import { randomUUID } from 'node:crypto';
import { fenToYuan } from '../../../contract/fields.ts';
import { Refusal } from '../../../contract/errors.ts';
import type { TransactionType, WithdrawalStatus } from '../../../contract/statuses.ts';
import {
  bindBank,
  canWithdraw,
  getAccount,
  getBankList,
  getIncomeCount,
  getTransactionList,
  getWithdrawList,
  type RecordFilter as WireFilter,
  unbindBank,
  withdrawApply,
} from '../../../contract/wallet.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { provePassword } from '../accounts/prove.ts';
import { findUser } from '../accounts/queries.ts';
import { presentUser } from '../accounts/present.ts';
import { available, frozen } from '../ledger/accounts.ts';
import { shanghaiDay } from '../ledger/post.ts';
import { balancesOf } from '../ledger/queries.ts';
import { daySums, type RecordFilter, recordPage } from '../ledger/records.ts';
import { cardSeal } from './card-seal.ts';
import { bindCard, unbindCard } from './cards.ts';
import { lastDays, presentCard, presentIncome, presentRecord, presentWithdrawal } from './present.ts';
import { boundCards, withdrawalPage } from './queries.ts';
import { numbersOf } from './records.ts';
import { applyWithdrawal, readiness } from './withdraw.ts';

/** By hand nobody comes near; the money itself is guarded by its lock. */
const asking = { max: 200, per: 60 };
const binding = { max: 30, per: 60 };

export const readFilter = ({ transaction_type, from, to }: WireFilter): RecordFilter => ({
  type: transaction_type === undefined ? undefined : (Number(transaction_type) as TransactionType),
  from,
  to,
});

export const walletCalls: AnyImplementation[] = [
  implement(getAccount, async (_input, { db, caller }) => {
    const [spendable, held] = [available(caller.userId), frozen(caller.userId)];
    const [user, fen] = await Promise.all([findUser(db, caller.userId), balancesOf(db, [spendable, held])]);
    if (!user) throw new Refusal('sign_in_needed');
    const { user_name, avatar_url } = presentUser(user, '');
    return {
      data: {
        id: user.id,
        user_name,
        avatar_url,
        account: fenToYuan(fen[spendable] ?? 0),
        freeze_account: fenToYuan(fen[held] ?? 0),
        total: fenToYuan((fen[spendable] ?? 0) + (fen[held] ?? 0)),
      },
    };
  }),
  implement(getIncomeCount, async (_input, { db, caller, now }) => {
    const days = lastDays(shanghaiDay(now));
    return { data: presentIncome(await daySums(db, caller.userId, days[0] ?? ''), days) };
  }),
  implement(getTransactionList, async ({ page, pageSize, ...filter }, { db, caller }) => {
    const { rows, count } = await recordPage(db, caller.userId, readFilter(filter), { page, pageSize });
    const numberOf = await numbersOf(db, rows);
    const data = rows.map((record) => presentRecord(caller.userId, record, numberOf(record)));
    return { data, page: { count, page, pageSize } };
  }),
  implement(getBankList, async (_input, { db, caller, secret }) => {
    const seals = cardSeal(secret);
    return { data: (await boundCards(db, caller.userId)).map((card) => presentCard(seals, card)) };
  }),
  implement(
    bindBank,
    async ({ bank_name, bank_account, truename }, context) => {
      const card = { bankName: bank_name, number: bank_account, trueName: truename };
      return { data: presentCard(cardSeal(context.secret), await bindCard(context, card)) };
    },
    { limit: binding },
  ),
  implement(
    unbindBank,
    async ({ id }, context) => {
      await unbindCard(context, id);
      return { data: { id } };
    },
    { limit: binding },
  ),
  implement(canWithdraw, async (_input, context) => {
    const { reason, remedy, mostFen, certified } = await readiness(context, context.caller.userId);
    return { data: { reason, remedy, most: fenToYuan(mostFen), truename: certified } };
  }),
  implement(
    withdrawApply,
    async ({ bank_id, money, password, requestId }, context) => {
      await provePassword(context, { field: 'password', password, wrong: '登录密码错误' });
      const wish = { cardId: bank_id, fen: money, requestId: requestId ?? randomUUID() };
      const applied = await applyWithdrawal(context, context.caller.userId, wish, context.now);
      return { data: presentWithdrawal(cardSeal(context.secret), applied) };
    },
    { limit: asking },
  ),
  implement(getWithdrawList, async ({ status, ...page }, { db, caller, secret }) => {
    const wanted = status === undefined ? undefined : (Number(status) as WithdrawalStatus);
    const { found, count } = await withdrawalPage(db, { userId: caller.userId, status: wanted, ...page });
    const seals = cardSeal(secret);
    return { data: found.map((each) => presentWithdrawal(seals, each)), page: { count, ...page } };
  }),
];
