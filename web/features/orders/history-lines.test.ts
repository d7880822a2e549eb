import { expect, test } from 'vitest';
import { historyLines } from './history-lines.ts';

const entry = (action: string, time: number) =>
  ({ action, time, label: action }) as Parameters<typeof historyLines>[0][number];

test('[O-01] reports that came one after another are one line; every other step stands, newest first; payments have names', () => {
  const steps = [
    entry('pay', 1),
    entry('report', 2),
    entry('report', 3),
    entry('pay', 4),
    entry('report', 5),
    entry('finish', 6),
  ];
  expect(
    historyLines(steps).map((line) => (line.kind === 'step' ? line.label : [line.count, line.first, line.last])),
  ).toEqual(['finish', [1, 5, 5], 'pay二期款', [2, 2, 3], 'pay首付']);
});
