import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderStatus, orderStatuses, paymentStatus } from '../statuses.ts';
import { actors, days, freshFacts, held, hours } from './facts.ts';
import type { Actor, OrderFacts } from './facts.ts';
import type { ActionInput } from './guards.ts';
import { commissionOf, dueInstalment, instalments, splitAmount } from './money.ts';
import type { InstalmentKey, Payments } from './money.ts';
import { available, next, overdue } from './next.ts';
import type { Effect, Moved } from './next.ts';
import { nextStep } from './next-step.ts';
import { actions, ends } from './row.ts';
import type { Action } from './row.ts';
import { orderTable } from './table.ts';

/*
 * Random sequences of actions by random people, with the clock moved, and with money that comes in through a gateway:
 * its notifications late, doubled, out of order, or for what is no longer due. A failing run prints its seed.
 */

const start = Date.UTC(2026, 9, 12, 1, 20);
const allActions = Object.keys(actions) as Action[];
const allActors = Object.keys(actors) as Actor[];
const amountFen = 8_640_001;
const hash = 'a'.repeat(64);
const line = [7, 7, 7, 0, null] as const;

const at = (overrides: Partial<OrderFacts>) =>
  freshFacts({ since: start, deadlineAt: start + days(10), tenders: 2, amountFen, line, stageIndex: 3, ...overrides });
const paid = (down: number, second: number, final: number) => ({ down, second, final }) as Payments;

const starts: readonly OrderFacts[] = [
  at({ status: 0, tenders: 0, amountFen: 0 }),
  at({ status: 1, tenders: 0, amountFen: 0 }),
  at({ status: 1, tenders: 3, amountFen: 0 }),
  at({ status: 2 }),
  at({ status: 2, entrusted: true }),
  at({ status: 3, payments: paid(1, 0, 0) }),
  at({ status: 3, payments: paid(2, 2, 0), progress: 50, reports: 1 }),
  at({ status: 4, payments: paid(2, 2, 1), progress: 100, reports: 2 }),
  at({ status: 5, payments: paid(3, 3, 2), retentionUntil: start + days(15) }),
  at({ status: 7, payments: paid(3, 3, 2), retentionUntil: start + days(15) }),
];

const stepArb = fc.record({
  action: fc.constantFrom(...allActions),
  actor: fc.constantFrom(...allActors),
  wait: fc.constantFrom(0, 0, 0, 0, 0, hours(1), days(1), days(3), days(8), days(16)),
  /** part of what is held that a split gives to the owner */
  share: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
  /** fen by which the split misses what is held */
  amiss: fc.constantFrom(0, 0, 0, 0, 0, 1, -1),
  percent: fc.integer({ min: -5, max: 105 }),
  pick: fc.nat(),
  /** whether a notification of the gateway comes in before the step, and which */
  notice: fc.option(fc.nat(), { freq: 3 }),
});
const planArb = fc.record({
  from: fc.constantFrom(...starts),
  /** commission on what the provider gets */
  basisPoints: fc.constantFrom(0, 250, 9_999),
  steps: fc.array(stepArb, { maxLength: 60, size: 'max' }),
});
type Plan = typeof planArb extends fc.Arbitrary<infer T> ? T : never;

const inputOf = (facts: OrderFacts, share: number, percent: number, amiss = 0): ActionInput => {
  const ownerFen = Math.floor(held(facts) * share);
  return { reason: '原因', split: { ownerFen, providerFen: held(facts) - ownerFen + amiss }, percent, hash, amountFen };
};

/** The accounts that one order touches, in fen. */
interface Books {
  owner: number;
  provider: number;
  escrow: number;
  income: number;
}
interface Walk {
  facts: OrderFacts;
  now: number;
  books: Books;
}
interface Bill {
  instalment: InstalmentKey;
  fen: number;
  credited: boolean;
}
/** What a walk shows of each step that was taken, and of each that was refused. */
interface Watch {
  took?: (before: OrderFacts, step: Moved, books: Books) => void;
  refused?: (before: OrderFacts, action: Action, actor: Actor) => void;
}

const ledger = (effects: readonly Effect[]) => effects.filter((effect) => effect.kind === 'ledger');

