import { describe, expect, test } from 'vitest';
import {
  countdownParts,
  dateText,
  momentText,
  relativeTime,
  shortCount,
  shortMomentText,
  timeLeft,
  yuan,
} from './time.ts';

const now = 1_795_000_000;

describe('relative time', () => {
  test.each([
    [-30, '刚刚'],
    [0, '刚刚'],
    [59, '刚刚'],
    [60, '1分钟前'],
    [3599, '59分钟前'],
    [3600, '1小时前'],
    [86_399, '23小时前'],
    [86_400, '1天前'],
    [30 * 86_400 - 1, '29天前'],
    [30 * 86_400, '1个月前'],
    [364 * 86_400, '11个月前'],
    [365 * 86_400, '1年前'],
    [3650 * 86_400 - 1, '9年前'],
  ])('[S-14] %i seconds ago is %s', (age, text) => {
    expect(relativeTime(now - age, now)).toBe(text);
  });

  test('[S-14] ten years ago is the date, in Shanghai', () => {
    const then = Date.UTC(2010, 0, 1, 17) / 1000;
    expect(relativeTime(then, now)).toBe('2010年1月2日');
    expect(dateText(then)).toBe('2010年1月2日');
    expect(momentText(then)).toMatch(/^2010年1月2日\s?01:00$/);
  });

  test('what is left is said in days, hours, minutes', () => {
    expect(timeLeft(now + 7 * 86_400 - 40, now)).toBe('剩 7 天');
    expect(timeLeft(now + 2 * 86_400, now)).toBe('剩 48 小时');
    expect(timeLeft(now + 9 * 3600 - 5, now)).toBe('剩 9 小时');
    expect(timeLeft(now + 20, now)).toBe('剩 1 分钟');
    expect(timeLeft(now, now)).toBe('');
  });
});

test.each([
  [0, '0'],
  [9999, '9999'],
  [10_000, '1.00万'],
  [12_899, '1.28万'],
  [99_999, '9.99万'],
  [100_000, '1.00十万'],
  [9_999_999, '99.99十万'],
  [10_000_000, '1.00千万'],
  [123_400_000, '12.34千万'],
])('[S-14] %i is shortened to %s', (count, text) => {
  expect(shortCount(count)).toBe(text);
});

test('money is shown with two decimals', () => {
  expect(yuan('8000.00')).toBe('¥8,000.00');
  expect(yuan(10)).toBe('¥10.00');
  expect(yuan('-12400.00')).toBe('-¥12,400.00');
  expect(yuan('面议')).toBe('面议');
  expect(yuan('')).toBe('');
});

test('moments in narrow places leave out the year that it is, by the calendar of Shanghai', () => {
  const newYear = Date.parse('2026-12-31T16:30:00Z') / 1000;
  expect(shortMomentText(newYear, newYear + 60)).toBe('1月1日 00:30');
  expect(shortMomentText(newYear - 3600, newYear + 60)).toBe('2026年12月31日 23:30');
});

test.each([
  [2 * 86_400, '2 天 0 时 0 分 0 秒'],
  [3600, '1 时 0 分 0 秒'],
  [29 * 60 + 5, '29 分 5 秒'],
  [9, '9 秒'],
])('%i seconds are counted down without leading nothings', (left, shown) => {
  expect(
    countdownParts(left)
      .map((part) => part.join(' '))
      .join(' '),
  ).toBe(shown);
});
