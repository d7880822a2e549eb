/** How many tests ended how. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: { title: string; file: string; line: number; tests: { status: string }[] }[];
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/**
 * Reads vitest's JSON report. A run that failed without a failed test (a file that does not load, a set-up that throws, no
 * report at all) counts as one failure, so that the total can never say green where the run was not.
 */
export function tallyVitest(report: unknown, ok: boolean): Tally {
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numPendingTests = 0,
    numTodoTests = 0,
  } = (report ?? {}) as Partial<VitestReport>;
  const failed = numFailedTests === 0 && !ok ? 1 : numFailedTests;
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
}

/** Reads Playwright's JSON report; one that passed at the second try counts as passed. Else as {@link tallyVitest}. */
export function tallyPlaywright(report: unknown, ok: boolean): Tally {
  const stats = ((report ?? {}) as Partial<PlaywrightReport>).stats ?? {
    expected: 0,
    unexpected: 0,
    flaky: 0,
    skipped: 0,
  };
  const failed = stats.unexpected === 0 && !ok ? 1 : stats.unexpected;
  return { passed: stats.expected + stats.flaky, failed, skipped: stats.skipped };
}

/** Browser tests that passed only when they were tried again, by their place and title. */
export function flakyPlaywright(report: unknown): string[] {
  const { suites = [], specs = [] } = (report ?? {}) as Partial<PlaywrightSuite>;
  const here = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...here.map(({ title, file, line }) => `${file}:${line} ${title}`), ...suites.flatMap(flakyPlaywright)];
}

export function addTallies(tallies: readonly Tally[]): Tally {
  const total: Tally = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of tallies) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/** The last line of a run, read by scripts: `N passed, N failed`, and `, N skipped` when there are any. */
export function tallyLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
