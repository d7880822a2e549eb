import { orderStatusNames } from '../statuses.ts';
import type { OrderStatus } from '../statuses.ts';
import { agreedSplit, changeTable } from './changes.ts';
import type { Doing } from './changes.ts';
import { conditionsHold } from './conditions.ts';
import { actors, held } from './facts.ts';
import type { Actor, Moment, OrderFacts } from './facts.ts';
import { guardTable } from './guards.ts';
import type { ActionInput } from './guards.ts';
import { dueInstalment, splitAmount } from './money.ts';
import type { InstalmentKey } from './money.ts';
import { actions } from './row.ts';
import type { Action, Audience, Row } from './row.ts';
import { orderTable } from './table.ts';
import { timerTable } from './timers.ts';

/** What must happen together with a transition, as data: the server carries it out in the same transaction. */
export type Effect =
  | { kind: 'ledger'; move: 'hold'; instalment: InstalmentKey; fen: number }
  | { kind: 'ledger'; move: 'releaseWork' | 'releaseRetention'; fen: number }
  | { kind: 'ledger'; move: 'divide'; ownerFen: number; providerFen: number }
  | { kind: 'notice'; to: Audience }
  | { kind: 'trace' };

export type Refused = {
  ok: false;
  /** what kind of error it is on the wire: 1003, 1005 or 1001 */
  kind: 'not_allowed' | 'state_conflict' | 'invalid_input';
  reason: string;
};
export type Moved = {
  ok: true;
  row: Row;
  to: OrderStatus;
  /** the order as it stands afterwards */
  facts: OrderFacts;
  effects: readonly Effect[];
  /** when the clock must look at the order again */
  dueAt: Moment | null;
};

const frozenReason = '争议处理期间，其他操作已冻结';
const overdueReason = '已过期限，请刷新后再看';

const exists = (row: Row, facts: OrderFacts) =>
  row.from.includes(facts.status) && (!row.inDispute || facts.dispute !== null) && conditionsHold(row.when, facts);
const frozen = (row: Row, facts: OrderFacts) => facts.dispute !== null && !row.inDispute && !row.despiteDispute;

/** What the clock will do, and when, soonest first. Nothing that a dispute freezes. */
export function pending(facts: OrderFacts): readonly { row: Row; at: Moment }[] {
  return orderTable
    .flatMap((row) => {
      if (!row.timer || !exists(row, facts) || frozen(row, facts)) return [];
      const at = timerTable[row.timer].due(facts);
      return at === null ? [] : [{ row, at }];
    })
    .toSorted((a, b) => a.at - b.at);
}

export const dueAt = (facts: OrderFacts): Moment | null => pending(facts)[0]?.at ?? null;

/** The clock's action that should have happened by now: the reader carries it out before anything else. */
export function overdue(facts: OrderFacts, now: Moment): Action | null {
  const first = pending(facts)[0];
  return first && first.at <= now ? first.row.action : null;
}

/** Nothing reaches a change but what its row asks for: a split sent along with an acceptance is not the one accepted. */
const only = (needs: readonly (keyof ActionInput)[], input: ActionInput): ActionInput =>
  Object.fromEntries(needs.map((key) => [key, input[key]]));

function refusalOf(row: Row, facts: OrderFacts, actor: Actor, now: Moment, input?: ActionInput): Refused | null {
  const conflict = (reason: string): Refused => ({ ok: false, kind: 'state_conflict', reason });
  if (frozen(row, facts)) return conflict(frozenReason);
  if (row.timer) {
    const at = timerTable[row.timer].due(facts);
    return at !== null && at <= now ? null : conflict('还没有到期');
  }
  if (overdue(facts, now) !== null) return conflict(overdueReason);
  for (const name of row.guards ?? []) {
    const reason = guardTable[name].refuses({ facts, actor, now, input });
    if (reason === null) continue;
    // what is refused only because of what came with it is the sender's mistake, not the order's state
    const fineWithout = input !== undefined && guardTable[name].refuses({ facts, actor, now }) === null;
    return fineWithout ? { ok: false, kind: 'invalid_input', reason } : conflict(reason);
  }
  return null;
}

