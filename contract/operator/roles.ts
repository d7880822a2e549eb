/** What an operator's roles are called. */
export const operatorRoleNames = {
  reviewer: '审核',
  moderator: '内容管理',
  finance: '财务',
  admin: '管理员',
  auditor: '审计',
} as const;
export type OperatorRoleKey = keyof typeof operatorRoleNames;
export const operatorRoleKeys = Object.keys(operatorRoleNames) as [OperatorRoleKey, ...OperatorRoleKey[]];
