import { actors, isSide, otherSide, periods } from './facts.ts';
import type { Actor, Moment, OrderFacts, Side } from './facts.ts';
import { pending } from './next.ts';
import type { Action, Audience } from './row.ts';
import type { TimerName } from './timers.ts';
import { timerTable } from './timers.ts';
import { orderStatus } from '../statuses.ts';

const hoursOf = (period: number) => `${period / 3_600_000} 小时`;

/**
 * What each who is told of a step reads. Who is told stands in the table's rows, and a check at the start holds the two
 * against each other. {who}: the one who acted; {name}: of the demand; {status}: where it stands now; {reason}: in brackets,
 * or nothing.
 */
export const stepWords: Readonly<Partial<Record<Action, Partial<Record<Audience, string>>>>> = {
  // An entrusted case begins with its provider being told; the table's entries have no rows.
  publish: { provider: `{who}把《{name}》委托给您，请在 ${hoursOf(periods.accept)}内答复` },
  editTerms: { bidders: '《{name}》的预算、截止时间或要求有变，您的投标已失效，可以重新投标' },
  tender: { owner: '《{name}》收到 1 份新的投标' },
  award: { provider: `您的投标被《{name}》选中，请在 ${hoursOf(periods.accept)}内接单` },
  cancel: {
    owner: '{who}取消了《{name}》{reason}',
    provider: '{who}取消了《{name}》{reason}',
    bidders: '《{name}》的招标已取消{reason}',
  },
  expire: { owner: '《{name}》没有选定承接方，已自动关闭', bidders: '《{name}》没有选定承接方，招标已结束' },
  accept: { owner: '{who}接下了《{name}》', bidders: '《{name}》已由其他承接方接下，您的投标没有选中' },
  decline: {
    owner: '{who}没有接下《{name}》{reason}，需求{status}',
    bidders: '《{name}》重新招标，您的投标仍然有效',
  },
  lapse: {
    owner: '承接方没有按时接下《{name}》，需求{status}',
    provider: '您没有按时答复《{name}》，视为不接单',
    bidders: '《{name}》重新招标，您的投标仍然有效',
  },
  uploadContract: {
    owner: '{who}上传了《{name}》的合同，请核对后确认',
    provider: '{who}上传了《{name}》的合同，请核对后确认',
  },
  confirmContract: { owner: '{who}确认了《{name}》的合同', provider: '{who}确认了《{name}》的合同' },
  pay: { provider: '{who}支付了《{name}》的一期款项，由平台托管' },
  report: { owner: '{who}汇报了《{name}》的进度，已完成 {progress}%' },
  finish: { owner: '《{name}》已完工，请验收' },
  requestCancel: {
    owner: `{who}申请取消《{name}》{reason}，请在 ${hoursOf(periods.cancelAnswer)}内答复`,
    provider: `{who}申请取消《{name}》{reason}，请在 ${hoursOf(periods.cancelAnswer)}内答复`,
  },
  acceptCancel: {
    owner: '{who}同意取消《{name}》，托管款已按方案分账',
    provider: '{who}同意取消《{name}》，托管款已按方案分账',
  },
  refuseCancel: {
    owner: '{who}不同意取消《{name}》{reason}，已转为争议',
    provider: '{who}不同意取消《{name}》{reason}，已转为争议',
  },
  withdrawCancel: { owner: '{who}撤回了《{name}》的取消申请', provider: '{who}撤回了《{name}》的取消申请' },
  cancelUnanswered: {
    owner: '《{name}》的取消申请没有得到答复，已转为争议',
    provider: '《{name}》的取消申请没有得到答复，已转为争议',
  },
  sendBack: { provider: '{who}把《{name}》退回返工{reason}' },
  affirm: { provider: '{who}验收了《{name}》，首付和二期款已放到您的余额' },
  remindAffirm: { owner: '《{name}》已完工，请尽快验收', provider: '已提醒发布方验收《{name}》' },
  complete: { provider: '{who}完成了订单《{name}》' },
  releaseRetention: { provider: '《{name}》的质保金已放到您的余额' },
  autoComplete: {
    owner: '《{name}》质保期满，质保金已放给承接方，订单完成',
    provider: '《{name}》质保期满，质保金已放到您的余额，订单完成',
  },
  autoRelease: {
    owner: '《{name}》质保期满，质保金已放给承接方',
    provider: '《{name}》质保期满，质保金已放到您的余额',
  },
  inspectSound: { owner: '{who}确认《{name}》来料合格', provider: '{who}确认您交付的《{name}》来料合格' },
  inspectFaulty: {
    owner: '{who}认为《{name}》来料不合格{reason}，还托管着的质保金已冻结，请和承接方协商',
    provider: '{who}认为您交付的《{name}》来料不合格{reason}，还托管着的质保金已冻结，请尽快回应',
    operators: '《{name}》来料不合格，双方先行协商',
  },
  redeliver: { owner: '{who}更新了《{name}》的交付，请到订单里查看' },
  inputChanged: {
    owner: '前面环节更新了交付，《{name}》的输入已变，请确认新的输入，或者取消这份需求',
    provider: '《{name}》的输入已变：前面环节更新了交付，请和发布方核对',
    bidders: '《{name}》的输入已变：前面环节更新了交付，您可以修改或撤回投标',
  },
  confirmInput: {
    provider: '{who}确认了《{name}》的新输入，请按更新后的交付开工',
    bidders: '{who}确认了《{name}》的新输入，请核对您的投标，选定之前都可以修改或撤回',
  },
  appraise: { owner: '{who}评价了《{name}》', provider: '{who}评价了《{name}》' },
  reply: { owner: '{who}回复了您对《{name}》的评价', provider: '{who}回复了您对《{name}》的评价' },
  revealAppraisals: { owner: '《{name}》的评价已公开', provider: '《{name}》的评价已公开' },
  openDispute: {
    owner: '{who}对《{name}》发起了争议{reason}，请尽快回应',
    provider: '{who}对《{name}》发起了争议{reason}，请尽快回应',
    operators: '《{name}》有了争议，双方先行协商',
  },
  counterSplit: {
    owner: '{who}对《{name}》提出了新的分账方案，请答复',
    provider: '{who}对《{name}》提出了新的分账方案，请答复',
  },
  acceptSplit: {
    owner: '{who}接受了《{name}》的分账方案，争议结束',
    provider: '{who}接受了《{name}》的分账方案，争议结束',
  },
  refuseSplit: {
    owner: '{who}没有接受《{name}》的分账方案{reason}，进入举证',
    provider: '{who}没有接受《{name}》的分账方案{reason}，进入举证',
  },
  withdrawDispute: { owner: '{who}撤回了《{name}》的争议', provider: '{who}撤回了《{name}》的争议' },
  disputeSilence: {
    owner: '《{name}》的争议没有得到回应，已按发起方的方案分账',
    provider: '《{name}》的争议没有得到回应，已按发起方的方案分账',
  },
  disputeToEvidence: {
    owner: '《{name}》协商未成，请在 5 天内提交证据',
    provider: '《{name}》协商未成，请在 5 天内提交证据',
  },
  addEvidence: { owner: '{who}为《{name}》的争议提交了证据', provider: '{who}为《{name}》的争议提交了证据' },
  closeEvidence: {
    owner: '《{name}》举证结束，由平台裁决',
    provider: '《{name}》举证结束，由平台裁决',
    operators: '《{name}》的争议举证结束，等待裁决',
  },
  ruleComplete: {
    owner: '平台裁决了《{name}》的争议：分账并完成订单{reason}',
    provider: '平台裁决了《{name}》的争议：分账并完成订单{reason}',
  },
  ruleClose: {
    owner: '平台裁决了《{name}》的争议：分账并关闭订单{reason}',
    provider: '平台裁决了《{name}》的争议：分账并关闭订单{reason}',
  },
  ruleResume: {
    owner: '平台裁决《{name}》继续履行{reason}',
    provider: '平台裁决《{name}》继续履行{reason}',
  },
};

