import { sql } from 'kysely';
import { Refusal } from '../../../contract/errors.ts';
import { yuan } from '../../../contract/process/money.ts';
import { newId } from '../../db/ids.ts';
import { along } from '../../db/statements.ts';
import type { Tx } from '../../db/transaction.ts';
import { holderOf, isStriped, type LedgerAccount, stripes } from './accounts.ts';
import { checkMovement, type Entry, type Movement } from './movements.ts';
import type { LedgerBalanceTable } from './tables.ts';

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
  const lines = inLockOrder(movement.entries);
  const balances = await begin(tx, id, movement, lines, now);
  if (balances.length === 0) return 'known';
  const rows = lines.map(({ account, stripe, fen, type = null }) => {
    const balance = balances.find((one) => one.account === account);
    if (!balance) throw new Error(`no balance came back for ${account}`);
    if (balance.balance_fen < 0 && !mayBeNegative(account)) throw short(account, balance.balance_fen);
    const { seq, balance_fen } = balance;
    return { account, stripe, seq, transaction_id: id, amount_fen: fen, balance_fen, type, at: now };
  });
  await along(tx, tx.insertInto('ledger_entries').values(rows));
  return 'posted';
}

/** The transaction, the balances under its locks, and the day's sums, in one go; nothing at all for a known cause. */
async function begin(tx: Tx, id: string, movement: Movement, lines: readonly Line[], now: Date) {
  const { kind, cause, demandId = null, paymentId = null, memo } = movement;
  const moved = lines.map(({ account, stripe, fen }) => sql`(${account}::text, ${stripe}::smallint, ${fen}::int8)`);
  const read = lines.flatMap(({ account, fen, type }) => {
    const holder = holderOf(account);
    return holder === null || type === undefined ? [] : [sql`(${holder}::uuid, ${type}::smallint, ${fen}::int8)`];
  });
  const days = sql`, days as (
    insert into wallet_days as d (user_id, day, type, amount_fen)
    select l.holder, ${shanghaiDay(now)}::date, l.type, l.fen
    from begun, (values ${sql.join(read)}) as l (holder, type, fen)
    order by l.holder
    on conflict (user_id, day, type) do update set amount_fen = d.amount_fen + excluded.amount_fen
  )`;
  const { rows } = await sql<Pick<LedgerBalanceTable, 'account' | 'balance_fen' | 'seq'>>`
    with begun as (
      insert into ledger_transactions (id, kind, cause, demand_id, payment_id, memo, at)
      values (${id}, ${kind}, ${cause}, ${demandId}, ${paymentId}, ${memo}, ${now})
      on conflict (cause) do nothing
      returning id
    ), moved as (
      insert into ledger_balances as b (account, stripe, balance_fen, seq)
      select l.account, l.stripe, l.fen, 1
      from begun, (values ${sql.join(moved)}) as l (account, stripe, fen)
      order by l.account
      on conflict (account, stripe) do update
        set balance_fen = b.balance_fen + excluded.balance_fen, seq = b.seq + 1
      returning account, balance_fen, seq
    )${read.length > 0 ? days : sql``}
    select account, balance_fen, seq from moved`.execute(tx);
  return rows;
}

/** What a person reads is that the balance does not do; an order's escrow that does not is a fault of ours. */
function short(account: LedgerAccount, balanceFen: number): Error {
  if (holderOf(account) === null) return new Error(`${account} would go to ${balanceFen} fen`);
  return new Refusal('state_conflict', `余额不足，还差 ${yuan(-balanceFen)}`);
}
