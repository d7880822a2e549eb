import type { CallData } from '../../../contract/call.ts';
import { fenToYuan } from '../../../contract/fields.ts';
import { transactionTypeNames, withdrawalStatus, withdrawalStatusNames } from '../../../contract/statuses.ts';
import {
  type BankCard,
  chartDays,
  type getIncomeCount,
  type getTransactionList,
  type Withdrawal as WireWithdrawal,
} from '../../../contract/wallet.ts';
import { transactionType } from '../../../contract/statuses.ts';
import { seconds } from '../../../contract/wire.ts';
import type { DaySum, MoneyRecord } from '../ledger/records.ts';
import type { CardSeal } from './card-seal.ts';
import { byHand, type Withdrawal } from './queries.ts';
import { memoOf } from './records.ts';
import type { BankCardRow } from './tables.ts';

export const masked = (last4: string): string => `**** **** **** ${last4}`;

export function presentCard(seals: CardSeal, row: BankCardRow): BankCard {
  return { id: row.id, bank_name: row.bank_name, bank_account: masked(row.last4), truename: seals.holderOf(row) };
}

export function presentWithdrawal(seals: CardSeal, { row, card }: Withdrawal): WireWithdrawal {
  return {
    id: row.id,
    create_time: seconds(row.created_at),
    update_time: seconds(row.updated_at),
    order_id: row.number,
    money: fenToYuan(row.amount_fen),
    bank_name: card.bank_name,
    bank_account: masked(card.last4),
    truename: seals.holderOf(card),
    status: row.status,
    statusName: withdrawalStatusNames[row.status],
    reason: row.reason,
    next: nextOf({ row, card }),
  };
}

/** What happens next by itself, and to the money. */
function nextOf({ row, card }: Withdrawal): string {
  switch (row.status) {
    case withdrawalStatus.pending:
      return '平台财务正在审核，这笔钱已冻结。通过后打到您的银行卡，驳回则全额退回余额。';
    case withdrawalStatus.paying:
      return row.gateway === byHand
        ? `已通过审核，财务正在向${card.bank_name}尾号${card.last4}打款。`
        : `已通过审核，正在等银行确认向${card.bank_name}尾号${card.last4}的打款。没有到账会全额退回余额。`;
    case withdrawalStatus.paid:
      return `已打到${card.bank_name}尾号${card.last4}。`;
    case withdrawalStatus.rejected:
    case withdrawalStatus.returned:
      return '已全额退回余额，可以改好后重新申请。';
  }
}

export function presentRecord(
  userId: string,
  record: MoneyRecord,
  orderNumber: string,
): CallData<typeof getTransactionList>[number] {
  return {
    user_id: userId,
    transaction_id: record.transactionId,
    order_id: orderNumber,
    transaction_type: record.type,
    typeName: transactionTypeNames[record.type],
    money: fenToYuan(record.amountFen),
    balance: fenToYuan(record.balanceFen),
    memo: memoOf(record),
    create_time: seconds(record.at),
  };
}

/** Days as they are told, oldest first: one without any movement is there too. */
export function presentIncome(sums: readonly DaySum[], days: readonly string[]): CallData<typeof getIncomeCount> {
  const sum = (type: number, day?: string) =>
    sums
      .filter((one) => one.type === type && (day === undefined || one.day === day))
      .reduce((total, { amountFen }) => total + amountFen, 0);
  return {
    income: fenToYuan(sum(transactionType.income)),
    today_income: fenToYuan(sum(transactionType.income, days.at(-1) ?? '')),
    output: fenToYuan(0 - sum(transactionType.consumption)),
    refund: fenToYuan(sum(transactionType.refund)),
    days: days.map((day) => ({
      day,
      income: fenToYuan(sum(transactionType.income, day)),
      output: fenToYuan(0 - sum(transactionType.consumption, day)),
    })),
  };
}

/** The last thirty days in Asia/Shanghai, which has no daylight saving, `YYYY-MM-DD`, oldest first. */
export function lastDays(today: string): string[] {
  const end = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: chartDays }, (_, index) =>
    new Date(end - (chartDays - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}
