import type { CallOutput } from '../../../contract/call.ts';
import type {
  canWithdraw,
  getAccount,
  getBankList,
  getIncomeCount,
  getTransactionList,
  getWithdrawList,
} from '../../../contract/wallet.ts';

/** What the balance page is made of. */
export type Account = CallOutput<typeof getAccount>;
export type Income = CallOutput<typeof getIncomeCount>;
export type Card = CallOutput<typeof getBankList>[number];
export type Readiness = CallOutput<typeof canWithdraw>;
export type Withdrawal = CallOutput<typeof getWithdrawList>[number];
export type MoneyRecord = CallOutput<typeof getTransactionList>[number];

/** `**** **** **** 3445` → `3445` */
export const lastDigits = ({ bank_account }: Pick<Card, 'bank_account'>): string => bank_account.slice(-4);