/** Carries out what the table says of the money, each movement from one account into others. */
function book(books: Books, effects: readonly Effect[], basisPoints: number): void {
  const toProvider = (fen: number) => {
    const commission = commissionOf(fen, basisPoints);
    books.escrow -= fen;
    books.provider += fen - commission;
    books.income += commission;
  };
  for (const effect of ledger(effects)) {
    if (effect.move === 'hold') {
      books.owner -= effect.fen;
      books.escrow += effect.fen;
    } else if (effect.move === 'divide') {
      books.escrow -= effect.ownerFen;
      books.owner += effect.ownerFen;
      toProvider(effect.providerFen);
    } else toProvider(effect.fen);
  }
}

/** Follows a plan the way the server does: the clock first, then what is asked for, if the order is open to it. */
function walk({ from, basisPoints, steps }: Plan, { took, refused }: Watch = {}): Walk & { paidIn: number } {
  const state: Walk = {
    facts: from,
    now: start,
    books: { owner: 3 * amountFen, provider: 0, escrow: held(from), income: 0 },
  };
  let paidIn = state.books.owner + state.books.escrow;
  const bills: Bill[] = [];
  const take = (action: Action, actor: Actor, input: ActionInput = {}) => {
    const before = state.facts;
    const step = next(before, action, actor, state.now, input);
    if (!step.ok) return refused?.(before, action, actor);
    state.facts = step.facts;
    book(state.books, step.effects, basisPoints);
    took?.(before, step, state.books);
  };
  /** The gateway says that a bill was paid: the money is the payer's, and the instalment's if it is still due. */
  const notified = (bill: Bill) => {
    if (bill.credited) return;
    bill.credited = true;
    paidIn += bill.fen;
    state.books.owner += bill.fen;
    if (dueInstalment(state.facts.payments) === bill.instalment) take('pay', 'owner');
  };
  for (const { action, actor, wait, share, amiss, percent, pick, notice } of steps) {
    state.now += wait;
    for (let due = overdue(state.facts, state.now); due; due = overdue(state.facts, state.now)) take(due, 'clock');
    const instalment = dueInstalment(state.facts.payments);
    const asked = instalment && pick % 3 === 0;
    if (asked) bills.push({ instalment, fen: splitAmount(amountFen)[instalment], credited: false });
    const bill = notice === null ? undefined : bills[notice % bills.length];
    if (bill) notified(bill);
    const open = allActors.flatMap((who) =>
      available(state.facts, who, state.now)
        .filter(({ enabled }) => enabled)
        .map((one) => [one.action, who] as const),
    );
    // some steps are blind, most choose among what is open, so that walks get far
    const chosen = pick % 8 === 0 ? undefined : open[pick % open.length];
    take(chosen?.[0] ?? action, chosen?.[1] ?? actor, inputOf(state.facts, share, percent, amiss));
  }
  return { ...state, paidIn };
}

const isSettled = (facts: OrderFacts) => ends.includes(facts.status) && held(facts) === 0;
const sum = ({ owner, provider, escrow, income }: Books) => owner + provider + escrow + income;

