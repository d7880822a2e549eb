import { instalments } from '../../../contract/process/money.ts';
import type { OrderInfo } from './wire.ts';

type Entry = OrderInfo['history'][number];
/** One step, or progress reports that came one after another: what they say is in the diary. */
export type HistoryLine =
  | { kind: 'step'; entry: Entry; label: string }
  | { kind: 'reports'; first: number; last: number; count: number };

/**
 * An order's history, newest first, with the diary's own entries folded, and each payment named: they come one after
 * another. Pure, for tests.
 */
export function historyLines(history: readonly Entry[]): HistoryLine[] {
  const lines: HistoryLine[] = [];
  const paid = history.filter(({ action }) => action === 'pay');
  const partOf = (entry: Entry) => (entry.action === 'pay' ? (instalments[paid.indexOf(entry)]?.name ?? '') : '');
  for (const entry of history.toReversed()) {
    const before = lines.at(-1);
    if (entry.action !== 'report') lines.push({ kind: 'step', entry, label: entry.label + partOf(entry) });
    else if (before?.kind === 'reports')
      lines[lines.length - 1] = { ...before, first: entry.time, count: before.count + 1 };
    else lines.push({ kind: 'reports', first: entry.time, last: entry.time, count: 1 });
  }
  return lines;
}
