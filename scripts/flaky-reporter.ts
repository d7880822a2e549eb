import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';

/** Writes the names of tests that passed only when they were tried again to OMO_FLAKY_FILE, as a JSON list. */
class FlakyReporter implements Reporter {
  readonly #titles: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#titles.push(`${test.module.relativeModuleId} ${test.fullName}`);
  }

  onTestRunEnd(): void {
    const file = process.env['OMO_FLAKY_FILE'];
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.#titles));
  }
}

export default FlakyReporter;
