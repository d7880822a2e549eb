import type { Kysely } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import type { LedgerAccount } from './accounts.ts';

/** What some accounts hold, in fen; 0 for one that was never moved. */
export async function balancesOf<Account extends LedgerAccount>(
  db: Kysely<DB> | Tx,
  accounts: readonly Account[],
): Promise<Record<Account, number>> {
  const rows = await db
    .selectFrom('ledger_balances')
    .select(['account', 'balance_fen'])
    .where('account', 'in', accounts)
    .execute();
  const sum = (account: LedgerAccount) =>
    rows.reduce((total, row) => (row.account === account ? total + row.balance_fen : total), 0);
  return Object.fromEntries(accounts.map((account) => [account, sum(account)])) as Record<Account, number>;
}

/** The same of one account. */
export async function balanceOf(db: Kysely<DB> | Tx, account: LedgerAccount): Promise<number> {
  const { [account]: fen = 0 } = await balancesOf(db, [account]);
  return fen;
}
