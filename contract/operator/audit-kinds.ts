import { reportKindNames } from '../report-reasons.ts';
import { troubleKinds } from './health.ts';

/** What operators' deeds are done to, with the word for it. */
export const auditKinds = {
  user: '用户',
  certification: '认证',
  ...reportKindNames,
  conversation: '对话',
  order: '订单',
  dispute: '争议',
  withdrawal: '提现',
  payment: '支付单',
  ledger: '账本',
  'ledger-proof': '账务核对',
  content: '内容',
  'content-order': '内容的顺序',
  presale: '预售商品',
  'presale-booking': '预售预订',
  'presale-order': '预售商品的顺序',
  recommended: '推荐案例',
  synonyms: '同义词',
  'held-word': '敏感词',
  operator: '运营人员',
  audit: '审计',
  traceFork: '溯源分叉',
  fork: '待核查的溯源分叉',
  ...troubleKinds,
  trouble: '失败的任务和投递',
} as const;
export type AuditKind = keyof typeof auditKinds;

export const isAuditKind = (word: string): word is AuditKind => Object.hasOwn(auditKinds, word);
