/**
 * What the portal does in the background when something has happened, as operators read of it. Every consumer of `slices.ts`
 * has its line here: one without a name does not compile.
 */
export const jobNames = {
  'search-demands': { name: '需求搜索', does: '更新需求的搜索收录' },
  'search-topics': { name: '话题搜索', does: '更新话题的搜索收录' },
  'search-cases': { name: '案例搜索', does: '更新案例和店铺的搜索收录' },
  'search-shops': { name: '店铺搜索', does: '更新店铺和店铺案例的搜索收录' },
  'order-standing': { name: '成交和评价', does: '更新店铺和案例的成交数和评价' },
  'estimate-samples': { name: '参考价', does: '把成交价计入参考价' },
  notices: { name: '通知', does: '通知有关的人' },
  'conversation-heads': { name: '对话', does: '更新双方对话里的订单状态' },
  follows: { name: '关注', does: '提醒关注了这类需求的人' },
  'deliver-again': { name: '重新投递', does: '马上再发一次' },
  'data-export': { name: '数据导出', does: '打包本人的数据' },
  'account-closing': { name: '账号注销', does: '办理注销' },
  'account-reopened': { name: '取消注销', does: '恢复账号公开的内容' },
  'account-suspended': { name: '账号停用', does: '隐藏账号公开的内容' },
  'account-released': { name: '解除停用', does: '恢复账号公开的内容' },
} as const;
export type JobName = keyof typeof jobNames;

const named: Readonly<Record<string, { name: string; does: string }>> = jobNames;

/** Of a queue as the database has it: it may stem from an earlier release. */
export const jobNamed = (queue: string): { name: string; does: string } =>
  named[queue] ?? { name: `旧版本的任务（${queue}）`, does: '完成旧版本留下的任务' };
