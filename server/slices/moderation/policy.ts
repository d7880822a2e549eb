import type { Caller, OperatorRole } from '../../calls/context.ts';
import { hasRole } from '../operators/policy.ts';

/** Who decides; who may look on. */
export const moderators: readonly OperatorRole[] = ['moderator', 'admin'];
export const onlookers: readonly OperatorRole[] = [...moderators, 'auditor'];

/** Why an operator may not decide over something; '' for nothing. */
export function moderatorFault(
  caller: Pick<Caller, 'operatorRoles' | 'userId'>,
  { authorId }: { readonly authorId: string },
): string {
  if (!hasRole(caller, moderators)) return '只有内容管理或管理员可以处理';
  return authorId === caller.userId ? '不能处理自己发布的内容，请交给另一位同事' : '';
}
