import type { OrderStatus } from '../statuses.ts';
import { heldFen } from './money.ts';
import type { Payments } from './money.ts';

/** Milliseconds since 1970. */
export type Moment = number;

export const hours = (n: number) => n * 3_600_000;
export const days = (n: number) => n * 86_400_000;

/** The waiting periods of rulings §2. How long retention is held is the stage's own (`retentionDays` in its catalogue). */
export const periods = {
  choose: days(7),
  accept: hours(72),
  cancelAnswer: hours(48),
  /** after finishing; the last one also tells the provider that a dispute may be opened */
  affirmReminders: [days(3), days(7), days(14)],
  affirmSilence: days(14),
  disputeAnswer: days(3),
  disputeSilence: days(7),
  disputeEvidence: days(5),
  appraisalHidden: days(7),
} as const;

export const maxSendBacks = 3;
/** percent of progress from which the second instalment is due */
export const secondDueAt = 50;

/** Who acts on an order. A person has one of these roles towards it at a time. */
export const actors = {
  owner: '发布方',
  provider: '承接方',
  bidder: '投标方',
  stranger: '其他登录用户',
  nextProvider: '下一环节承接方',
  earlierProvider: '前面环节承接方',
  operator: '平台运营',
  clock: '系统定时',
} as const;
export type Actor = keyof typeof actors;
export type Side = 'owner' | 'provider';

/** A division of exactly what is held, in fen. */
export interface Split {
  readonly ownerFen: number;
  readonly providerFen: number;
}

export interface CancelRequest {
  readonly by: Side;
  readonly at: Moment;
  readonly split: Split;
}

export interface Dispute {
  readonly phase: 'negotiation' | 'evidence' | 'ruling';
  readonly openedBy: Side;
  readonly openedAt: Moment;
  /** when the present phase began */
  readonly phaseSince: Moment;
  /** the other side has countered or refused at least once */
  readonly answered: boolean;
  /** it is about goods that the next stage found faulty: sound after all, they end it */
  readonly goods?: true;
  /** the standing proposal */
  readonly offer: { readonly by: Side; readonly at: Moment; readonly split: Split };
}

export interface Contract {
  /** SHA-256 of the file, in hex */
  readonly hash: string;
  readonly confirmed: Readonly<Record<Side, boolean>>;
}

export interface Appraisal {
  readonly at: Moment;
  /** the appraised side has given its one public reply */
  readonly replied: boolean;
}

/** All that the process knows of an order. The server reads it from the locked row, a test makes it up. */
export interface OrderFacts {
  readonly status: OrderStatus;
  /** came about by entrusting a case: there are no other bidders to go back to */
  readonly entrusted: boolean;
  readonly deadlineAt: Moment;
  /** when the waiting periods of this status began: on entering it, moved on by the time a dispute froze */
  readonly since: Moment;
  /** tenders that stand: neither withdrawn, voided nor declined */
  readonly tenders: number;
  readonly amountFen: number;
  readonly payments: Payments;
  /** highest percent reported */
  readonly progress: number;
  readonly reports: number;
  readonly sendBacks: number;
  /** reminders sent since the work was finished */
  readonly reminders: number;
  readonly contract: Contract | null;
  readonly cancelRequest: CancelRequest | null;
  readonly dispute: Dispute | null;
  /** a dispute was withdrawn; the next one runs to its end */
  readonly disputeWithdrawn: boolean;
  /** days that the stage holds back the final payment after affirmation */
  readonly retentionDays: number;
  /** when retention is released by itself; set by affirmation */
  readonly retentionUntil: Moment | null;
  /** what the next stage's provider said of the incoming goods */
  readonly incoming: 'sound' | 'faulty' | null;
  /** what the stages before delivered is another than it was when this was published: not seen by the owner yet, or taken on */
  readonly input: 'changed' | 'confirmed' | null;
  /** by the side that wrote it */
  readonly appraisals: Readonly<Record<Side, Appraisal | null>>;
  readonly appraisalsPublic: boolean;
  /** taken off one's own list */
  readonly removed: Readonly<Record<Side, boolean>>;
  /** status of the product line's demand in each stage, in the order of the stages; null where there is none */
  readonly line: readonly (OrderStatus | null)[];
  /** place of this order's stage in `line` */
  readonly stageIndex: number;
  /** false once this stage was raised again: another demand stands in the line */
  readonly inLine: boolean;
}

export const otherSide = (side: Side): Side => (side === 'owner' ? 'provider' : 'owner');
export const isSide = (actor: Actor): actor is Side => actor === 'owner' || actor === 'provider';
export const held = (facts: OrderFacts): number => heldFen(facts.amountFen, facts.payments);

/** A demand as it is just after it was saved as a draft. Overrides make any other state. */
export function freshFacts(overrides: Partial<OrderFacts> & Pick<OrderFacts, 'deadlineAt' | 'since'>): OrderFacts {
  return {
    status: 0,
    entrusted: false,
    tenders: 0,
    amountFen: 0,
    payments: { down: 0, second: 0, final: 0 },
    progress: 0,
    reports: 0,
    sendBacks: 0,
    reminders: 0,
    contract: null,
    cancelRequest: null,
    dispute: null,
    disputeWithdrawn: false,
    retentionDays: 15,
    retentionUntil: null,
    incoming: null,
    input: null,
    appraisals: { owner: null, provider: null },
    appraisalsPublic: false,
    removed: { owner: false, provider: false },
    line: [overrides.status ?? 0],
    stageIndex: 0,
    inLine: true,
    ...overrides,
  };
}
