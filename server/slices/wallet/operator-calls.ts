import type { Kysely } from 'kysely';
import { Refusal } from '../../../contract/errors.ts';
import { fenToYuan } from '../../../contract/fields.ts';
import {
  approveWithdrawal,
  type OperatorWithdrawal,
  operatorWithdrawals,
  rejectWithdrawal,
  revealCard,
  withdrawalFailed,
  withdrawalPaid,
} from '../../../contract/operator/wallet.ts';
import { payWayNames } from '../../../contract/payments.ts';
import { withdrawalStatus, withdrawalStatusNames, type WithdrawalStatus } from '../../../contract/statuses.ts';
import { seconds } from '../../../contract/wire.ts';
import type { Caller, SignedInContext } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import type { DB } from '../../db/schema.ts';
import { publicUsers } from '../accounts/queries.ts';
import { maskedName } from '../certification/identity.ts';
import { passedCertifications } from '../certification/queries.ts';
import { available, frozen } from '../ledger/accounts.ts';
import { balancesOf } from '../ledger/queries.ts';
import { bothWaiting, type DeskPart } from '../operators/desk.ts';
import { hasRole, needRole } from '../operators/policy.ts';
import { cardSeal } from './card-seal.ts';
import { approve, failedByHand, paidByHand, reject, reveal } from './decide.ts';
import { holderKind, payOutGateway } from './pay-out.ts';
import { approvalOf, decisionsOf, onlookers, payerFault, payers } from './policy.ts';
import { masked } from './present.ts';
import {
  byHand,
  openWithdrawals,
  recentFen,
  type Withdrawal,
  withCards,
  withdrawalById,
  withdrawalPage,
} from './queries.ts';

/** Who pays out has what they may act on before them; who looks on, all that waits. */
const payerAmong = (caller: Caller): string | null => (hasRole(caller, payers) ? caller.userId : null);

/** The console's part for withdrawals. */
export const withdrawalDesk: DeskPart = {
  key: 'withdrawals',
  name: '提现审核',
  roles: onlookers,
  waiting: async (db, caller) =>
    (await openWithdrawals(db, payerAmong(caller))).map(({ waiting }) => waiting).reduce(bothWaiting),
  queues: async ({ db, caller }) =>
    (await openWithdrawals(db, payerAmong(caller))).map(({ status, open, waiting: { since } }) => [
      String(status),
      { count: open, since },
    ]),
  claims: { kind: 'withdrawal', roles: payers },
};

const nameOf = (gateway: string): string => (payWayNames as Readonly<Record<string, string>>)[gateway] ?? gateway;

async function presentAll(context: SignedInContext, found: readonly Withdrawal[]): Promise<OperatorWithdrawal[]> {
  const { db, caller, now, settings } = context;
  const userIds = found.map(({ row }) => row.user_id);
  const deciders = found.flatMap(({ row }) => [row.decided_by ?? [], row.first_by ?? []].flat());
  const open = found.filter(({ row }) => row.status === withdrawalStatus.pending).map(({ row }) => row.user_id);
  const [people, papers, fen, recent] = await Promise.all([
    publicUsers(db, [...userIds, ...deciders]),
    passedCertifications(context, userIds),
    balancesFor(db, userIds),
    recentFen(db, [...new Set(open)], now),
  ]);
  const seals = cardSeal(context.secret);
  const pays = hasRole(caller, payers);
  return found.map(({ row, card }) => {
    const paper = papers.get(row.user_id);
    const [holder, certified] = [seals.holderOf(card), paper?.name ?? ''];
    const account_type = people.get(row.user_id)?.accountType ?? 1;
    const named = (name: string) => (pays ? name : maskedName(name, paper?.account_type ?? account_type));
    const gateway = row.gateway ?? payOutGateway(context, holderKind(paper?.account_type))?.name ?? byHand;
    const waits = row.status === withdrawalStatus.pending;
    const togetherFen = recent.get(row.user_id) ?? 0;
    const approval = waits ? approvalOf(row, togetherFen, settings.fourEyesFen) : '';
    // Told of each of those that are summed, also of one that would need two by itself: they are decided on together.
    const summed = (approval === 'first' || approval === 'second') && togetherFen > row.amount_fen;
    return {
      id: row.id,
      order_id: row.number,
      create_time: seconds(row.created_at),
      update_time: seconds(row.updated_at),
      money: fenToYuan(row.amount_fen),
      bank_name: card.bank_name,
      bank_account: masked(card.last4),
      truename: named(holder),
      status: row.status,
      statusName: withdrawalStatusNames[row.status],
      reason: row.reason,
      user_id: row.user_id,
      nickname: people.get(row.user_id)?.name ?? '',
      account_type,
      certified_name: named(certified),
      otherHolder: holder !== certified,
      account: fenToYuan(fen(available(row.user_id))),
      freeze_account: fenToYuan(fen(frozen(row.user_id))),
      way: gateway === byHand ? 'manual' : 'gateway',
      gateway: gateway === byHand ? '' : nameOf(gateway),
      bank_number: row.bank_number,
      decidedBy: people.get(row.decided_by ?? '')?.name ?? '',
      approval,
      together: summed ? fenToYuan(togetherFen) : '',
      firstBy: people.get(row.first_by ?? '')?.name ?? '',
      firstTime: row.first_at && seconds(row.first_at),
      actions: decisionsOf(row, now).map((action) => {
        const reason = payerFault(caller, row, action);
        return { action, enabled: reason === '', reason };
      }),
    };
  });
}

async function balancesFor(db: Kysely<DB>, userIds: readonly string[]): Promise<(account: string) => number> {
  const accounts = userIds.flatMap((id) => [available(id), frozen(id)]);
  const fen: Record<string, number> = accounts.length === 0 ? {} : await balancesOf(db, accounts);
  return (account) => fen[account] ?? 0;
}

async function presentOne(context: SignedInContext, id: string): Promise<{ data: OperatorWithdrawal }> {
  const row = await withdrawalById(context.db, id);
  const [data] = row ? await presentAll(context, await withCards(context.db, [row])) : [];
  if (!data) throw new Refusal('not_found', '没有找到这笔提现');
  return { data };
}

export const operatorWithdrawalCalls: AnyImplementation[] = [
  implement(operatorWithdrawals, async ({ id, userId, status, ...page }, context) => {
    needRole(context.caller, onlookers);
    const wanted = status === undefined ? undefined : (Number(status) as WithdrawalStatus);
    const oldestFirst = wanted === withdrawalStatus.pending || wanted === withdrawalStatus.paying;
    const { found, count } = await withdrawalPage(context.db, { id, userId, status: wanted, oldestFirst, ...page });
    return { data: await presentAll(context, found), page: { count, ...page } };
  }),
  implement(approveWithdrawal, async ({ id }, context) => {
    await approve(context, id);
    return presentOne(context, id);
  }),
  implement(rejectWithdrawal, async ({ id, reason }, context) => {
    await reject(context, id, reason);
    return presentOne(context, id);
  }),
  implement(
    revealCard,
    async ({ id }, context) => {
      const { card, number } = await reveal(context, id);
      return {
        data: { bank_name: card.bank_name, bank_account: number, truename: cardSeal(context.secret).holderOf(card) },
      };
    },
    { limit: { max: 60, per: 3600 } },
  ),
  implement(withdrawalPaid, async ({ id, bank_number }, context) => {
    await paidByHand(context, id, bank_number);
    return presentOne(context, id);
  }),
  implement(withdrawalFailed, async ({ id, reason }, context) => {
    await failedByHand(context, id, reason);
    return presentOne(context, id);
  }),
];
