import { describe, expect, test } from 'vitest';
import { orderStatus } from '../statuses.ts';
import { actors, days, freshFacts, held, isSide, otherSide, periods } from './facts.ts';
import type { Actor, Moment, OrderFacts, Side, Split } from './facts.ts';
import type { ActionInput } from './guards.ts';
import { available, next, pending } from './next.ts';
import { actions } from './row.ts';
import type { Action } from './row.ts';
import { instalments } from './money.ts';

/**
 * The whole process as a graph, walked exhaustively. A state is an order's facts with every moment counted from now,
 * so that what differs in nothing but the date is one state. Time passes to the moments at which something changes:
 * a timer runs out, or a guard that looks at the time lets somebody through. Of the splits that may be named there are
 * three: all to one side, all to the other, and a part to each; of the reports two: before the second payment is due
 * and from there on.
 */
interface State {
  readonly facts: OrderFacts;
  readonly edges: Edge[];
}
interface Edge {
  readonly by: Actor | 'time';
  readonly action: Action | 'wait';
  readonly to: string;
}
type Graph = ReadonlyMap<string, State>;

const now: Moment = Date.UTC(2026, 9, 12);
const amountFen = 1001;
const hashes = ['a'.repeat(64)] as const;
const people = (Object.keys(actors) as Actor[]).filter((actor) => actor !== 'clock');

/** Moves every moment of an order by the same time. */
function moved(facts: OrderFacts, by: number): OrderFacts {
  const { dispute, cancelRequest, retentionUntil, appraisals } = facts;
  const later = (side: Side) => appraisals[side] && { ...appraisals[side], at: appraisals[side].at + by };
  return {
    ...facts,
    deadlineAt: facts.deadlineAt + by,
    since: facts.since + by,
    retentionUntil: retentionUntil === null ? null : retentionUntil + by,
    appraisals: { owner: later('owner'), provider: later('provider') },
    cancelRequest: cancelRequest && { ...cancelRequest, at: cancelRequest.at + by },
    dispute: dispute && {
      ...dispute,
      openedAt: dispute.openedAt + by,
      phaseSince: dispute.phaseSince + by,
      offer: { ...dispute.offer, at: dispute.offer.at + by },
    },
  };
}

/** Drops what no row can look at any more, so that the graph is finite. What it leaves decides every further step. */
function essential(facts: OrderFacts): OrderFacts {
  const { status, dispute, appraisals, appraisalsPublic } = facts;
  let kept = facts;
  if (dispute && (dispute.answered || dispute.phase !== 'negotiation')) {
    // Only how far the frozen waiting periods had got matters now: as if the dispute had been opened this moment.
    const stood = now - dispute.openedAt;
    const { since, retentionUntil, appraisals: written } = moved(facts, stood);
    const phaseSince = dispute.phase === 'evidence' ? dispute.phaseSince : now;
    const at = dispute.phase === 'negotiation' ? dispute.offer.at : now;
    const offer = { ...dispute.offer, at };
    kept = { ...kept, since, retentionUntil, appraisals: written };
    kept = { ...kept, dispute: { ...dispute, openedAt: now, phaseSince, offer } };
  }
  const timed: readonly number[] = [orderStatus.tendering, orderStatus.awarded, orderStatus.delivered];
  if (!timed.includes(status)) kept = { ...kept, since: now };
  if (status > orderStatus.awarded) kept = { ...kept, deadlineAt: now };
  else if (kept.deadlineAt <= now) kept = { ...kept, deadlineAt: Math.max(kept.deadlineAt, kept.since) };
  // The contract decides about itself alone, and only in 3; who took the order off a list about that list alone.
  if (kept.removed.owner || kept.removed.provider) kept = { ...kept, removed: { owner: true, provider: false } };
  // Only tenders and the choice among them look at it.
  if (status > orderStatus.tendering) kept = { ...kept, input: null };
  if (status > orderStatus.working) kept = { ...kept, contract: null };
  if (status > orderStatus.delivered) kept = { ...kept, progress: 0, reports: 0, sendBacks: 0 };
  if (held(facts) === 0 && status > orderStatus.affirmed)
    kept = { ...kept, retentionUntil: null, disputeWithdrawn: false };
  if (appraisalsPublic) {
    const shown = (side: Side) => appraisals[side] && { ...appraisals[side], at: now };
    kept = { ...kept, appraisals: { owner: shown('owner'), provider: shown('provider') } };
  }
  return { ...kept, tenders: Math.min(kept.tenders, 2), reports: Math.min(kept.reports, 1) };
}

