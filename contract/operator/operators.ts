import { z } from 'zod';
import { defineCall } from '../call.ts';
import { paging } from '../fields.ts';
import { anyOf } from '../wire.ts';
import { operatorRoleKeys } from './roles.ts';

/** Who works at the console (feature P-06): told to admins and auditors, changed on the command line alone. */

export const operatorStatuses = { 1: '使用中', 2: '已停用' } as const;

const operatorRow = z.object({
  id: z.string(),
  /** what they sign in with */
  name: z.string(),
  /** what others read beside their deeds */
  nick_name: z.string(),
  roles: z.array(z.enum(operatorRoleKeys)),
  status: z.union([z.literal(1), z.literal(2)]),
  /** whether an authenticator is bound */
  totp: z.boolean(),
  /** seconds since 1970 */
  create_time: z.number().int(),
  /** null of one who never came in */
  signed_in: z.number().int().nullable(),
});
export type OperatorRow = z.output<typeof operatorRow>;

export const operatorList = defineCall({
  path: '/api/operator/operatorList',
  auth: 'operator',
  input: z.object({ status: anyOf(['1', '2'], '状态有误'), ...paging(20, 100) }),
  output: z.array(operatorRow),
  paged: true,
  summary: 'Who works at the console, by name; for admins and auditors',
});
