import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addTallies, flakyPlaywright, type Tally, tallyLine, tallyPlaywright, tallyVitest } from './tally.ts';
import { runStep, stopStepsOnSignal } from './steps.ts';

// `npm test`: everything, in the order in which a fault is cheapest to learn. `--only server` runs the server tests alone
// (.ci/run does, against the services of the machine).
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
const wants = (name: string) => only === undefined || only === name;
const folder = mkdtempSync(join(tmpdir(), 'omo-test-'));

/** A step that is no test counts only when it fails: as one failure. */
async function gate(name: string, command: string[]): Promise<Tally> {
  const { ok } = await runStep({ name, command });
  return { passed: 0, failed: ok ? 0 : 1, skipped: 0 };
}

async function vitest(name: string, projects: string[]): Promise<Tally> {
  const file = join(folder, `${name}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const chosen = projects.flatMap((project) => ['--project', project]);
  const again = join(folder, `${name}-again.json`);
  reporters.push('--reporter=./scripts/flaky-reporter.ts');
  const command = ['vitest', 'run', '--passWithNoTests', '--retry=1', ...chosen, ...reporters];
  const { ok } = await runStep({ name, command, env: { OMO_FLAKY_FILE: again } });
  saySecondTries((readReport(again) as string[] | undefined) ?? []);
  return tallyVitest(readReport(file), ok);
}

async function browserTests(): Promise<Tally> {
  const file = join(folder, 'browser.json');
  const { ok } = await runStep({
    name: 'browser tests',
    command: ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=line,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, CI: '1' },
  });
  saySecondTries(flakyPlaywright(readReport(file)));
  return tallyPlaywright(readReport(file), ok);
}

/** A test that passes only now and then is a fault in the test or in the product: nobody may overlook it. */
function saySecondTries(titles: readonly string[]): void {
  for (const title of titles) console.log(`  ! passed only at the second try: ${title}`);
}

function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

stopStepsOnSignal();
const tallies: Tally[] = [];
try {
  const built = existsSync('web/routes.ts') && wants('e2e');
  // The check uses one core, the build the other.
  tallies.push(
    ...(await Promise.all([
      ...(wants('check') ? [gate('check', ['node', 'scripts/check.ts'])] : []),
      ...(built ? [gate('build', ['npm', 'run', '--silent', 'build'])] : []),
    ])),
  );
  if (wants('unit')) tallies.push(await vitest('unit tests', ['unit', 'web']));
  if (wants('server')) tallies.push(await vitest('server tests', ['server']));
  if (built) tallies.push(await browserTests());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const total = addTallies(tallies);
console.log(tallyLine(total));
// Not `process.exit`, which drops what a slow reader at the other end of a pipe has not taken yet: this very line.
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
