import { expect, it } from 'vitest';
import { clockText, dayText, listTime, readText } from './days.ts';

const at = (text: string) => Date.parse(`${text}+08:00`) / 1000;
const now = at('2026-11-22T14:02:00');

it.each([
  ['2026-11-22T00:00:00', '今天', '00:00', '00:00'],
  ['2026-11-21T23:59:59', '昨天', '昨天', '昨天 23:59'],
  ['2026-11-20T09:05:00', '11月20日周五', '11/20', '11月20日周五 09:05'],
  ['2025-12-31T09:05:00', '2025年12月31日', '2025年12月31日', '2025年12月31日 09:05'],
])('%s, read on 22 November 2026', (moment, day, short, read) => {
  expect([dayText(at(moment), now), listTime(at(moment), now), readText(at(moment), now)]).toEqual([day, short, read]);
});

it('midnight is no 24:00', () => {
  expect(clockText(at('2026-11-22T00:07:00'))).toBe('00:07');
});
