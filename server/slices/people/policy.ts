import type { Selectable } from 'kysely';
import type { Revealable } from '../../../contract/operator/people.ts';
import type { Caller, OperatorRole } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { isOperator, userStatus } from '../accounts/standing.ts';
import { hasRole } from '../operators/policy.ts';

/** Who finds people and opens their pages. */
export const readers: readonly OperatorRole[] = ['reviewer', 'moderator', 'finance', 'admin', 'auditor'];
/** Who sees sums, cards and withdrawals. */
export const moneyReaders: readonly OperatorRole[] = ['finance', 'admin', 'auditor'];
/** Who sees devices, notices, and what operators did. */
export const traceReaders: readonly OperatorRole[] = ['admin', 'auditor'];
/** Who keeps people out, and lets them in again. */
export const keepers: readonly OperatorRole[] = ['moderator', 'admin'];

/**
 * Who may have something covered shown: whose work needs it, piece by piece, for a reason, each noted. Who decides nothing
 * reveals nothing: an auditor reads that it was shown and to whom, here as at the desks of certifications and withdrawals.
 */
export const revealers: Readonly<Record<Revealable, readonly OperatorRole[]>> = {
  mobile: ['reviewer', 'moderator', 'finance', 'admin'],
  name: ['reviewer', 'finance', 'admin'],
  contact: ['reviewer', 'finance', 'admin'],
  address: ['reviewer', 'admin'],
  card: ['finance', 'admin'],
};

type Person = Pick<Selectable<DB['users']>, 'id' | 'status' | 'mobile'>;

/** Why an operator may not keep somebody out, or let them in; '' for nothing. */
export function keeperFault(caller: Pick<Caller, 'operatorRoles' | 'userId'>, user: Person): string {
  if (!hasRole(caller, keepers)) return '只有内容管理或管理员可以停用账号';
  if (user.id === caller.userId) return '不能停用自己的账号';
  return isOperator(user) ? '运营人员的账号由管理员在服务器上停用' : '';
}

/** What of it all is a matter of an account's state. */
export function deedsOf({ status }: Pick<Person, 'status'>): ('suspend' | 'release')[] {
  if (status === userStatus.stopped) return ['release'];
  return status === userStatus.closed ? [] : ['suspend'];
}
