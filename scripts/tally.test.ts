import { describe, expect, test } from 'vitest';
import { addTallies, flakyPlaywright, tallyLine, tallyPlaywright, tallyVitest } from './tally.ts';

describe('tally', () => {
  test('adds vitest and Playwright up into one line', () => {
    const vitest = tallyVitest({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 0, numTodoTests: 2 }, false);
    const playwright = tallyPlaywright({ stats: { expected: 3, unexpected: 0, flaky: 1, skipped: 0 } }, true);
    expect(tallyLine(addTallies([vitest, playwright]))).toBe('9 passed, 1 failed, 2 skipped');
  });

  test('a run that broke without a failed test is a failure all the same', () => {
    expect(tallyVitest(undefined, false).failed).toBe(1);
    expect(tallyVitest({ numPassedTests: 4, numFailedTests: 0 }, false)).toEqual({ passed: 4, failed: 1, skipped: 0 });
    expect(tallyPlaywright(undefined, false).failed).toBe(1);
  });

  test('what passed only at the second try is named', () => {
    const spec = (title: string, status: string) => ({ title, file: 'home.spec.ts', line: 3, tests: [{ status }] });
    const suites = [{ specs: [spec('steady', 'expected')], suites: [{ specs: [spec('shaky', 'flaky')] }] }];
    expect(flakyPlaywright({ suites })).toEqual(['home.spec.ts:3 shaky']);
    expect(flakyPlaywright(undefined)).toEqual([]);
  });

  test('nothing skipped is not mentioned', () => {
    expect(tallyLine({ passed: 2, failed: 0, skipped: 0 })).toBe('2 passed, 0 failed');
  });
});
