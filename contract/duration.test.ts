import { describe, expect, it } from 'vitest';
import { durationText } from './duration.ts';

describe('[P-06] how long something lasted', () => {
  it.each([
    [0, '0 秒'],
    [-3, '0 秒'],
    [0.4, '0 秒'],
    [59, '59 秒'],
    [59.6, '1 分钟'],
    [61, '1 分钟'],
    [3600, '1 小时'],
    [7_500, '2 小时 5 分钟'],
    [86_400, '1 天'],
    [86_460, '1 天'],
    [273_600, '3 天 4 小时'],
  ])('%s seconds are %s', (seconds, text) => expect(durationText(seconds)).toBe(text));
});
