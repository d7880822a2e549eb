// No zod here: the page that prints labels shows them before it asks.

import { type OrderStatus, orderStatus } from '../statuses.ts';

/** What labels are printed on; millimetres. */
export const labelSheets = {
  sheet24: { name: 'A4 纸 24 枚', about: '3 列 8 行，每枚 70×37 毫米', columns: 3, rows: 8, width: 70, height: 37.125 },
  sheet40: {
    name: 'A4 纸 40 枚',
    about: '4 列 10 行，每枚 52.5×29.7 毫米',
    columns: 4,
    rows: 10,
    width: 52.5,
    height: 29.7,
  },
  single: { name: '单枚', about: '标签打印机，60×40 毫米', columns: 1, rows: 1, width: 60, height: 40 },
} as const;
export type LabelSheet = keyof typeof labelSheets;
export const mostLabels = 400;

/**
 * Why a line has no labels yet, or null when it may: something of it is completed, and nothing of it is under way. `statuses`: of
 * the demands that stand in it now.
 */
export function labelRefusal(statuses: readonly OrderStatus[]): string | null {
  const { completed, cancelled, closed } = orderStatus;
  if (!statuses.includes(completed)) return '这条产品线还没有完成的环节，完成后才能打印标签';
  const over: readonly OrderStatus[] = [completed, cancelled, closed];
  if (!statuses.every((status) => over.includes(status))) return '这条产品线还有环节在进行，全部完成后才能打印标签';
  return null;
}

/** Answers with a PDF; the token comes as authorisation alone. */
export const labelFilePath = '/api/Trace/labelFile';

/** Answers to a code (`?code=`) with its line's events as EPCIS 2.0 (JSON-LD): what the code's holder sees. */
export const epcisPath = '/api/Trace/epcis';