describe('any sequence of actions, by anyone, at any time', () => {
  test('[O-11] stays on the table', { timeout: 30_000 }, () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(planArb, (plan) => {
        walk(plan, {
          took: (before, step) => {
            seen.add(step.row.action);
            const sound =
              orderTable.includes(step.row) &&
              step.row.from.includes(before.status) &&
              orderStatuses.includes(step.to) &&
              !(ends.includes(before.status) && step.to !== before.status) &&
              nextStep(step.facts).what !== '';
            expect(sound, `${before.status} ${step.row.action} ${step.to}`).toBe(true);
          },
        });
      }),
      { numRuns: 1_500 },
    );
    // the walks are worth something only if they get everywhere
    expect(allActions.filter((action) => !seen.has(action))).toEqual([]);
  });

  test('[O-04] [O-11] makes and loses no money, and no account goes below zero', { timeout: 30_000 }, () => {
    fc.assert(
      fc.property(planArb, (plan) => {
        const before = 3 * amountFen + held(plan.from);
        let least = 0;
        const { books, paidIn, facts } = walk(plan, {
          took: (_, step, now) => {
            least = Math.min(least, ...Object.values(now));
            for (const effect of ledger(step.effects)) {
              const parts = effect.move === 'divide' ? [effect.ownerFen, effect.providerFen] : [effect.fen];
              expect(parts.every((fen) => Number.isSafeInteger(fen) && fen >= 0)).toBe(true);
            }
            expect(now.escrow).toBe(held(step.facts));
          },
        });
        expect(least).toBe(0);
        expect(paidIn).toBeGreaterThanOrEqual(before);
        expect(sum(books)).toBe(paidIn);
        expect(books.escrow).toBe(held(facts));
      }),
      { numRuns: 600 },
    );
  });

  test('[O-04] pays no instalment twice, however often the gateway says so', { timeout: 30_000 }, () => {
    fc.assert(
      fc.property(planArb, (plan) => {
        const holds: string[] = [];
        walk(plan, {
          took: (before, step) => {
            for (const effect of ledger(step.effects)) if (effect.move === 'hold') holds.push(effect.instalment);
            const due = instalments.filter(({ key }) => step.facts.payments[key] === paymentStatus.due);
            expect(due.length).toBeLessThanOrEqual(1);
            const back = instalments.filter(
              ({ key }) => before.payments[key] >= paymentStatus.held && step.facts.payments[key] < paymentStatus.held,
            );
            expect(back).toEqual([]);
          },
        });
        expect(new Set(holds).size).toBe(holds.length);
      }),
      { numRuns: 600 },
    );
  });

  test('[O-07] leaves nothing held in a settled order, and moves no money there again', { timeout: 30_000 }, () => {
    let settled = 0;
    fc.assert(
      fc.property(planArb, (plan) => {
        const { facts } = walk(plan, {
          took: (before, step) => {
            const over = step.to === orderStatus.cancelled || step.to === orderStatus.closed;
            expect(over && held(step.facts) > 0).toBe(false);
            expect(isSettled(before) && ledger(step.effects).length > 0).toBe(false);
          },
        });
        if (isSettled(facts)) settled++;
      }),
      { numRuns: 600 },
    );
    expect(settled).toBeGreaterThan(50);
  });

  test('[Z-06] is frozen by a dispute: nothing but its own steps, and only an end of it moves money', () => {
    let disputed = 0;
    const kept = (facts: OrderFacts) => ({ ...facts, dispute: null, cancelRequest: null });
    fc.assert(
      fc.property(planArb, (plan) => {
        walk(plan, {
          took: (before, step) => {
            if (!before.dispute) return;
            disputed++;
            expect(step.row.inDispute ?? step.row.despiteDispute).toBe(true);
            const left = step.facts.dispute ? step.facts : before;
            expect(step.row.inDispute ? kept(left) : { ...step.facts, input: before.input }).toEqual(
              step.row.inDispute ? kept(before) : before,
            );
          },
        });
      }),
      { numRuns: 300 },
    );
    expect(disputed).toBeGreaterThan(50);
  });

  test('[O-11] offers what goes through, and refuses what is disabled with the reason that it showed', () => {
    fc.assert(
      fc.property(planArb, fc.constantFrom(...allActors), (plan, actor) => {
        const { facts, now } = walk(plan);
        for (const offer of available(facts, actor, now)) {
          const step = next(facts, offer.action, actor, now, inputOf(facts, 0.5, 100));
          // what is enabled can fail by what comes with it, never by where the order stands
          const outcome = step.ok || step.kind === 'invalid_input' ? '' : step.reason;
          expect(outcome).toBe(offer.reason);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('[O-11] gives everyone else a reason in Chinese', () => {
    fc.assert(
      fc.property(planArb, (plan) => {
        walk(plan, {
          refused: (before, action, actor) => {
            const step = next(before, action, actor, start, inputOf(before, 1, 50));
            expect(step.ok || /[\u4e00-\u9fff]/.test(step.reason)).toBe(true);
          },
        });
      }),
      { numRuns: 150 },
    );
  });
});