/**
 * A sentence of the table for its reader: {owner} and {provider} are 您 to that very person. Of a dispute, {opener} began it and
 * {answerer} is to answer; to each of them the other is 对方.
 */
export function addressed(sentence: string, { dispute }: OrderFacts, reader?: Actor): string {
  const begun = dispute?.openedBy;
  const inDispute = reader !== undefined && isSide(reader) && begun !== undefined;
  const words: Record<string, string> = {
    owner: reader === 'owner' ? '您' : actors.owner,
    provider: reader === 'provider' ? '您' : actors.provider,
    opener: inDispute ? (reader === begun ? '您' : '对方') : '发起方',
    answerer: inDispute && reader !== begun ? '您' : '对方',
  };
  return sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole);
}

interface Warning {
  /** who can still do something about it */
  readonly to: (facts: OrderFacts) => readonly Side[];
  /** {time}: when it runs out */
  readonly words: Partial<Record<Side, string>>;
}

const sidesOf = (side: Side | undefined): readonly Side[] => (side ? [side] : []);

/** Who is told a day before one of the table's timers runs out. */
const warnings: Readonly<Partial<Record<TimerName, Warning>>> = {
  deadline: { to: () => ['owner'], words: { owner: '《{name}》的招标将于 {time} 截止' } },
  choose: { to: () => ['owner'], words: { owner: '请在 {time} 前为《{name}》选定承接方，否则需求自动关闭' } },
  accept: { to: () => ['provider'], words: { provider: '请在 {time} 前答复是否接下《{name}》，过时视为不接单' } },
  cancelAnswer: {
    to: ({ cancelRequest }) => sidesOf(cancelRequest ? otherSide(cancelRequest.by) : undefined),
    words: {
      owner: '请在 {time} 前答复《{name}》的取消申请，过时转为争议',
      provider: '请在 {time} 前答复《{name}》的取消申请，过时转为争议',
    },
  },
  retention: { to: () => ['owner'], words: { owner: '《{name}》的质保金将于 {time} 自动放给承接方' } },
  disputeSilence: {
    to: ({ dispute }) => sidesOf(dispute ? otherSide(dispute.openedBy) : undefined),
    words: {
      owner: '请在 {time} 前回应《{name}》的争议，过时按对方的方案分账',
      provider: '请在 {time} 前回应《{name}》的争议，过时按对方的方案分账',
    },
  },
  disputeAnswer: {
    to: ({ dispute }) => sidesOf(dispute ? otherSide(dispute.offer.by) : undefined),
    words: {
      owner: '请在 {time} 前答复《{name}》的分账方案，过时进入举证',
      provider: '请在 {time} 前答复《{name}》的分账方案，过时进入举证',
    },
  },
  disputeEvidence: {
    to: () => ['owner', 'provider'],
    words: { owner: '《{name}》的举证将于 {time} 截止', provider: '《{name}》的举证将于 {time} 截止' },
  },
};

