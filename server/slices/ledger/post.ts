import { sql } from 'kysely';
import { Refusal } from '../../../contract/errors.ts';
import { yuan } from '../../../contract/process/money.ts';
import { newId } from '../../db/ids.ts';
import type { Tx } from '../../db/transaction.ts';
import { holderOf, isStriped, type LedgerAccount, stripes } from './accounts.ts';
import { checkMovement, type Entry, type Movement } from './movements.ts';

const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' });
/** The day of a moment in Asia/Shanghai, as YYYY-MM-DD. */
export const shanghaiDay = (moment: Date): string => dayOf.format(moment);

interface Line extends Entry {
  readonly stripe: number;
}

/** In one order everywhere, so that two movements over the same accounts wait for each other instead of for ever. */
const inLockOrder = (entries: readonly Entry[]): Line[] =>
  entries
    .map((entry) => ({ ...entry, stripe: isStriped(entry.account) ? Math.floor(Math.random() * stripes) : 0 }))
    .toSorted((a, b) => (a.account < b.account ? -1 : 1));

const mayBeNegative = (account: LedgerAccount) => account.startsWith('clearing:');

/**
 * Moves money: writes the transaction, its entries, the balances and the day's sums, all in the caller's transaction.
 * Gives `known`, and moves nothing, for a cause that was posted before. Throws state_conflict when somebody's account would
 * go below nothing; the caller's transaction must not be committed then. Throws RangeError for a movement that does not
 * sum to zero. This is the only place that writes the ledger.
 */
export async function post(tx: Tx, movement: Movement, now: Date): Promise<'posted' | 'known'> {
  checkMovement(movement);
  const id = newId(now);
  const { kind, cause, demandId = null, paymentId = null, memo } = movement;
  const begun = await tx
    .insertInto('ledger_transactions')
    .values({ id, kind, cause, demand_id: demandId, payment_id: paymentId, memo, at: now })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .executeTakeFirst();
  if (begun.numInsertedOrUpdatedRows === 0n) return 'known';

  const lines = inLockOrder(movement.entries);
  const balances = await tx
    .insertInto('ledger_balances')
    .values(lines.map(({ account, stripe, fen }) => ({ account, stripe, balance_fen: fen, seq: 1 })))
    .onConflict((conflict) =>
      conflict.columns(['account', 'stripe']).doUpdateSet({
        balance_fen: sql`ledger_balances.balance_fen + excluded.balance_fen`,
        seq: sql`ledger_balances.seq + 1`,
      }),
    )
    .returning(['account', 'balance_fen', 'seq'])
    .execute();
  const rows = lines.map(({ account, stripe, fen, type = null }) => {
    const balance = balances.find((one) => one.account === account);
    if (!balance) throw new Error(`no balance came back for ${account}`);
    if (balance.balance_fen < 0 && !mayBeNegative(account)) throw short(account, balance.balance_fen);
    const { seq, balance_fen } = balance;
    return { account, stripe, seq, transaction_id: id, amount_fen: fen, balance_fen, type, at: now };
  });
  await tx.insertInto('ledger_entries').values(rows).execute();
  await keepDays(tx, lines, now);
  return 'posted';
}

/** What a person reads is that the balance does not do; an order's escrow that does not is a fault of ours. */
function short(account: LedgerAccount, balanceFen: number): Error {
  if (holderOf(account) === null) return new Error(`${account} would go to ${balanceFen} fen`);
  return new Refusal('state_conflict', `余额不足，还差 ${yuan(-balanceFen)}`);
}

async function keepDays(tx: Tx, lines: readonly Line[], now: Date): Promise<void> {
  const day = shanghaiDay(now);
  const sums = lines.flatMap(({ account, fen, type }) => {
    const holder = holderOf(account);
    return holder === null || type === undefined ? [] : [{ user_id: holder, day, type, amount_fen: fen }];
  });
  if (sums.length === 0) return;
  await tx
    .insertInto('wallet_days')
    .values(sums)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'day', 'type'])
        .doUpdateSet({ amount_fen: sql`wallet_days.amount_fen + excluded.amount_fen` }),
    )
    .execute();
}
