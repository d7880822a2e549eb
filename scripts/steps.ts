import { spawn } from 'node:child_process';
import { dirname } from 'node:path';

const root = dirname(import.meta.dirname);
const running = new Set<number>();

/** One command of the check or of the test run. */
export interface Step {
  name: string;
  command: string[];
  env?: Record<string, string>;
}

export interface StepResult {
  ok: boolean;
  output: string;
}

/** Runs one step quietly: a line when it ends, a line every half minute while it runs, its output only when it fails. */
export async function runStep(step: Step): Promise<StepResult> {
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
  const heartbeat = setInterval(() => console.log(`  … ${step.name} ${seconds()} s`), 30_000);
  const [program = '', ...args] = step.command;
  // A group of its own, so that stopping the run stops the servers and browsers that a step has started.
  const child = spawn(program, args, { cwd: root, env: { ...process.env, ...step.env }, detached: true });
  if (child.pid !== undefined) running.add(child.pid);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const ok = await new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
  clearInterval(heartbeat);
  if (child.pid !== undefined) running.delete(child.pid);
  console.log(`  ${ok ? '✓' : '✗'} ${step.name} ${seconds()} s`);
  if (!ok) console.log(`\n${output.trimEnd()}\n`);
  return { ok, output };
}

/** Stops every running step with all it started, when the run itself is told to stop. */
export function stopStepsOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      for (const pid of running) {
        try {
          process.kill(-pid, 'SIGTERM');
        } catch {
          // It ended between the signal and here.
        }
      }
      process.exit(130);
    });
  }
}