export const warningWords = (timer: TimerName, side: Side): string => warnings[timer]?.words[side] ?? '';

/** milliseconds before time runs out */
export const warnedBefore = 24 * 3_600_000;

export interface Nearing {
  readonly timer: TimerName;
  /** when it runs out */
  readonly at: Moment;
  readonly to: readonly Side[];
}

/** What will run out as things stand, and who is to be told of it a day before. */
export function nearing(facts: OrderFacts): Nearing[] {
  const timers = new Map(pending(facts).map(({ row, at }) => [row.timer as TimerName, at]));
  // Tenders end with the deadline, also where the clock has nothing to do then.
  if (facts.status === orderStatus.tendering) timers.set('deadline', timerTable.deadline.due(facts) ?? 0);
  return [...timers].flatMap(([timer, at]) => {
    const to = warnings[timer]?.to(facts) ?? [];
    return to.length === 0 ? [] : [{ timer, at, to }];
  });
}

/** When somebody is next to be warned; null for never. What began less than a day before its end needs no warning. */
export function nearAt(facts: OrderFacts, now: Moment): Moment | null {
  // A first tender that comes later makes the choice run out, without a step that would look at this again.
  const choose = facts.status === orderStatus.tendering ? [timerTable.choose.due(facts) ?? 0] : [];
  const moments = [...nearing(facts).map(({ at }) => at), ...choose].map((at) => at - warnedBefore);
  const ahead = moments.filter((at) => at > now);
  return ahead.length === 0 ? null : Math.min(...ahead);
}
