import { describe, expect, test } from 'vitest';
import { closingText, nextStepText } from './next-step-words.ts';

const closes = Date.parse('2026-12-03T14:02:00+08:00') / 1000;
const step = (at: number | null) => ({ what: '需求自动关闭', at, waitsFor: null, money: '', to: 8 });

describe('[Z-05] the next step in a line', () => {
  test('tells when it comes, where it comes by itself', () => {
    expect(nextStepText(step(closes))).toBe('2026年12月3日 14:02，需求自动关闭');
    expect(nextStepText(step(null))).toBe('需求自动关闭');
  });

  test.each([
    // Nobody has tendered: the next step is the closing itself.
    [1, closes, ''],
    [1, closes + 7 * 86_400, '招标截止时间 2026年12月3日 14:02'],
    [2, closes + 3 * 86_400, ''],
  ])('in status %i, with a next step at %i, tenders close: %s', (orderStatus, at, text) =>
    expect(closingText({ orderStatus, issueEndTime: closes, nextStep: step(at) })).toBe(text),
  );
});
