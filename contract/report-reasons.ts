// No zod here: public pages offer them.

/** What can be reported. */
export const reportKinds = ['topic', 'comment', 'case', 'message'] as const;
export type ReportKind = (typeof reportKinds)[number];

export const reportKindNames: Readonly<Record<ReportKind, string>> = {
  topic: '话题',
  comment: '评论',
  case: '案例',
  message: '消息',
};

/** What stands in the place of a message that an operator has hidden. */
export const hiddenLine = '这条消息违反平台规定，已被隐藏';

/** Why somebody reports something. */
export const reportReasons = {
  advert: '广告营销',
  untrue: '虚假信息',
  abuse: '辱骂攻击',
  vulgar: '低俗色情',
  illegal: '违法违规',
  infringing: '抄袭侵权',
  other: '其他',
} as const;
export type ReportReason = keyof typeof reportReasons;
export const reportReasonKeys = Object.keys(reportReasons) as [ReportReason, ...ReportReason[]];

/** Characters of what one adds in one's own words. */
export const reportWordsLength = 200;
