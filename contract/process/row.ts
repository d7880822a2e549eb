import type { OrderStatus } from '../statuses.ts';
import type { ChangeName } from './changes.ts';
import type { When } from './conditions.ts';
import type { Actor } from './facts.ts';
import type { ActionInput, GuardName } from './guards.ts';
import type { TimerName } from './timers.ts';

/** Every action on a demand or its order, with the word on its button or in its history. */
export const actions = {
  publish: '发布',
  edit: '修改说明',
  editTerms: '修改预算、截止时间或要求',
  comment: '评论',
  tender: '投标',
  changeTender: '修改投标',
  withdrawTender: '撤回投标',
  award: '合作成功',
  cancel: '取消',
  expire: '招标到期',
  accept: '接单',
  decline: '拒绝接单',
  lapse: '超时未接单',
  uploadContract: '上传合同',
  confirmContract: '确认合同',
  pay: '支付',
  report: '汇报进度',
  finish: '完工',
  requestCancel: '申请取消',
  acceptCancel: '同意取消',
  refuseCancel: '不同意取消',
  withdrawCancel: '撤回取消申请',
  cancelUnanswered: '取消申请超时未答复',
  sendBack: '退回返工',
  affirm: '验收',
  remindAffirm: '提醒验收',
  complete: '完成订单',
  releaseRetention: '确认放款',
  autoComplete: '质保期满自动完成',
  autoRelease: '质保期满自动放款',
  redeliver: '更新交付',
  inputChanged: '输入已变',
  confirmInput: '确认新的输入',
  inspectSound: '来料合格',
  inspectFaulty: '来料不合格',
  appraise: '评价',
  reply: '回复评价',
  revealAppraisals: '公开评价',
  followOn: '发布下一环节需求',
  raiseAgain: '重新发布',
  remove: '从列表移除',
  openDispute: '发起争议',
  counterSplit: '提出新方案',
  acceptSplit: '接受方案',
  refuseSplit: '拒绝方案',
  withdrawDispute: '撤回争议',
  disputeSilence: '对方沉默，按发起方方案处理',
  disputeToEvidence: '协商期满，进入举证',
  addEvidence: '提交证据',
  closeEvidence: '举证期满，等待裁决',
  ruleComplete: '裁决分账并完成',
  ruleClose: '裁决分账并关闭',
  ruleResume: '裁决继续履行',
} as const;
export type Action = keyof typeof actions;

/** How a demand comes into being. */
export const entries = [
  { action: '保存草稿', to: 0 },
  { action: '发布需求', to: 1 },
  { action: '委托案例', to: 2 },
] as const satisfies readonly { action: string; to: OrderStatus }[];

/** Statuses in which nothing more is owed by either side, but for retention that is still held in 7. */
export const ends: readonly OrderStatus[] = [6, 7, 8];

export type LedgerMove = 'hold' | 'releaseWork' | 'releaseRetention' | 'divide';
export type Audience = 'owner' | 'provider' | 'bidders' | 'nextProvider' | 'operators';

export interface Row {
  readonly action: Action;
  readonly from: readonly OrderStatus[];
  readonly by: readonly Actor[];
  /** the row exists only where these hold */
  readonly when?: When;
  /** refuse with a reason, in this order */
  readonly guards?: readonly GuardName[];
  readonly needs?: readonly (keyof ActionInput)[];
  readonly to: OrderStatus | 'same';
  /** for the clock: when it acts */
  readonly timer?: TimerName;
  /** exists only while a dispute is open; every other row but those below is frozen then */
  readonly inDispute?: true;
  /** a dispute does not freeze it: it is news from elsewhere, and nothing that a side does with the order */
  readonly despiteDispute?: true;
  readonly changes?: readonly ChangeName[];
  readonly ledger?: LedgerMove;
  readonly tell?: readonly Audience[];
  /** leaves no line in the order's history */
  readonly quiet?: true;
  /** leaves a record in the trace log */
  readonly trace?: true;
  /** for the clock: what happens by itself, in words (下一步) */
  readonly says?: string;
}

export const sides = ['owner', 'provider'] as const satisfies readonly Actor[];
