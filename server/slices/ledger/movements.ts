import { commissionOf } from '../../../contract/process/money.ts';
import { transactionType, type TransactionType } from '../../../contract/statuses.ts';
import { available, clearing, escrow, frozen, income, type LedgerAccount } from './accounts.ts';

export interface Entry {
  readonly account: LedgerAccount;
  /** positive: the account is owed more */
  readonly fen: number;
  /** as its owner reads it in the list of transactions; only on `available` accounts */
  readonly type?: TransactionType;
}

export type MovementKind =
  | 'topUp'
  | 'hold'
  | 'release'
  | 'divide'
  | 'freezeWithdrawal'
  | 'payWithdrawal'
  | 'returnWithdrawal'
  | 'unfreezeWithdrawal';

/** One transaction of the double entry: entries that sum to zero, each account at most once. */
export interface Movement {
  readonly kind: MovementKind;
  /** what made it happen, as a name that is never used for another movement: the same cause posts once */
  readonly cause: string;
  readonly entries: readonly Entry[];
  readonly demandId?: string;
  readonly paymentId?: string;
  /** what all whom it concerns read; a commission is told to who paid it alone, by the entry that it made */
  readonly memo: string;
}

/** Without those of nothing: an entry says that something moved. */
const moving = (entries: readonly Entry[]): Entry[] => entries.filter(({ fen }) => fen !== 0);

/** Throws for a movement that would make or lose money, or that moves none. A fault of ours, never of a person. */
export function checkMovement({ kind, cause, entries }: Movement): void {
  const wrong = (what: string) => new RangeError(`ledger movement ${kind} (${cause}): ${what}`);
  if (entries.length < 2) throw wrong('needs two entries at least');
  if (entries.some(({ fen }) => !Number.isSafeInteger(fen) || fen === 0)) throw wrong('a sum is not in whole fen');
  if (new Set(entries.map(({ account }) => account)).size < entries.length) throw wrong('an account comes twice');
  if (entries.reduce((sum, { fen }) => sum + BigInt(fen), 0n) !== 0n) throw wrong('does not sum to zero');
}

/** Money that arrived at a gateway for somebody. */
export const topUp = (given: {
  cause: string;
  userId: string;
  gateway: string;
  fen: number;
  paymentId?: string;
  memo: string;
}): Movement => ({
  kind: 'topUp',
  cause: given.cause,
  ...(given.paymentId !== undefined && { paymentId: given.paymentId }),
  memo: given.memo,
  entries: [
    { account: clearing(given.gateway), fen: -given.fen },
    { account: available(given.userId), fen: given.fen, type: transactionType.topUp },
  ],
});

/** What every movement of an order is about. */
export interface OrderMovement {
  cause: string;
  demandId: string;
  /** shown number and name, for the memo */
  title: string;
}

/** An instalment goes from its payer into the order's escrow. */
export const hold = (given: OrderMovement & { ownerId: string; instalment: string; fen: number }): Movement => ({
  kind: 'hold',
  cause: given.cause,
  demandId: given.demandId,
  memo: `${given.title} ${given.instalment}托管`,
  entries: [
    { account: available(given.ownerId), fen: -given.fen, type: transactionType.consumption },
    { account: escrow(given.demandId), fen: given.fen },
  ],
});

/** What an order holds, or a part of it, goes to its provider, less the commission agreed with the award. */
export function release(
  given: OrderMovement & { providerId: string; fen: number; commissionBasisPoints: number; what: string },
): Movement {
  return { ...divide({ ...given, ownerId: '', ownerFen: 0, providerFen: given.fen }), kind: 'release' };
}

/** What an order holds goes to both sides. Commission is taken from the provider's part alone. */
export function divide(
  given: OrderMovement & {
    ownerId: string;
    ownerFen: number;
    providerId: string;
    providerFen: number;
    commissionBasisPoints: number;
    what: string;
  },
): Movement {
  const commission = commissionOf(given.providerFen, given.commissionBasisPoints);
  return {
    kind: 'divide',
    cause: given.cause,
    demandId: given.demandId,
    memo: `${given.title} ${given.what}`,
    entries: moving([
      { account: escrow(given.demandId), fen: -(given.ownerFen + given.providerFen) },
      { account: available(given.ownerId), fen: given.ownerFen, type: transactionType.refund },
      { account: available(given.providerId), fen: given.providerFen - commission, type: transactionType.income },
      { account: income, fen: commission },
    ]),
  };
}

export interface WithdrawalMovement {
  withdrawalId: string;
  userId: string;
  fen: number;
}

const ofWithdrawal = (
  kind: MovementKind,
  { withdrawalId }: WithdrawalMovement,
  memo: string,
  entries: readonly Entry[],
): Movement => ({ kind, cause: `withdrawal:${withdrawalId}:${kind}`, memo, entries });

const ofAWithdrawal = /^withdrawal:([\da-f-]{36}):/;

/** The withdrawal that a transaction with this cause belongs to; undefined where it is another's. */
export const withdrawalOf = (cause: string): string | undefined => ofAWithdrawal.exec(cause)?.[1];

/** Somebody asked for money to be paid out: it cannot be spent any more. */
export const freezeWithdrawal = (given: WithdrawalMovement): Movement =>
  ofWithdrawal('freezeWithdrawal', given, '提现申请', [
    { account: available(given.userId), fen: -given.fen, type: transactionType.withdrawal },
    { account: frozen(given.userId), fen: given.fen },
  ]);

/** It was refused before it was paid out. */
export const unfreezeWithdrawal = (given: WithdrawalMovement): Movement =>
  ofWithdrawal('unfreezeWithdrawal', given, '提现驳回，款项退回余额', [
    { account: frozen(given.userId), fen: -given.fen },
    { account: available(given.userId), fen: given.fen, type: transactionType.withdrawal },
  ]);

/** It left through a gateway. */
export const payWithdrawal = (given: WithdrawalMovement & { gateway: string }): Movement =>
  ofWithdrawal('payWithdrawal', given, '提现已打款', [
    { account: frozen(given.userId), fen: -given.fen },
    { account: clearing(given.gateway), fen: given.fen },
  ]);

/** The bank sent back what had left. */
export const returnWithdrawal = (given: WithdrawalMovement & { gateway: string }): Movement =>
  ofWithdrawal('returnWithdrawal', given, '银行退回，款项退回余额', [
    { account: clearing(given.gateway), fen: -given.fen },
    { account: available(given.userId), fen: given.fen, type: transactionType.withdrawal },
  ]);
