import { Refusal } from '../../../contract/errors.ts';
import { withdrawalStatus, withdrawalStatusNames } from '../../../contract/statuses.ts';
import type { Caller, OperatorRole } from '../../calls/context.ts';
import { hasRole } from '../operators/policy.ts';
import { byHand } from './queries.ts';
import type { BankCardRow, WithdrawalRow } from './tables.ts';

/** Who pays out; who may look on. */
export const payers: readonly OperatorRole[] = ['finance', 'admin'];
export const onlookers: readonly OperatorRole[] = [...payers, 'auditor'];

export const decisions = ['approve', 'reject', 'paid', 'failed'] as const;
export type Decision = (typeof decisions)[number];

/** Why money cannot be withdrawn to a card of this holder; '' for nothing. */
export function holderFault(certified: string, card: Pick<BankCardRow, 'true_name'>): string {
  if (card.true_name === certified) return '';
  return `持卡人「${card.true_name}」与认证名称「${certified}」不一致，请绑定认证名称的银行卡`;
}

type Standing = Pick<WithdrawalRow, 'status' | 'gateway' | 'user_id' | 'updated_at'>;

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

/** Why an operator may not decide over a withdrawal that could be decided over; '' for nothing. */
export function payerFault(caller: Pick<Caller, 'operatorRoles' | 'userId'>, row: Standing): string {
  if (!hasRole(caller, payers)) return '只有财务或管理员可以处理提现';
  return row.user_id === caller.userId ? '不能处理自己的提现，请交给另一位同事' : '';
}

export function mayDecide(caller: Caller, row: WithdrawalRow, decision: Decision, now: Date): void {
  const fault = payerFault(caller, row);
  if (fault) throw new Refusal('not_allowed', fault);
  if (decision === 'failed' && fits.failed(row, row.updated_at) && !fits.failed(row, now))
    throw new Refusal('state_conflict', '到账已超过10天，银行不会再退回这笔钱');
  if (!fits[decision](row, now))
    throw new Refusal('state_conflict', `这笔提现现在是「${withdrawalStatusNames[row.status]}」，不能再这样处理`);
}
