import { paymentStatus } from '../statuses.ts';
import { chainRefusal } from './chain.ts';
import { days, held, isSide, maxSendBacks, otherSide, periods } from './facts.ts';
import type { Actor, Moment, OrderFacts, Split } from './facts.ts';
import { yuan } from './money.ts';

/** What comes with an action, as far as the process itself looks at it. */
export interface ActionInput {
  readonly reason?: string;
  readonly split?: Split;
  /** percent of a progress report */
  readonly percent?: number;
  /** SHA-256 of a contract, in hex */
  readonly hash?: string;
  /** fen, of the tender chosen or of the case entrusted */
  readonly amountFen?: number;
}

export interface Asking {
  readonly facts: OrderFacts;
  readonly actor: Actor;
  readonly now: Moment;
  /** absent while it is only asked whether the action is open */
  readonly input?: ActionInput;
}

interface Guard {
  /** in words, for the documentation */
  readonly demands: string;
  /** the reason why not, or null */
  readonly refuses: (asking: Asking) => string | null;
}

const unless = (fine: boolean, reason: string) => (fine ? null : reason);

/** Refusals that a user reads beside the disabled button. Pure: they see the facts and the time, nothing else. */
const guards = {
  beforeDeadline: {
    demands: '未过截止时间',
    refuses: ({ facts, now }) => unless(now < facts.deadlineAt, '投标已截止'),
  },
  mayAdjust: {
    demands: '未过截止时间，或输入已变',
    refuses: ({ facts, now }) => unless(now < facts.deadlineAt || facts.input !== null, '投标已截止'),
  },
  inputSeen: {
    demands: '输入的变化已确认',
    refuses: ({ facts }) => unless(facts.input !== 'changed', '前面环节的交付有更新，请先确认新的输入'),
  },
  deadlineAhead: {
    demands: '截止时间在将来',
    refuses: ({ facts, now }) => unless(now < facts.deadlineAt, '截止时间已过，请先修改截止时间'),
  },
  hasTenders: {
    demands: '至少有一份投标',
    refuses: ({ facts }) => unless(facts.tenders > 0, '还没有人投标'),
  },
  secondHeld: {
    demands: '二期款已托管',
    refuses: ({ facts }) => {
      if (facts.payments.down < paymentStatus.held) return '发布方还没有支付首付';
      if (facts.payments.second >= paymentStatus.held) return null;
      return facts.payments.second === paymentStatus.due
        ? '发布方还没有支付二期款'
        : '进度达到 50% 且二期款托管后才能完工';
    },
  },
  finalHeld: {
    demands: '尾款已托管',
    refuses: ({ facts }) => unless(facts.payments.final >= paymentStatus.held, '请先支付尾款，尾款托管后才能验收'),
  },
  reported: {
    demands: '至少有一份进度汇报',
    refuses: ({ facts }) => unless(facts.reports > 0, '请先提交一份进度汇报'),
  },
  progressForward: {
    demands: '进度是 0 到 100 的整数，不低于上一次',
    refuses: ({ facts, input }) => {
      if (input?.percent === undefined) return null;
      if (!Number.isInteger(input.percent) || input.percent < 0 || input.percent > 100)
        return '进度应为 0 到 100 的整数';
      return unless(input.percent >= facts.progress, `进度不能低于上一次的 ${facts.progress}%`);
    },
  },
  sendBackLeft: {
    demands: `退回未满 ${maxSendBacks} 次`,
    refuses: ({ facts }) =>
      unless(facts.sendBacks < maxSendBacks, `已退回 ${maxSendBacks} 次，不能再退回；仍有问题请发起争议`),
  },
  noCancelRequest: {
    demands: '没有未答复的取消申请',
    refuses: ({ facts }) => unless(facts.cancelRequest === null, '有一份取消申请还没有答复'),
  },
  ownRequest: {
    demands: '申请由本方提出',
    refuses: ({ facts, actor }) => unless(facts.cancelRequest?.by === actor, '取消申请是对方提出的'),
  },
  othersRequest: {
    demands: '申请由对方提出',
    refuses: ({ facts, actor }) => unless(facts.cancelRequest?.by !== actor, '取消申请是您提出的，请等待对方答复'),
  },
  splitExact: {
    demands: '两部分之和等于托管中的款项',
    refuses: ({ facts, input }) => {
      if (!input?.split) return null;
      const { ownerFen, providerFen } = input.split;
      const whole = [ownerFen, providerFen].every((fen) => Number.isSafeInteger(fen) && fen >= 0);
      if (!whole) return '金额有误';
      return unless(ownerFen + providerFen === held(facts), `两部分之和应等于托管中的 ${yuan(held(facts))}`);
    },
  },
  waitedForAffirm: {
    demands: '承接方须在完工 14 天后',
    refuses: ({ facts, actor, now }) => {
      const from = facts.since + periods.affirmSilence;
      if (actor !== 'provider' || now >= from) return null;
      return `发布方还在验收期内，${Math.ceil((from - now) / days(1))} 天后仍未验收才能发起争议`;
    },
  },
  othersOffer: {
    demands: '方案由对方提出',
    refuses: ({ facts, actor }) => unless(facts.dispute?.offer.by !== actor, '方案是您提出的，请等待对方答复'),
  },
  openedDispute: {
    demands: '争议由本方发起',
    refuses: ({ facts, actor }) => unless(facts.dispute?.openedBy === actor, '只有发起方可以撤回争议'),
  },
  withdrawalLeft: {
    demands: '本订单尚未撤回过争议',
    refuses: ({ facts }) => unless(!facts.disputeWithdrawn, '一份订单只能撤回一次争议，这一次请协商、举证或等待裁决'),
  },
  contractOpen: {
    demands: '合同尚未生效',
    refuses: ({ facts }) => {
      const confirmed = facts.contract?.confirmed;
      return unless(!(confirmed?.owner && confirmed.provider), '合同已由双方确认生效，不能更换');
    },
  },
  contractUnconfirmed: {
    demands: '本方尚未确认',
    refuses: ({ facts, actor }) => unless(!(isSide(actor) && facts.contract?.confirmed[actor]), '您已确认这份合同'),
  },
  sameContract: {
    demands: '确认的是同一份文件（哈希一致）',
    refuses: ({ facts, input }) =>
      unless(input?.hash === undefined || input.hash === facts.contract?.hash, '合同文件已更换，请重新查看后再确认'),
  },
  notAppraised: {
    demands: '本方尚未评价',
    refuses: ({ facts, actor }) => unless(!(isSide(actor) && facts.appraisals[actor]), '您已评价过'),
  },
  othersAppraisal: {
    demands: '对方写过评价，本方尚未回复',
    refuses: ({ facts, actor }) => {
      const received = isSide(actor) ? facts.appraisals[otherSide(actor)] : null;
      if (received === null) return '对方没有评价';
      return unless(!received.replied, '您已回复过');
    },
  },
  settled: {
    demands: '没有款项托管中',
    refuses: ({ facts }) => unless(held(facts) === 0, '质保金还在托管中，结清后才能移除'),
  },
  notRemoved: {
    demands: '还在本方列表中',
    refuses: ({ facts, actor }) => unless(!(isSide(actor) && facts.removed[actor]), '已从列表中移除'),
  },
  nextStageFree: {
    demands: '产品线的下一环节可以发布（链规则）',
    refuses: ({ facts }) => {
      if (facts.stageIndex + 1 >= facts.line.length) return '这是产业链的最后一个环节';
      return facts.inLine ? chainRefusal(facts.line, facts.stageIndex + 1) : '本环节已重新发布';
    },
  },
  stillInLine: {
    demands: '本环节没有重新发布',
    refuses: ({ facts }) => unless(facts.inLine, '本环节已重新发布'),
  },
  stageFree: {
    demands: '产品线的本环节可以重新发布（链规则）',
    refuses: ({ facts }) => (facts.inLine ? chainRefusal(facts.line, facts.stageIndex) : '本环节已重新发布'),
  },
} as const satisfies Record<string, Guard>;

export type GuardName = keyof typeof guards;
export const guardTable: Readonly<Record<GuardName, Guard>> = guards;
