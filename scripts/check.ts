import { existsSync } from 'node:fs';
import { runStep, type Step, stopStepsOnSignal } from './steps.ts';

/** Route types first (the compiler reads them), then everything that only reads sources. */
const before: Step[] = existsSync('web/routes.ts')
  ? [{ name: 'route types', command: ['react-router', 'typegen'] }]
  : [];
const steps: Step[] = [
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'lint, cycles, boundaries', command: ['oxlint', '.'] },
  { name: 'suppressions carry reasons', command: ['node', 'scripts/suppressions.ts'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'dead code', command: ['knip', '--no-progress', '--no-config-hints'] },
];

stopStepsOnSignal();
let failed = 0;
for (const step of [...before, ...steps]) {
  if (!(await runStep(step)).ok) failed += 1;
}
process.exitCode = failed > 0 ? 1 : 0;
