import { z } from 'zod';
import { passwordField } from './accounts.ts';
import { defineCall } from './call.ts';
import { type Field, money, paging, text } from './fields.ts';
import { transactionType, type TransactionType, withdrawalStatus, type WithdrawalStatus } from './statuses.ts';
import { anyOf, daysInOrder, daysInOrderMessage, optional, recordId, requestId, wireDay } from './wire.ts';

const yuan = z.string().regex(/^-?\d+\.\d{2}$/);

export const getAccount = defineCall({
  path: '/api/account/info',
  auth: 'user',
  input: z.object({}),
  output: z.object({
    id: z.string(),
    user_name: z.string(),
    avatar_url: z.string(),
    /** yuan with two decimals: what may be spent, what waits to be paid out, and both together */
    account: yuan,
    freeze_account: yuan,
    total: yuan,
  }),
  summary: 'What the one who asks may spend, what is frozen for withdrawals, and both together, from the ledger',
});

/** days of the chart, today included */
export const chartDays = 30;

export const getIncomeCount = defineCall({
  path: '/api/account/incomeCount',
  auth: 'user',
  input: z.object({}),
  output: z.object({
    /** earned by orders, ever and today (Asia/Shanghai) */
    income: yuan,
    today_income: yuan,
    /** paid for orders, what is held in escrow included */
    output: yuan,
    /** of that, what came back */
    refund: yuan,
    /** the last 30 days, oldest first, none left out */
    days: z.array(z.object({ day: z.string(), income: yuan, output: yuan })),
  }),
  summary: 'Income and expense, in sums and by day',
});

// People copy numbers in groups of four, and some keyboards give full-width digits.
const digitsAlone = (value: unknown) =>
  typeof value === 'string' ? value.normalize('NFKC').replaceAll(/[\s-]/g, '') : value;

/** Specification §5: 15 to 19 digits, not starting with 0. */
const cardMessage = '请输入正确的银行卡号，15至19位数字，不以0开头';
const plainAccountField = text({
  label: '银行卡号',
  required: '请输入银行卡号',
  max: [40, cardMessage],
  pattern: [/^[1-9]\d{14,18}$/, cardMessage],
  inputMode: 'decimal',
  example: '6222020200112233445',
});
export const bankAccountField: Field<string> = {
  ...plainAccountField,
  schema: z.preprocess(digitsAlone, plainAccountField.schema).prefault(''),
};

export const bankNameField = text({
  label: '开户银行',
  required: '请选择开户银行',
  min: [2, '银行名称至少2个字'],
  max: [30, '银行名称最多30个字'],
  pattern: [/^[\p{L}\p{N}（）()·]+$/u, '银行名称不能包含特殊符号'],
  example: '中国工商银行',
});

export const trueNameField = text({
  label: '持卡人',
  required: '请输入持卡人姓名',
  min: [2, '持卡人姓名至少2个字'],
  max: [50, '持卡人姓名最多50个字'],
  pattern: [/^[\p{L}\p{N}（）()·.& -]+$/u, '持卡人姓名不能包含特殊符号'],
  example: '陈禾',
});

/** cards that one person may have bound at a time */
export const mostCards = 10;

const bankCard = z.object({
  id: z.string(),
  bank_name: z.string(),
  /** `**** **** **** 1234`: the last four digits alone are told */
  bank_account: z.string(),
  truename: z.string(),
});
export type BankCard = z.output<typeof bankCard>;

export const getBankList = defineCall({
  path: '/api/account/bindBankList',
  auth: 'user',
  input: z.object({}),
  output: z.array(bankCard),
  summary: 'Bound bank cards, newest first',
});

export const bindBank = defineCall({
  path: '/api/account/bindBank',
  auth: 'user',
  input: z.object({
    bank_name: bankNameField.schema,
    bank_account: bankAccountField.schema,
    truename: trueNameField.schema,
  }),
  output: bankCard,
  summary: 'Binds a bank card; whoever is certified can bind cards of the certified name only',
});

export const unbindBank = defineCall({
  path: '/api/account/unbindBank',
  auth: 'user',
  input: z.object({ id: recordId('银行卡编号') }),
  output: z.object({ id: z.string() }),
  summary: 'Unbinds a bank card, unless a withdrawal to it is under way',
});

