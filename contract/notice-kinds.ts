// No zod here: the bell stands on public pages.

/** What notices are sorted by, switched by and shown with. `sms`: whether they are texted unless the person says otherwise. */
export const noticeGroups = {
  order: { name: '订单', icon: 'list', sms: 'off' },
  money: { name: '资金', icon: 'wallet', sms: 'on' },
  deadline: { name: '期限', icon: 'clock', sms: 'on' },
  message: { name: '沟通', icon: 'chat', sms: 'off' },
  social: { name: '互动', icon: 'heart', sms: 'never' },
  review: { name: '账号', icon: 'badge', sms: 'off' },
  follow: { name: '关注', icon: 'flag', sms: 'never' },
  desk: { name: '运营', icon: 'shield', sms: 'never' },
} as const;
export type NoticeGroup = keyof typeof noticeGroups;
export const noticeGroupKeys = Object.keys(noticeGroups) as [NoticeGroup, ...NoticeGroup[]];

interface Kind {
  readonly name: string;
  readonly group: NoticeGroup;
  /** names in braces are filled from the facts that were kept with the notice */
  readonly text: string;
  /** where several causes are one notice while it is unread: said from the second on; {count} of them */
  readonly many?: string;
  /** texted whatever the person decided, also to who is kept out: they cannot read it here */
  readonly always?: boolean;
  /** path below the base */
  readonly link: string;
  /** where several lead to */
  readonly manyLink?: string;
}

