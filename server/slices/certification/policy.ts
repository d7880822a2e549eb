import { Refusal } from '../../../contract/errors.ts';
import { certificationStatus, certificationStatusNames } from '../../../contract/statuses.ts';
import type { Caller, OperatorRole } from '../../calls/context.ts';
import { hasRole } from '../operators/policy.ts';
import type { CertificationRow } from './tables.ts';

/** Who decides, and so sees the papers; opening them is noted. */
export const reviewers: readonly OperatorRole[] = ['reviewer', 'admin'];
/** Who may look on: at what was decided, when and why. Who does not decide reveals nothing, so papers and words stay covered. */
export const onlookers: readonly OperatorRole[] = [...reviewers, 'auditor'];

type Standing = Pick<CertificationRow, 'status' | 'user_id'>;

/** Why an operator may not decide over an application that waits; '' for nothing. */
export function reviewerFault(caller: Pick<Caller, 'operatorRoles' | 'userId'>, row: Standing): string {
  if (!hasRole(caller, reviewers)) return '只有审核或管理员可以审核认证';
  return row.user_id === caller.userId ? '不能审核自己的认证，请交给另一位同事' : '';
}

/** Before anything is looked up: who may not decide learns of nothing, not even whether it is there. */
export function needReviewer(caller: Pick<Caller, 'operatorRoles'>): void {
  if (!hasRole(caller, reviewers)) throw new Refusal('not_allowed', '只有审核或管理员可以审核认证');
}

export function mayDecide(caller: Caller, row: Standing): void {
  const fault = reviewerFault(caller, row);
  if (fault) throw new Refusal('not_allowed', fault);
  if (row.status !== certificationStatus.pending)
    throw new Refusal('state_conflict', `这份认证现在是「${certificationStatusNames[row.status]}」，已由同事处理`);
}
