import { expect, test } from 'vitest';
import { dayAfter, dayText, labelledDays, shortFigure, ticksOf } from './day-scale.ts';

test('an axis has whole marks equally far from each other, nought among them, and holds every value', () => {
  expect(ticksOf(0, 0)).toEqual([0, 1]);
  expect(ticksOf(0, 1)).toEqual([0, 1]);
  expect(ticksOf(0, 4)).toEqual([0, 1, 2, 3, 4]);
  expect(ticksOf(0, 9)).toEqual([0, 5, 10]);
  expect(ticksOf(0, 43_200.5)).toEqual([0, 20_000, 40_000, 60_000]);
  expect(ticksOf(0, 0.3)).toEqual([0, 1]);
  expect(ticksOf(-300, 1200)).toEqual([-500, 0, 500, 1000, 1500]);
  expect(ticksOf(-25_920, 0)).toEqual([-30_000, -20_000, -10_000, 0]);
});

test('numbers are short on an axis', () => {
  expect([0, 9999, 10_000, 123_456, -20_000].map(shortFigure)).toEqual(['0', '9999', '1万', '12.3万', '-2万']);
});

test('a day is told with its weekday, and today as that, wherever the browser is', () => {
  expect(dayText('2026-11-22', '2026-11-23')).toBe('11月22日 周日');
  expect(dayText('2026-11-23', '2026-11-23')).toBe('11月23日 今天');
  expect(dayText('2027-01-01', '2027-01-02')).toBe('1月1日 周五');
});

test('days are labelled by weeks back from today, over a change of year too', () => {
  const days = Array.from({ length: 30 }, (_, index) =>
    new Date(Date.UTC(2026, 11, 10 + index)).toISOString().slice(0, 10),
  );
  expect(labelledDays(days)).toEqual([
    { index: 1, label: '12/11' },
    { index: 8, label: '12/18' },
    { index: 15, label: '12/25' },
    { index: 22, label: '1/1' },
    { index: 29, label: '今天' },
  ]);
});

test('keys go by a day or a week and stop at the ends; others are left alone', () => {
  expect(dayAfter(29, 'ArrowLeft', 30)).toBe(28);
  expect(dayAfter(29, 'ArrowRight', 30)).toBe(29);
  expect(dayAfter(3, 'PageUp', 30)).toBe(0);
  expect(dayAfter(3, 'PageDown', 30)).toBe(10);
  expect([dayAfter(12, 'Home', 30), dayAfter(12, 'End', 30)]).toEqual([0, 29]);
  expect([dayAfter(12, 'Tab', 30), dayAfter(12, 'toString', 30)]).toEqual([undefined, undefined]);
});
