import type { TransactionType } from '../../../contract/statuses.ts';
import type { LedgerAccount } from './accounts.ts';
import type { MovementKind } from './movements.ts';

export interface LedgerTables {
  ledger_transactions: LedgerTransactionTable;
  ledger_entries: LedgerEntryTable;
  ledger_balances: LedgerBalanceTable;
  wallet_days: WalletDayTable;
}

/** Rows are only added; a correction is a movement of its own. */
export interface LedgerTransactionTable {
  /** UUIDv7 */
  id: string;
  kind: MovementKind;
  /** unique: the same cause moves money once */
  cause: string;
  demand_id: string | null;
  payment_id: string | null;
  /** what those whom it concerns read */
  memo: string;
  at: Date;
}

/** Rows are only added. Within an account and stripe they are numbered without a gap, and each carries the balance after it. */
export interface LedgerEntryTable {
  account: LedgerAccount;
  /** 0 but for accounts that are kept in several balances */
  stripe: number;
  /** from 1 */
  seq: number;
  transaction_id: string;
  amount_fen: number;
  /** after this entry, of this account and stripe */
  balance_fen: number;
  /** as the account's owner reads it; null on accounts that nobody reads */
  type: TransactionType | null;
  at: Date;
}

/** What the entries come to, kept beside them under the row's lock. */
export interface LedgerBalanceTable {
  account: LedgerAccount;
  stripe: number;
  balance_fen: number;
  /** of the last entry */
  seq: number;
}

/** What moved on a person's spending account on a day of Asia/Shanghai, by type: sums of entries, kept. */
export interface WalletDayTable {
  user_id: string;
  /** YYYY-MM-DD */
  day: string;
  type: TransactionType;
  /** signed, as the entries are */
  amount_fen: number;
}
