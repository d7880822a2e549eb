import { paymentStatus } from '../statuses.ts';
import type { PaymentStatus } from '../statuses.ts';
import { days, held, isSide, otherSide, secondDueAt } from './facts.ts';
import type { Dispute, OrderFacts, Side, Split } from './facts.ts';
import type { ActionInput, Asking } from './guards.ts';
import { instalments } from './money.ts';
import type { Payments } from './money.ts';

/** An action that was let through, so what it needs is there. */
export type Doing = Asking & { readonly input: ActionInput };
type Change = (doing: Doing) => Partial<OrderFacts>;

const side = ({ actor }: Doing): Side => {
  if (!isSide(actor)) throw new TypeError(`${actor} is not a side of the order`);
  return actor;
};

function given<K extends keyof ActionInput>({ input }: Doing, key: K): NonNullable<ActionInput[K]> {
  const value = input[key];
  if (value === undefined) throw new TypeError(`the action came without ${key}`);
  return value;
}

const secondIfDue = (payments: Payments, progress: number): Payments =>
  payments.down === paymentStatus.held && payments.second === paymentStatus.notDue && progress >= secondDueAt
    ? { ...payments, second: paymentStatus.due }
    : payments;

const turn = (payments: Payments, from: PaymentStatus, to: PaymentStatus): Payments => {
  const turned = instalments.map(({ key }) => [key, payments[key] === from ? to : payments[key]] as const);
  return Object.fromEntries(turned) as Payments;
};

/** The division that an agreement, an accepted request or a ruling names. */
export function agreedSplit({ facts, input }: Doing): Split {
  return (
    input.split ?? facts.cancelRequest?.split ?? facts.dispute?.offer.split ?? { ownerFen: held(facts), providerFen: 0 }
  );
}

const outcome = ({ ownerFen, providerFen }: Split): PaymentStatus =>
  providerFen === 0 ? paymentStatus.refunded : ownerFen === 0 ? paymentStatus.released : paymentStatus.split;

const dispute = (now: number, by: Side, split: Split, answered: boolean): Dispute => ({
  phase: 'negotiation',
  openedBy: by,
  openedAt: now,
  phaseSince: now,
  answered,
  offer: { by, at: now, split },
});

const requestToDispute = ({ facts, now }: Doing, answered: boolean): Partial<OrderFacts> => {
  const request = facts.cancelRequest;
  if (request === null) throw new TypeError('no request to cancel stands');
  return { cancelRequest: null, dispute: dispute(now, request.by, request.split, answered) };
};

const inDispute = ({ facts }: Doing): Dispute => {
  if (facts.dispute === null) throw new TypeError('no dispute is open');
  return facts.dispute;
};

