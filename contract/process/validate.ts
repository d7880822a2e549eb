import { orderStatusNames, orderStatuses } from '../statuses.ts';
import type { OrderStatus } from '../statuses.ts';
import { changeTable } from './changes.ts';
import { conditionTable } from './conditions.ts';
import type { When } from './conditions.ts';
import { actors } from './facts.ts';
import { guardTable } from './guards.ts';
import { actions, ends, entries } from './row.ts';
import type { Row } from './row.ts';
import { orderTable } from './table.ts';
import { timerTable } from './timers.ts';
import { stepWords } from './words.ts';

const overlap = (a: readonly unknown[], b: readonly unknown[]) => a.some((one) => b.includes(one));

/** Two rows cannot both hold when some condition must be true for one and false for the other. */
const exclude = (a: When = {}, b: When = {}) =>
  (Object.keys(a) as (keyof When)[]).some((name) => b[name] !== undefined && a[name] !== b[name]);

function reach(starts: readonly OrderStatus[], steps: (status: OrderStatus) => OrderStatus[]): Set<OrderStatus> {
  const seen = new Set(starts);
  for (const status of seen) for (const to of steps(status)) seen.add(to);
  return seen;
}

/** Whoever a row tells needs words, and words that nobody is told are a mistake. */
function wordFaults(table: readonly Row[]): string[] {
  const told = new Set(
    table.flatMap(({ action, by, tell = [] }) =>
      tell.filter((party) => by.length > 1 || party !== by[0]).map((party) => `${action} ${party}`),
    ),
  );
  const said = Object.entries(stepWords).flatMap(([action, words]) =>
    // Entrusting tells the provider without a row (see `entries`).
    action === 'publish' ? [] : Object.keys(words).map((party) => `${action} ${party}`),
  );
  return [
    ...[...told].filter((one) => !said.includes(one)).map((one) => `${one}: told, but no words`),
    ...said.filter((one) => !told.has(one)).map((one) => `${one}: words, but not told`),
  ];
}

/** Everything that is wrong with a table, one sentence each. */
export function tableFaults(table: readonly Row[]): string[] {
  const faults: string[] = [];
  const known = (kind: string, names: readonly string[], among: object, row: Row) => {
    for (const name of names) if (!Object.hasOwn(among, name)) faults.push(`${row.action}: unknown ${kind} ${name}`);
  };
  for (const row of table) {
    const states = [...row.from, ...(row.to === 'same' ? [] : [row.to])].map(String);
    known('action', [row.action], actions, row);
    known('status', states, orderStatusNames, row);
    known('actor', row.by, actors, row);
    known('condition', Object.keys(row.when ?? {}), conditionTable, row);
    known('guard', row.guards ?? [], guardTable, row);
    known('change', row.changes ?? [], changeTable, row);
    known('timer', row.timer ? [row.timer] : [], timerTable, row);
    if (row.from.length === 0 || row.by.length === 0) faults.push(`${row.action}: a row from nowhere or by nobody`);
    if (row.by.includes('clock') !== (row.timer !== undefined))
      faults.push(`${row.action}: the clock acts by a timer, and nobody else does`);
    if (row.timer && (row.by.length > 1 || !row.says))
      faults.push(`${row.action}: the clock acts alone and says what it does`);
    // A record of the trace log is the record of a line of the history.
    if (row.quiet && row.trace) faults.push(`${row.action}: a step that the history is quiet about leaves no trace`);
    const leaves = row.to !== 'same' && row.from.some((status) => ends.includes(status) && status !== row.to);
    if (leaves) faults.push(`${row.action}: leads out of an end`);
  }
  for (const [index, row] of table.entries()) {
    for (const other of table.slice(index + 1)) {
      const same = row.action === other.action && overlap(row.from, other.from) && overlap(row.by, other.by);
      if (same && !exclude(row.when, other.when)) faults.push(`${row.action}: two rows for the same status and actor`);
    }
  }
  const steps = (status: OrderStatus) =>
    table.flatMap(({ from, to }) => (to !== 'same' && from.includes(status) ? [to] : []));
  const reached = reach(
    entries.map(({ to }) => to),
    steps,
  );
  for (const status of orderStatuses) {
    if (!reached.has(status)) faults.push(`status ${status} cannot be reached`);
    if (!overlap([...reach([status], steps)], ends)) faults.push(`status ${status} has no way to an end`);
  }
  faults.push(...wordFaults(table));
  for (const action of Object.keys(actions)) {
    if (!table.some((row) => row.action === action)) faults.push(`${action}: declared, but in no row`);
  }
  return faults;
}

/** Start-up check: throws with every fault named. */
export function validateTable(table: readonly Row[] = orderTable): void {
  const faults = tableFaults(table);
  if (faults.length > 0) throw new Error(`the order process is broken:\n${faults.join('\n')}`);
}
