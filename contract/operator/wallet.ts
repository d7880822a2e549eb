import { z } from 'zod';
import { defineCall } from '../call.ts';
import { paging, text } from '../fields.ts';
import { withdrawalStatus } from '../statuses.ts';
import { anyOf, optional, recordId } from '../wire.ts';

/** Calls of the operators who pay out (feature P-05): roles finance and admin; auditors may read. */

export const withdrawalReasonField = text({
  label: '原因',
  required: '请填写原因',
  min: [2, '原因至少2个字'],
  max: [200, '原因最多200个字'],
  rows: 3,
  example: '持卡人与认证名称不一致',
});

export const bankNumberField = text({
  label: '银行流水号',
  required: '请填写银行流水号',
  min: [4, '银行流水号至少4位'],
  max: [64, '银行流水号最多64位'],
  pattern: [/^[\w-]+$/, '银行流水号只能由字母和数字组成'],
  example: '2026112200012345',
});

const operatorWithdrawal = z.object({
  id: z.string(),
  order_id: z.string(),
  create_time: z.number().int(),
  update_time: z.number().int(),
  /** yuan with two decimals */
  money: z.string(),
  bank_name: z.string(),
  bank_account: z.string(),
  /** holder of the card; covered, as the certified name, for who does not pay out */
  truename: z.string(),
  status: z.number().int(),
  statusName: z.string(),
  reason: z.string(),
  user_id: z.string(),
  nickname: z.string(),
  /** 1 individual, 2 enterprise */
  account_type: z.number().int(),
  /** name of the passed certification; '' for none */
  certified_name: z.string(),
  /** the card's holder is not called so */
  otherHolder: z.boolean(),
  /** yuan: what they may spend besides, and what all their withdrawals hold */
  account: z.string(),
  freeze_account: z.string(),
  /** how it is paid out, or would be: through a gateway, or by hand */
  way: z.enum(['gateway', 'manual']),
  /** display name of the gateway; '' by hand */
  gateway: z.string(),
  /** the gateway's or the bank's number of the pay-out */
  bank_number: z.string(),
  /** who decided; '' for nobody yet */
  decidedBy: z.string(),
  /** an approval now is enough, the first of two that a large sum needs, or the second; '' where nothing is to be approved */
  approval: z.enum(['only', 'first', 'second', '']),
  /** yuan, of one that needs two: what it comes to with that person's others that wait, or were approved or paid in the last 24 hours; '' without others */
  together: z.string(),
  /** who approved it first of two, and when; '' and null for nobody */
  firstBy: z.string(),
  firstTime: z.number().int().nullable(),
  /** what the one who asks may do with it now, and why not */
  actions: z.array(
    z.object({
      action: z.enum(['approve', 'reject', 'paid', 'failed']),
      enabled: z.boolean(),
      reason: z.string(),
    }),
  ),
});
export type OperatorWithdrawal = z.output<typeof operatorWithdrawal>;

export const operatorWithdrawals = defineCall({
  path: '/api/operator/withdrawalList',
  auth: 'operator',
  input: z.object({
    /** this one alone */
    id: optional(recordId('提现编号')),
    /** of this person */
    userId: optional(recordId('用户编号')),
    status: anyOf(Object.values(withdrawalStatus).map(String), '提现状态不在可选范围内'),
    ...paging(20, 100),
  }),
  output: z.array(operatorWithdrawal),
  paged: true,
  summary: 'Withdrawals by status: those that wait oldest first, the others newest first',
});

const id = recordId('提现编号');

export const approveWithdrawal = defineCall({
  path: '/api/operator/withdrawalApprove',
  auth: 'operator',
  input: z.object({ id }),
  output: operatorWithdrawal,
  summary:
    'Approves a withdrawal: it is paid out through the gateway where one can, else by hand. Of a large sum the first approval is ' +
    'kept, and another operator has to give the second',
});

export const rejectWithdrawal = defineCall({
  path: '/api/operator/withdrawalReject',
  auth: 'operator',
  input: z.object({ id, reason: withdrawalReasonField.schema }),
  output: operatorWithdrawal,
  summary: 'Refuses a withdrawal with a reason: the money goes back to the balance',
});

export const revealCard = defineCall({
  path: '/api/operator/withdrawalCard',
  auth: 'operator',
  input: z.object({ id }),
  output: z.object({ bank_name: z.string(), bank_account: z.string(), truename: z.string() }),
  summary: 'The whole card number of a withdrawal that is paid out by hand; that it was looked at is kept',
});

export const withdrawalPaid = defineCall({
  path: '/api/operator/withdrawalPaid',
  auth: 'operator',
  input: z.object({ id, bank_number: bankNumberField.schema }),
  output: operatorWithdrawal,
  summary: 'Paid out by hand: the bank has done it under this number',
});

export const withdrawalFailed = defineCall({
  path: '/api/operator/withdrawalFailed',
  auth: 'operator',
  input: z.object({ id, reason: withdrawalReasonField.schema }),
  output: operatorWithdrawal,
  summary: 'Paid out by hand: the bank refused it, or sent it back; the money goes back to the balance',
});
