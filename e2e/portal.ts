import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A portal in a process of its own, on the embedded database in a folder of its own. */
export interface Portal {
  /** `http://127.0.0.1:<port>`, without the base path */
  url: string;
  dataDir: string;
  /** SIGTERM and the server's own orderly end. The folder stays. */
  stop(): Promise<void>;
  /** SIGKILL for the process and all it started, the database too, as a power cut would. The folder stays. */
  cutPower(): Promise<void>;
}

const startLimit = 300_000;

/** Starts `server/main.ts` and waits until `/readyz` answers. Throws with what the server printed when it does not. */
export async function startPortal(options: {
  dataDir: string;
  /** a free one unless named: what a browser stored belongs to address and port */
  port?: number;
  env?: Record<string, string>;
}): Promise<Portal> {
  const port = options.port ?? (await freePort());
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: dirname(import.meta.dirname),
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      OMO_DATA_DIR: options.dataDir,
      OMO_SEED: 'demo',
      OMO_TRUST_PROXY: '1',
      // It would work beside the tests, for nothing that they look at.
      OMO_FFMPEG: 'off',
      // Hundreds of people register here; what their browsers pay for it is tested beside the setting's default.
      OMO_HUMAN_WORK: '10',
      // A sum that a person of the demo data can ask for more than once: a test that is tried again asks again.
      OMO_FOUR_EYES_FEN: '100000',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const keep = (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-20_000));
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);

  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + startLimit;
  while (!(await answers(`${url}/readyz`))) {
    if (hasEnded(child) || Date.now() > deadline) {
      await stop(child);
      throw new Error(`The portal did not start. It printed:\n${printed}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url, dataDir: options.dataDir, stop: () => stop(child), cutPower: () => cutPower(child) };
}

/** Playwright's global set-up: one portal per run; the workers learn of it through the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  // While tests are being written: a portal that runs already, with its data folder in OMO_E2E_DATA_DIR.
  if (process.env['OMO_E2E_URL']) return async () => {};
  const dataDir = mkdtempSync(join(tmpdir(), 'omo-e2e-'));
  try {
    const portal = await startPortal({ dataDir });
    process.env['OMO_E2E_URL'] = portal.url;
    process.env['OMO_E2E_DATA_DIR'] = dataDir;
    return async () => {
      await portal.stop();
      rmSync(dataDir, { recursive: true, force: true });
    };
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function cutPower(child: ChildProcess): Promise<void> {
  const pids = child.pid === undefined ? [] : [child.pid, ...descendants(child.pid)];
  const ended = hasEnded(child) ? undefined : new Promise((resolve) => child.once('exit', resolve));
  // All at a stand before the first dies: none is to notice, and put anything in order.
  for (const signal of ['SIGSTOP', 'SIGKILL'] as const) for (const pid of pids) signalTo(pid, signal);
  await ended;
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Ended in the meantime.
  }
}

/** Every process that a process started, and those that they started (Linux, where the browser tests run). */
function descendants(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // `pid (name) state parent …`; the name may hold brackets and spaces.
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // Ended while we looked.
    }
  }
  const under = (pid: number): number[] =>
    [...parents].filter(([, parent]) => parent === pid).flatMap(([each]) => [each, ...under(each)]);
  return under(root);
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await ended;
  clearTimeout(patience);
}

/** A port that nothing listened on a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
