import type { Moment, OrderFacts } from './facts.ts';
import { periods } from './facts.ts';

interface Timer {
  /** in words, for the documentation */
  readonly says: string;
  /** when it runs out; null while it is not running */
  readonly due: (facts: OrderFacts) => Moment | null;
}

/** When the clock acts. Pure, from the facts alone, so that a due time can be worked out again at any moment. */
const timers = {
  deadline: { says: '到截止时间', due: (facts) => Math.max(facts.deadlineAt, facts.since) },
  choose: {
    says: '截止（或重新招标）后 7 天',
    due: (facts) => Math.max(facts.deadlineAt, facts.since) + periods.choose,
  },
  accept: { says: '72 小时', due: (facts) => facts.since + periods.accept },
  cancelAnswer: {
    says: '申请后 48 小时',
    due: (facts) => facts.cancelRequest && facts.cancelRequest.at + periods.cancelAnswer,
  },
  remindAffirm: {
    says: '完工后 3、7、14 天',
    due: (facts) => {
      const wait = periods.affirmReminders[facts.reminders];
      return wait === undefined ? null : facts.since + wait;
    },
  },
  retention: { says: '质保期满（天数由环节目录规定）', due: (facts) => facts.retentionUntil },
  disputeSilence: {
    says: '对方沉默 7 天',
    due: (facts) => facts.dispute && facts.dispute.openedAt + periods.disputeSilence,
  },
  disputeAnswer: {
    says: '方案提出 3 天未达成一致',
    due: (facts) => facts.dispute && facts.dispute.offer.at + periods.disputeAnswer,
  },
  disputeEvidence: {
    says: '举证 5 天期满',
    due: (facts) => facts.dispute && facts.dispute.phaseSince + periods.disputeEvidence,
  },
  appraisal: {
    says: '第一份评价后 7 天',
    due: (facts) => {
      const written = [facts.appraisals.owner, facts.appraisals.provider].flatMap((one) => (one ? [one.at] : []));
      return written.length === 0 ? null : Math.min(...written) + periods.appraisalHidden;
    },
  },
} as const satisfies Record<string, Timer>;

export type TimerName = keyof typeof timers;
export const timerTable: Readonly<Record<TimerName, Timer>> = timers;