/** Everything in it that may be sent along with an action. */
function inputs(facts: OrderFacts, needs: readonly (keyof ActionInput)[]): ActionInput[] {
  const sum = held(facts);
  const part = Math.floor(sum / 3);
  const splits: Split[] = [
    { ownerFen: sum, providerFen: 0 },
    ...(sum > 0 ? [{ ownerFen: 0, providerFen: sum }] : []),
    ...(part > 0 ? [{ ownerFen: part, providerFen: sum - part }] : []),
  ];
  let given: ActionInput[] = [{}];
  for (const need of needs) {
    const values: ActionInput[] =
      need === 'split'
        ? splits.map((split) => ({ split }))
        : need === 'percent'
          ? [10, 50].map((percent) => ({ percent }))
          : need === 'hash'
            ? hashes.map((hash) => ({ hash }))
            : [need === 'amountFen' ? { amountFen } : { reason: '原因' }];
    given = given.flatMap((one) => values.map((value) => ({ ...one, ...value })));
  }
  return given;
}

/** The next moments at which what may be done changes, none of them after the clock has to act. */
function moments(facts: OrderFacts): Moment[] {
  const due = pending(facts)[0]?.at ?? Infinity;
  const opens = [
    ...(facts.status <= orderStatus.tendering ? [facts.deadlineAt] : []),
    ...(facts.status === orderStatus.delivered ? [facts.since + periods.affirmSilence] : []),
  ];
  return [...new Set([...opens, due])].filter((at) => at > now && at <= due && at !== Infinity);
}

/** Every state that can be reached from the given ones. */
function explore(starts: readonly OrderFacts[]): Map<string, State> {
  const graph = new Map<string, State>();
  const open: State[] = [];
  const reach = (facts: OrderFacts): string => {
    const kept = essential(facts);
    const key = JSON.stringify(kept);
    if (!graph.has(key)) {
      const state = { facts: kept, edges: [] };
      graph.set(key, state);
      open.push(state);
    }
    return key;
  };
  for (const start of starts) reach(start);
  for (let state = open.pop(); state; state = open.pop()) {
    const { facts, edges } = state;
    const link = (by: Edge['by'], action: Edge['action'], to: OrderFacts) => edges.push({ by, action, to: reach(to) });
    const clock = pending(facts).find(({ at }) => at <= now);
    if (clock) {
      const step = next(facts, clock.row.action, 'clock', now);
      if (!step.ok) throw new Error(`the clock cannot take its own step: ${step.reason}`);
      link('clock', clock.row.action, step.facts);
      continue;
    }
    for (const actor of people) {
      for (const { action, enabled, needs } of available(facts, actor, now)) {
        if (!enabled) continue;
        for (const input of inputs(facts, needs)) {
          const step = next(facts, action, actor, now, input);
          if (step.ok) link(actor, action, step.facts);
          else if (step.kind !== 'invalid_input') throw new Error(`${action} is offered and refused: ${step.reason}`);
        }
      }
    }
    for (const at of moments(facts)) link('time', 'wait', moved(facts, now - at));
  }
  return graph;
}

const isSettled = ({ facts }: State) =>
  facts.status === orderStatus.cancelled ||
  facts.status === orderStatus.closed ||
  (facts.status === orderStatus.completed && held(facts) === 0);

