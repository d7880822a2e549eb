import { z } from 'zod';
import { defineCall } from '../call.ts';

/** What an operator's roles are called. */
export const operatorRoleNames = {
  reviewer: '审核',
  moderator: '内容管理',
  finance: '财务',
  admin: '管理员',
  auditor: '审计',
} as const;
export type OperatorRoleKey = keyof typeof operatorRoleNames;
const roleKeys = Object.keys(operatorRoleNames) as [OperatorRoleKey, ...OperatorRoleKey[]];

export const getDesk = defineCall({
  path: '/api/operator/desk',
  auth: 'operator',
  input: z.object({}),
  output: z.object({
    roles: z.array(z.enum(roleKeys)),
    /** parts of the console that the one who asks may open, and how much waits there; null where nothing ever waits */
    parts: z.array(z.object({ key: z.string(), name: z.string(), waiting: z.number().int().nullable() })),
  }),
  summary: 'What an operator may do, and how much waits',
});