/** fen */
export const leastWithdrawal = 100;

export const withdrawMoneyField = money({
  label: '提现金额',
  required: '请输入提现金额',
  negative: '提现金额不能为负',
  min: [leastWithdrawal, '最低提现1元'],
  example: '100',
});

const statuses = Object.values(withdrawalStatus).map(String);
const statusNumber = z
  .number()
  .int()
  .refine((value): value is WithdrawalStatus => statuses.includes(String(value)));

const withdrawal = z.object({
  id: z.string(),
  create_time: z.number().int(),
  update_time: z.number().int(),
  /** number of the withdrawal, as people read it */
  order_id: z.string(),
  money: yuan,
  bank_name: z.string(),
  bank_account: z.string(),
  truename: z.string(),
  status: statusNumber,
  statusName: z.string(),
  /** why it was refused or came back; '' else */
  reason: z.string(),
  /** what happens next by itself, and to the money */
  next: z.string(),
});
export type Withdrawal = z.output<typeof withdrawal>;

export const withdrawApply = defineCall({
  path: '/api/account/withdrawApply',
  auth: 'user',
  input: z.object({
    bank_id: recordId('银行卡编号'),
    money: withdrawMoneyField.schema,
    /** the sign-in password once more */
    password: passwordField.schema,
    requestId,
  }),
  output: withdrawal,
  summary: 'Asks for money to be paid out to a bound card; it is frozen at once. The same requestId is one withdrawal',
});

export const withdrawalPageSize = 6;

export const getWithdrawList = defineCall({
  path: '/api/account/withdrawList',
  auth: 'user',
  input: z.object({
    status: anyOf(statuses, '提现状态不在可选范围内'),
    ...paging(withdrawalPageSize, 50),
  }),
  output: z.array(withdrawal),
  paged: true,
  summary: 'Own withdrawals, newest first',
});

export const canWithdraw = defineCall({
  path: '/api/account/withdrawCheck',
  auth: 'user',
  input: z.object({}),
  output: z.object({
    /** what keeps the one who asks from withdrawing anything now; '' for nothing */
    reason: z.string(),
    /** where that is put right: certify, bank or balance; '' for nowhere */
    remedy: z.enum(['', 'certify', 'bank', 'balance']),
    /** yuan that can be asked for at most */
    most: yuan,
    /** whose cards the money can go to; '' without a certification */
    truename: z.string(),
  }),
  summary: 'Whether the one who asks could withdraw now, and if not, why',
});

const types = Object.values(transactionType).map(String);
const typeNumber = z
  .number()
  .int()
  .refine((value): value is TransactionType => types.includes(String(value)));

/** Days of Asia/Shanghai, both included. */
const recordFilter = {
  transaction_type: anyOf(types, '交易类型不在可选范围内'),
  from: optional(wireDay('开始日期')),
  to: optional(wireDay('结束日期')),
};

export const recordFilterSchema = z.object(recordFilter).refine(daysInOrder, daysInOrderMessage);
export type RecordFilter = z.output<typeof recordFilterSchema>;

export const transactionPageSize = 10;

export const getTransactionList = defineCall({
  path: '/api/account/transactionList',
  auth: 'user',
  input: z.object({ ...recordFilter, ...paging(transactionPageSize, 100) }).refine(daysInOrder, daysInOrderMessage),
  output: z.array(
    z.object({
      user_id: z.string(),
      transaction_id: z.string(),
      /** number of the order or the withdrawal; '' for neither */
      order_id: z.string(),
      /** 1 top-up, 2 consumption, 3 withdrawal, 4 income, 5 refund */
      transaction_type: typeNumber,
      typeName: z.string(),
      /** signed: negative is less to spend */
      money: yuan,
      /** what may be spent after it */
      balance: yuan,
      memo: z.string(),
      create_time: z.number().int(),
    }),
  ),
  paged: true,
  summary: 'What moved on the own balance, newest first, by type and day',
});

/** Answers with a file; asked for by GET with the token as authorisation, filter as in the list. */
export const transactionExportPath = '/api/account/transactionExport';