/** A short name for a state, for a failing test to say. */
function named({ facts }: State): string {
  const { status, payments, dispute, cancelRequest } = facts;
  const over = dispute ? ` ${dispute.phase} by ${dispute.openedBy}${dispute.answered ? ', answered' : ''}` : '';
  const asked = cancelRequest ? ` cancel asked by ${cancelRequest.by}` : '';
  return `${status} [${payments.down}${payments.second}${payments.final}]${over}${asked}`;
}
const names = (states: Iterable<State>) => [...new Set([...states].map(named))].toSorted();

/** The least set that holds `goal` and every state that `joins` it, given what belongs to it already. */
function attracted(graph: Graph, goal: (state: State) => boolean, joins: (state: State, won: Set<string>) => boolean) {
  const before = new Map<string, Set<string>>();
  for (const [key, { edges }] of graph)
    for (const { to } of edges) before.set(to, (before.get(to) ?? new Set()).add(key));
  const won = new Set<string>();
  const open = [...graph].flatMap(([key, state]) => (goal(state) ? [key] : []));
  for (const key of open) won.add(key);
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    for (const earlier of before.get(key) ?? []) {
      const state = graph.get(earlier);
      if (won.has(earlier) || !state || !joins(state, won)) continue;
      won.add(earlier);
      open.push(earlier);
    }
  }
  return won;
}

const outside = (graph: Graph, won: ReadonlySet<string>) =>
  [...graph].flatMap(([key, state]) => (won.has(key) ? [] : [state]));

/** Actions by which nothing changes that the model looks at say nothing of where an order gets to. */
const leads = (graph: Graph, state: State, without: readonly Edge['action'][]) =>
  state.edges.filter(({ to, action }) => graph.get(to) !== state && !without.includes(action));

/**
 * Whether one side gets the order settled whatever the other does, by its own actions and by waiting. The other side may
 * act first at any moment; operators do what they are there for in the end: they rule. `without`: as if no such action
 * were ever taken; `refusing`: what she herself does not do.
 */
function forces(
  graph: Graph,
  side: Side,
  { without = [], refusing = [] }: { without?: readonly Edge['action'][]; refusing?: readonly Edge['action'][] } = {},
) {
  const hers: readonly Edge['by'][] = [side, 'operator'];
  return attracted(graph, isSettled, (state, won) => {
    const edges = leads(graph, state, without);
    if (edges.some(({ by, to, action }) => hers.includes(by) && won.has(to) && !refusing.includes(action))) return true;
    const passing = edges.filter(({ by }) => by === 'time' || by === 'clock');
    // While she waits the other side may do what it likes, and time goes on to the next moment that matters.
    const theirs = edges.filter(({ by }) => by === otherSide(side));
    return passing.length > 0 && [...passing, ...theirs].every(({ to }) => won.has(to));
  });
}

const line = [7, 0, null] as const;
const draft = freshFacts({ since: now, deadlineAt: now + days(10), line, stageIndex: 1 });
const entrusted = freshFacts({ ...draft, status: 2, entrusted: true, amountFen, line: [7, 2, null] });
const whole = explore([draft, entrusted]);