/** What an action does to the facts of the order itself. The server writes what differs, in the same transaction. */
const changes = {
  countTender: ({ facts }) => ({ tenders: facts.tenders + 1 }),
  dropTender: ({ facts }) => ({ tenders: Math.max(0, facts.tenders - 1) }),
  voidTenders: () => ({ tenders: 0 }),
  agreeAmount: (doing) => ({ amountFen: given(doing, 'amountFen') }),
  dropAward: ({ facts }) => ({ amountFen: 0, tenders: Math.max(0, facts.tenders - 1) }),
  downDue: ({ facts }) => ({ payments: { ...facts.payments, down: paymentStatus.due } }),
  holdDue: ({ facts }) => ({
    payments: secondIfDue(turn(facts.payments, paymentStatus.due, paymentStatus.held), facts.progress),
  }),
  report: (doing) => {
    const progress = given(doing, 'percent');
    return { progress, reports: doing.facts.reports + 1, payments: secondIfDue(doing.facts.payments, progress) };
  },
  finalDue: ({ facts: { payments } }) => ({
    payments: payments.final === paymentStatus.notDue ? { ...payments, final: paymentStatus.due } : payments,
  }),
  countSendBack: ({ facts }) => ({ sendBacks: facts.sendBacks + 1 }),
  /** nothing more is asked of the owner */
  stopDue: ({ facts }) => ({ payments: turn(facts.payments, paymentStatus.due, paymentStatus.notDue) }),
  takeContract: (doing) => {
    const by = side(doing);
    return {
      contract: { hash: given(doing, 'hash'), confirmed: { owner: by === 'owner', provider: by === 'provider' } },
    };
  },
  confirmContract: (doing) => {
    const { contract } = doing.facts;
    return { contract: contract && { ...contract, confirmed: { ...contract.confirmed, [side(doing)]: true } } };
  },
  releaseWork: ({ facts }) => ({
    payments: { ...facts.payments, down: paymentStatus.released, second: paymentStatus.released },
  }),
  startRetention: ({ facts, now }) => ({ retentionUntil: now + days(facts.retentionDays) }),
  releaseRetention: ({ facts }) => ({ payments: { ...facts.payments, final: paymentStatus.released } }),
  divideHeld: (doing) => {
    const divided = turn(doing.facts.payments, paymentStatus.held, outcome(agreedSplit(doing)));
    return { payments: turn(divided, paymentStatus.due, paymentStatus.notDue), cancelRequest: null, dispute: null };
  },
  requestCancel: (doing) => ({ cancelRequest: { by: side(doing), at: doing.now, split: given(doing, 'split') } }),
  dropCancelRequest: () => ({ cancelRequest: null }),
  refusalToDispute: (doing) => requestToDispute(doing, true),
  silenceToDispute: (doing) => requestToDispute(doing, false),
  openDispute: (doing) => ({
    cancelRequest: null,
    dispute: dispute(doing.now, side(doing), given(doing, 'split'), false),
  }),
  counterSplit: (doing) => {
    const offer = { by: side(doing), at: doing.now, split: given(doing, 'split') };
    return { dispute: { ...inDispute(doing), answered: true, offer } };
  },
  toEvidence: (doing) => ({
    dispute: { ...inDispute(doing), answered: true, phase: 'evidence', phaseSince: doing.now },
  }),
  toRuling: (doing) => ({ dispute: { ...inDispute(doing), phase: 'ruling', phaseSince: doing.now } }),
  /** Back to work: every waiting period goes on where the dispute stopped it. */
  thaw: (doing) => {
    const { facts, now } = doing;
    const stood = now - inDispute(doing).openedAt;
    const later = (who: Side) => {
      const written = facts.appraisals[who];
      return written && { ...written, at: written.at + stood };
    };
    return {
      dispute: null,
      since: facts.since + stood,
      retentionUntil: facts.retentionUntil === null ? null : facts.retentionUntil + stood,
      appraisals: { owner: later('owner'), provider: later('provider') },
    };
  },
  /** Only once: or opening and withdrawing could keep the other side's waiting periods from ever running out. */
  useWithdrawal: () => ({ disputeWithdrawn: true }),
  countReminder: ({ facts }) => ({ reminders: facts.reminders + 1 }),
  goodsSound: ({ facts }) => ({
    incoming: 'sound',
    payments: turn(facts.payments, paymentStatus.held, paymentStatus.released),
  }),
  goodsFaulty: () => ({ incoming: 'faulty' }),
  /** In the owner's name, for all that is retained: a silent provider has nothing against it. */
  goodsToDispute: ({ facts, now }) => ({
    dispute: { ...dispute(now, 'owner', { ownerFen: held(facts), providerFen: 0 }, false), goods: true },
  }),
  endDispute: () => ({ dispute: null }),
  markInput: () => ({ input: 'changed' }),
  confirmInput: () => ({ input: 'confirmed' }),
  appraise: (doing) => {
    const by = side(doing);
    const appraisals = { ...doing.facts.appraisals, [by]: { at: doing.now, replied: false } };
    return { appraisals, appraisalsPublic: appraisals[otherSide(by)] !== null };
  },
  revealAppraisals: () => ({ appraisalsPublic: true }),
  reply: (doing) => {
    const writer = otherSide(side(doing));
    const received = doing.facts.appraisals[writer];
    return { appraisals: { ...doing.facts.appraisals, [writer]: received && { ...received, replied: true } } };
  },
  remove: (doing) => ({ removed: { ...doing.facts.removed, [side(doing)]: true } }),
} as const satisfies Record<string, Change>;

export type ChangeName = keyof typeof changes;
export const changeTable: Readonly<Record<ChangeName, Change>> = changes;