/** Every kind of notice. What a step of an order says stands in the process (`process/words.ts`), as {words}. */
export const noticeKinds = {
  order: { name: '订单进展', group: 'order', text: '{words}', link: '{link}' },
  tender: {
    name: '新的投标',
    group: 'order',
    text: '{words}',
    many: '《{name}》收到 {count} 份新的投标',
    link: '/personal/order/{nid}',
  },
  presaleEnded: {
    name: '预售截止',
    group: 'order',
    text: '预售“{name}”已截止，您预订的 {number}{unit}已经确定',
    link: '/personal/presale',
  },
  presaleRemoved: {
    name: '预售下架',
    group: 'order',
    text: '预售“{name}”已下架，您预订的 {number}{unit}可以取消',
    link: '/personal/presale',
  },
  presaleSettled: {
    name: '预售结算',
    group: 'order',
    text: '预售“{name}”已结算，您预订的 {number}{unit}{status}',
    link: '/personal/presale',
  },
  paymentDue: {
    name: '待支付',
    group: 'money',
    text: '请支付《{name}》的{instalment} {sum}',
    link: '/personal/order/{nid}',
  },
  paymentSettled: { name: '支付结果', group: 'money', text: '{what} {sum} 已到账{note}', link: '{link}' },
  paymentFailed: { name: '支付结果', group: 'money', text: '{what} {sum} 没有支付成功', link: '{link}' },
  paymentDisputed: {
    name: '支付核实',
    group: 'money',
    text: '{what}应付 {sum}，支付通道通知收到 {told}，平台正在核实，核实前不会入账',
    link: '{link}',
  },
  withdrawal: {
    name: '提现进展',
    group: 'money',
    text: '您的提现 {sum}：{status}{reason}',
    link: '/personal/account/balance',
  },
  near: { name: '即将到期', group: 'deadline', text: '{words}', link: '/personal/order/{nid}' },
  message: {
    // What of its words may be seen is decided when they are read.
    name: '新的消息',
    group: 'message',
    text: '{who}给您发来 1 条关于《{name}》的消息',
    many: '{who}给您发来 {count} 条关于《{name}》的消息',
    link: '{link}',
  },
  liked: {
    name: '喜欢',
    group: 'social',
    text: '{who}赞了您的{what}《{name}》',
    many: '{count} 人赞了您的{what}《{name}》',
    link: '{link}',
  },
  commented: {
    name: '评论',
    group: 'social',
    text: '{who}评论了您的{what}《{name}》：{text}',
    link: '{link}',
  },
  certification: {
    name: '认证结果',
    group: 'review',
    text: '您的{what}：{status}',
    link: '{link}',
  },
  case: { name: '案例审核', group: 'review', text: '您的案例《{name}》：{status}', link: '{link}' },
  moderated: { name: '内容审核', group: 'review', text: '您的{what}《{name}》{status}', link: '{link}' },
  reportSettled: {
    name: '举报结果',
    group: 'review',
    text: '您举报的{what}《{name}》{status}，感谢您的反馈',
    link: '{link}',
  },
  signedIn: {
    name: '新的登录',
    group: 'review',
    text: '您的账号在新的设备或地点登录，如果不是您本人，请马上修改密码',
    link: '/personal/profile',
  },
  reopened: {
    name: '账号恢复',
    group: 'review',
    text: '您重新登录，注销账号的申请已撤回',
    link: '/personal/profile',
  },
  suspended: {
    name: '账号停用',
    group: 'review',
    text: '您的账号已停用{until}，原因：{reason}。停用期间不能登录，店铺和招标中的需求不再展示，如有疑问请联系客服',
    always: true,
    link: '/login',
  },
  released: {
    name: '账号恢复',
    group: 'review',
    text: '您的账号已恢复使用，可以登录。店铺和招标中的需求重新展示，撤下的投标请重新提交',
    always: true,
    link: '/personal/profile',
  },
  newDemand: {
    name: '新需求',
    group: 'follow',
    text: '您关注的“{what}”有新需求《{name}》',
    many: '您关注的“{what}”有 {count} 份新需求',
    link: '{link}',
    manyLink: '{list}',
  },
  digest: {
    name: '每日需求',
    group: 'follow',
    text: '您关注的需求新来了 {number} 份，仍在招标：{names}',
    link: '/personal/follows',
  },
  dispute: { name: '争议', group: 'desk', text: '{words}', link: '/console/disputes/{nid}' },
  certificationAsked: {
    name: '认证申请',
    group: 'desk',
    text: '{who}提交了实名认证',
    link: '/console/certifications/{id}',
  },
  caseAsked: {
    name: '案例送审',
    group: 'desk',
    text: '{who}送审了案例《{name}》',
    many: '{who}改了送审的案例《{name}》',
    link: '/console/cases?id={id}',
  },
  reported: {
    name: '内容举报',
    group: 'desk',
    text: '{what}《{name}》被举报：{reason}',
    link: '/console/moderation/{id}',
  },
  withdrawalAsked: { name: '提现申请', group: 'desk', text: '{who}申请提现 {sum}', link: '/console/withdrawals' },
  paymentToCheck: {
    name: '支付核实',
    group: 'desk',
    text: '{who}的支付应付 {sum}，支付通道通知收到 {told}，请核实',
    link: '/console/ledger',
  },
  proofFailed: { name: '账目核对', group: 'desk', text: '账目核对发现 {count} 处不符', link: '/console/ledger' },
  traceForked: {
    name: '溯源日志分叉',
    group: 'desk',
    text: '溯源日志与{who}保存的不一致，已停止签发，请立即核查',
    link: '/console/trace',
  },
} as const satisfies Record<string, Kind>;
export type NoticeKind = keyof typeof noticeKinds;

export type NoticeFacts = Readonly<Record<string, string | number>>;

const fill = (template: string, facts: NoticeFacts): string =>
  template.replace(/\{(\w+)\}/g, (_whole, name: string) => String(facts[name] ?? ''));

/** A notice in words, and where it leads. */
export function noticeSays(
  kind: NoticeKind,
  facts: NoticeFacts,
  count: number,
): { title: string; text: string; link: string } {
  const { name, text, many, link, manyLink }: Kind = noticeKinds[kind];
  // The words of a step may name what is filled in too.
  const words = typeof facts['words'] === 'string' ? fill(facts['words'], facts) : '';
  const filled = { count, ...facts, words };
  return {
    title: name,
    text: fill(count > 1 && many ? many : text, count > 1 ? { ...filled, count } : filled),
    link: fill(count > 1 && manyLink ? manyLink : link, filled),
  };
}

/** Whether it is texted whatever the person decided, and also to who is kept out. */
export const alwaysTexted = (kind: NoticeKind): boolean => {
  const { always = false }: Kind = noticeKinds[kind];
  return always;
};

export const kindsOf = (group: NoticeGroup): NoticeKind[] =>
  (Object.keys(noticeKinds) as NoticeKind[]).filter((kind) => noticeKinds[kind].group === group);
