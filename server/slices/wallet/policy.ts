import { Refusal } from '../../../contract/errors.ts';
import { withdrawalStatus, withdrawalStatusNames } from '../../../contract/statuses.ts';
import type { Caller, OperatorRole } from '../../calls/context.ts';
import { hasRole } from '../operators/policy.ts';
import { byHand } from './queries.ts';
import type { WithdrawalRow } from './tables.ts';

/** Who pays out, and so sees whose card and papers it goes by. */
export const payers: readonly OperatorRole[] = ['finance', 'admin'];
/** Who may look on. Who does not decide reveals nothing: to them names are covered, and no number of a card is shown. */
export const onlookers: readonly OperatorRole[] = [...payers, 'auditor'];

export const decisions = ['approve', 'reject', 'paid', 'failed'] as const;
export type Decision = (typeof decisions)[number];

/** Why money cannot be withdrawn to a card of this holder; '' for nothing. */
export function holderFault(certified: string, holder: string): string {
  if (holder === certified) return '';
  return `持卡人「${holder}」与认证名称「${certified}」不一致，请绑定认证名称的银行卡`;
}

type Standing = Pick<WithdrawalRow, 'status' | 'gateway' | 'user_id' | 'updated_at' | 'first_by'>;

/**
 * What an approval is now: enough, the first of two, or the second. A sum is not made small by splitting it: `recentFen` is what
 * that person's withdrawals come to, this one among them. Whether it takes two is settled by the first: another limit later
 * changes nothing about it.
 */
export function approvalOf(
  { first_by }: Pick<WithdrawalRow, 'first_by'>,
  recentFen: number,
  fourEyesFen: number,
): 'only' | 'first' | 'second' {
  if (first_by !== null) return 'second';
  return recentFen > fourEyesFen ? 'first' : 'only';
}

/** Milliseconds during which a bank may still send back what had arrived. */
export const mayReturn = 10 * 24 * 3_600_000;

const { pending, paying, paid } = withdrawalStatus;
/** What is paid through a gateway the gateway itself tells of; by hand somebody has to say it. */
const fits: Readonly<Record<Decision, (row: Standing, now: Date) => boolean>> = {
  approve: ({ status }) => status === pending,
  reject: ({ status }) => status === pending,
  paid: ({ status, gateway }) => status === paying && gateway === byHand,
  failed: ({ status, gateway, updated_at }, now) =>
    gateway === byHand && (status === paying || (status === paid && now.getTime() < updated_at.getTime() + mayReturn)),
};

/** What of it all is a matter of a withdrawal's state at all. */
export const decisionsOf = (row: Standing, now: Date): Decision[] =>
  decisions.filter((decision) => fits[decision](row, now));

/** Why an operator may not decide so over a withdrawal that could be decided over so; '' for nothing. */
export function payerFault(
  caller: Pick<Caller, 'operatorRoles' | 'userId'>,
  row: Standing,
  decision: Decision,
): string {
  if (!hasRole(caller, payers)) return '只有财务或管理员可以处理提现';
  if (row.user_id === caller.userId) return '不能处理自己的提现，请交给另一位同事';
  return decision === 'approve' && row.first_by === caller.userId
    ? '您已经通过了这笔提现，还要另一位财务或管理员复核'
    : '';
}

/** Before anything is looked up: who may not pay out learns of nothing, not even whether it is there. */
export function needPayer(caller: Pick<Caller, 'operatorRoles'>): void {
  if (!hasRole(caller, payers)) throw new Refusal('not_allowed', '只有财务或管理员可以处理提现');
}

export function mayDecide(caller: Caller, row: WithdrawalRow, decision: Decision, now: Date): void {
  const open = fits[decision](row, now);
  // What is over is told as that: nobody is sent for a second word on what was paid.
  const fault = payerFault(caller, row, open ? decision : 'reject');
  if (fault) throw new Refusal('not_allowed', fault);
  if (decision === 'failed' && fits.failed(row, row.updated_at) && !fits.failed(row, now))
    throw new Refusal('state_conflict', '到账已超过10天，银行不会再退回这笔钱');
  if (!open)
    throw new Refusal('state_conflict', `这笔提现现在是「${withdrawalStatusNames[row.status]}」，不能再这样处理`);
}