function ledgerEffects(row: Row, doing: Doing): Effect[] {
  const { facts } = doing;
  const parts = splitAmount(facts.amountFen);
  switch (row.ledger) {
    case undefined:
      return [];
    case 'hold': {
      const instalment = dueInstalment(facts.payments);
      return instalment ? [{ kind: 'ledger', move: 'hold', instalment, fen: parts[instalment] }] : [];
    }
    case 'releaseWork':
      return [{ kind: 'ledger', move: 'releaseWork', fen: parts.down + parts.second }];
    case 'releaseRetention':
      return held(facts) > 0 ? [{ kind: 'ledger', move: 'releaseRetention', fen: held(facts) }] : [];
    case 'divide':
      return held(facts) > 0 ? [{ kind: 'ledger', move: 'divide', ...agreedSplit(doing) }] : [];
  }
}

function moved(row: Row, doing: Doing): Moved {
  const to = row.to === 'same' ? doing.facts.status : row.to;
  let facts = doing.facts;
  for (const name of row.changes ?? []) facts = { ...facts, ...changeTable[name]({ ...doing, facts }) };
  if (to !== doing.facts.status) {
    const line = facts.inLine ? facts.line.with(facts.stageIndex, to) : facts.line;
    facts = { ...facts, status: to, since: doing.now, reminders: 0, line };
  }
  const notices = (row.tell ?? [])
    .filter((party) => party !== doing.actor)
    .map((party) => ({ kind: 'notice', to: party }) as const);
  const traces: Effect[] = row.trace ? [{ kind: 'trace' }] : [];
  return {
    ok: true,
    row,
    to,
    facts,
    effects: [...ledgerEffects(row, doing), ...notices, ...traces],
    dueAt: dueAt(facts),
  };
}

/**
 * One step of the process. Pure: it reads no clock and writes nothing. `input` is what came with the action; its
 * shape is checked before, what the process itself must know of it (a split, a percentage, a hash) is checked here.
 */
export function next(
  facts: OrderFacts,
  action: Action,
  actor: Actor,
  now: Moment,
  input: ActionInput = {},
): Moved | Refused {
  const rows = orderTable.filter((row) => row.action === action && exists(row, facts));
  const row = rows.find(({ by }) => by.includes(actor));
  if (!row) {
    const label = actions[action];
    const who = rows.flatMap(({ by }) => by.map((one) => actors[one]));
    if (rows.length > 0) return { ok: false, kind: 'not_allowed', reason: `只有${who.join('、')}可以进行“${label}”` };
    return {
      ok: false,
      kind: 'state_conflict',
      reason: `订单${orderStatusNames[facts.status]}，现在不能进行“${label}”`,
    };
  }
  const given = only(row.needs ?? [], input);
  const refused = refusalOf(row, facts, actor, now, given);
  if (refused) return refused;
  const missing = row.needs?.find((key) => given[key] === undefined);
  if (missing)
    return { ok: false, kind: 'invalid_input', reason: missing === 'reason' ? '请填写原因' : '提交的内容不完整' };
  return moved(row, { facts, actor, now, input: given });
}

export interface OpenAction {
  readonly action: Action;
  readonly label: string;
  readonly enabled: boolean;
  /** why it is disabled; empty when it is not */
  readonly reason: string;
  /** what must come with it */
  readonly needs: readonly (keyof ActionInput)[];
}

/** The buttons for one who looks at the order: what exists for them here, disabled ones with the reason. */
export function available(facts: OrderFacts, actor: Actor, now: Moment): OpenAction[] {
  return orderTable
    .filter((row) => row.by.includes(actor) && !row.timer && exists(row, facts))
    .map((row) => {
      const reason = refusalOf(row, facts, actor, now)?.reason ?? '';
      return { action: row.action, label: actions[row.action], enabled: reason === '', reason, needs: row.needs ?? [] };
    });
}
