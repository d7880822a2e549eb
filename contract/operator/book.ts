import { z } from 'zod';
import { defineCall } from '../call.ts';
import { paging } from '../fields.ts';
import { orderNid } from '../orders.ts';
import { anyOf, daysInOrder, daysInOrderMessage, optional, recordId, wireDay } from '../wire.ts';

/** The ledger as it is written, for finance, admin and auditor: accounts, entries, and a file of them. */

export const accountKinds = {
  available: '用户可用余额',
  frozen: '用户提现冻结',
  escrow: '订单托管',
  income: '平台服务费',
  clearing: '资金通道',
} as const;
export type AccountKind = keyof typeof accountKinds;
const accountKindKeys = Object.keys(accountKinds) as [AccountKind, ...AccountKind[]];

export const movementNames = {
  topUp: '充值到账',
  hold: '付款托管',
  release: '放款',
  divide: '分账',
  freezeWithdrawal: '提现冻结',
  payWithdrawal: '提现打款',
  returnWithdrawal: '提现退回',
  unfreezeWithdrawal: '提现驳回解冻',
} as const;
const movementKeys = Object.keys(movementNames) as [keyof typeof movementNames, ...(keyof typeof movementNames)[]];

const account = z
  .string()
  .trim()
  .regex(/^(?:income|clearing:[\w-]{1,40}|(?:available|frozen|escrow):[0-9a-f-]{36})$/, '账户编号有误');

const filter = {
  account: optional(account),
  kind: anyOf(accountKindKeys, '账户类别不在可选范围内'),
  movement: anyOf(movementKeys, '业务类型不在可选范围内'),
  demandNid: optional(orderNid('订单编号')),
  /** either account of a person */
  userId: optional(recordId('用户编号')),
  /** days of Asia/Shanghai, both included */
  from: optional(wireDay('开始日期')),
  to: optional(wireDay('结束日期')),
};
export const bookFilterSchema = z.object(filter).refine(daysInOrder, daysInOrderMessage);
export type BookFilter = z.output<typeof bookFilterSchema>;

const cursor = optional(z.string().regex(/^[0-9a-f-]{36},[\w:-]{1,80},\d{1,2}$/, '翻页位置有误'));

export const bookEntry = z.object({
  transactionId: z.string(),
  account: z.string(),
  /** 王掌柜 · 可用余额, 订单 DM-2611-0093 托管 … */
  accountName: z.string(),
  kind: z.enum(accountKindKeys),
  /** of accounts that are kept in several balances: which; null of all others */
  stripe: z.number().int().nullable(),
  /** place within the account and stripe, from 1 */
  seq: z.number().int(),
  movement: z.string(),
  movementName: z.string(),
  /** yuan, signed */
  amount: z.string(),
  /** of this account (and stripe) after it */
  balance: z.string(),
  /** '' where it moved for no order */
  demandNid: z.string(),
  /** that it moved for; null where it was none */
  withdrawal: z.object({ id: z.string(), number: z.string() }).nullable(),
  memo: z.string(),
  time: z.number().int(),
});
export type BookEntry = z.output<typeof bookEntry>;

export const bookEntries = defineCall({
  path: '/api/operator/bookEntries',
  auth: 'operator',
  input: z.object({ ...filter, after: cursor }).refine(daysInOrder, daysInOrderMessage),
  output: z.object({
    entries: z.array(bookEntry),
    /** what the account is called, or the person, of whom alone these are; '' of all */
    of: z.string(),
    /** where the next fifty begin; '' at the end */
    next: z.string(),
  }),
  summary: 'Entries of the ledger, newest first, fifty at a time, by account, kind, movement, order, person and day',
});

const bookAccount = z.object({
  account: z.string(),
  name: z.string(),
  kind: z.enum(accountKindKeys),
  /** yuan; positive is owed by the portal */
  balance: z.string(),
  entries: z.number().int(),
});
export type BookAccount = z.output<typeof bookAccount>;

/** Accounts beyond this are not counted. */
export const accountsCounted = 10_000;

export const bookAccounts = defineCall({
  path: '/api/operator/bookAccounts',
  auth: 'operator',
  input: z.object({ kind: anyOf(accountKindKeys, '账户类别不在可选范围内'), ...paging(50, 100) }),
  output: z.array(bookAccount),
  paged: true,
  summary: 'Accounts of the ledger with what they hold, the largest first',
});

/** A file is fetched from an address under this, which is made by the call below. */
export const bookFilePath = '/api/operator/book/';

export const exportBook = defineCall({
  path: '/api/operator/bookExport',
  auth: 'operator',
  input: z.object(filter).refine(daysInOrder, daysInOrderMessage),
  output: z.object({ url: z.string() }),
  summary:
    'An address that streams these entries as CSV; good for two minutes and only while the sign-in lasts. That it was made is kept',
});
