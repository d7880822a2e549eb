import { Refusal } from '../../../contract/errors.ts';
import { operatorRoleNames } from '../../../contract/operator/roles.ts';
import type { Caller, OperatorRole } from '../../calls/context.ts';

export const hasRole = ({ operatorRoles }: Pick<Caller, 'operatorRoles'>, roles: readonly OperatorRole[]): boolean =>
  roles.some((role) => operatorRoles.includes(role));

/** Throws not_allowed for an operator who has none of these roles. */
export function needRole(caller: Pick<Caller, 'operatorRoles'>, roles: readonly OperatorRole[]): void {
  if (!hasRole(caller, roles))
    throw new Refusal('not_allowed', `需要${roles.map((role) => operatorRoleNames[role]).join('或')}的权限`);
}