describe('the process, every state of it', () => {
  test('[O-11] the model reaches every action of the table', () => {
    const seen = new Set([...whole.values()].flatMap(({ edges }) => edges.map(({ action }) => action)));
    expect((Object.keys(actions) as Action[]).filter((action) => !seen.has(action))).toEqual([]);
    expect(whole.size).toBeGreaterThan(10_000);
  });

  test('[O-11] every state can reach an end with nothing held', () => {
    const canEnd = attracted(whole, isSettled, () => true);
    // a draft whose deadline has passed: its owner sets another, which is a change of the demand and no step of the process
    expect(names(outside(whole, canEnd))).toEqual(['0 [000]']);
  });

  test('[O-11] nothing is held in 6 and 8, and in no state more than was agreed', () => {
    const wrong = [...whole.values()].filter(({ facts }) => {
      const over = facts.status === orderStatus.cancelled || facts.status === orderStatus.closed;
      return (over && held(facts) > 0) || held(facts) > facts.amountFen;
    });
    expect(names(wrong)).toEqual([]);
  });

  test('[O-03] [O-11] with money held, either side alone gets the order settled, and need not give in', () => {
    for (const side of ['owner', 'provider'] as const) {
      const won = forces(whole, side, { refusing: ['acceptSplit', 'acceptCancel'] });
      const hanging = outside(whole, won).filter(({ facts }) => held(facts) > 0);
      expect(names(hanging), `${side} cannot get out of`).toEqual([]);
    }
  });

  test('[O-11] with money held and nobody acting, only work, acceptance and a ruling are waited for', () => {
    const alone = attracted(whole, isSettled, ({ edges }, won) =>
      edges.some(({ by, to }) => (by === 'time' || by === 'clock') && won.has(to)),
    );
    const waits = outside(whole, alone).filter(({ facts, edges }) => {
      const running = edges.some(({ by }) => by === 'time' || by === 'clock');
      return held(facts) > 0 && !running;
    });
    const kinds = new Set(waits.map(({ facts }) => `${facts.status} ${facts.dispute?.phase ?? 'no dispute'}`));
    const ruled = [3, 4, 5, 7].map((status) => `${status} ruling`);
    expect([...kinds].toSorted()).toEqual(['3 no dispute', '4 no dispute', ...ruled].toSorted());
  });

  /** Every step of the graph of which something is said to be wrong, by name. */
  const steps = (wrong: (before: OrderFacts, edge: Edge, after: OrderFacts) => boolean) => {
    const found = new Set<string>();
    for (const state of whole.values()) {
      for (const edge of state.edges) {
        const after = whole.get(edge.to);
        if (after && wrong(state.facts, edge, after.facts)) found.add(`${named(state)} ${edge.by} ${edge.action}`);
      }
    }
    return [...found];
  };

  test('[Z-06] a dispute freezes everything but its own steps, and news from elsewhere', () => {
    const own = /Split|Dispute|dispute|Evidence|rule|inspectSound|inputChanged/;
    expect(steps((facts, { by, action }) => facts.dispute !== null && by !== 'time' && !own.test(action))).toEqual([]);
  });

  test('[O-11] no end is left again, and money that was released or given back stays so', () => {
    const gone: readonly number[] = [3, 4, 5];
    const again = steps((facts, _, after) => {
      const left = facts.status >= orderStatus.cancelled && after.status !== facts.status;
      return left || instalments.some(({ key }) => gone.includes(facts.payments[key]) && after.payments[key] < 3);
    });
    expect(again).toEqual([]);
  });

  test('[O-11] only the sides, the clock, a ruling and the next stage’s word on the goods move held money', () => {
    const strange = steps((facts, { by, action }, after) => {
      if (held(after) === held(facts) || by === 'clock') return false;
      if (by === 'operator') return facts.dispute?.phase !== 'ruling';
      return by === 'time' || !(isSide(by) || action === 'inspectSound');
    });
    expect(strange).toEqual([]);
  });
});

describe('the proof itself', () => {
  const payments = { down: 3, second: 3, final: 2 } as const;
  const late = explore([freshFacts({ ...entrusted, status: 5, payments, retentionUntil: now + days(15) })]);
  const stuck = (side: Side, ...without: Action[]) =>
    outside(late, forces(late, side, { without })).some(({ facts }) => held(facts) > 0);

  test('finds the orders that hang once a way out is taken away', () => {
    expect(stuck('owner')).toBe(false);
    expect(stuck('owner', 'disputeSilence')).toBe(true);
    expect(stuck('provider', 'closeEvidence')).toBe(true);
    expect(stuck('owner', 'ruleComplete', 'ruleClose', 'ruleResume')).toBe(true);
    expect(stuck('provider', 'openDispute')).toBe(false);
    expect(stuck('provider', 'autoComplete')).toBe(true);
  });
});
