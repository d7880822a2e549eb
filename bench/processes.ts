import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import type { Load, LoadSpec } from './load.ts';

const root = dirname(import.meta.dirname);

/** A server under test, ours or a floor. */
export interface Server {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** seconds of processor time that it has used so far; 0 where the system does not tell */
  cpu(): number;
  /** bytes that it holds in memory; 0 where the system does not tell */
  memory(): number;
  stop(): Promise<void>;
}

/** The core that servers under test run on, one at a time; load and database have the others. */
const serverCore = '0';
const otherCores = `1-${availableParallelism() - 1}`;

const taskset =
  process.platform === 'linux' &&
  availableParallelism() > 1 &&
  ['/usr/bin/taskset', '/bin/taskset'].find((path) => existsSync(path));

/** The command, pinned where the machine can; ours and the floor alike. */
function pinned(cores: string, command: string[]): [string, string[]] {
  const [program = '', ...args] = taskset ? [taskset, '-c', cores, ...command] : command;
  return [program, args];
}

/** Starts a server script with PORT set and waits until `path` answers. `input` goes to its stdin as JSON. */
export async function startServer(options: {
  script: string;
  env?: Record<string, string>;
  input?: unknown;
  readyPath: string;
}): Promise<Server> {
  const port = await freePort();
  const [program, args] = pinned(serverCore, [process.execPath, options.script]);
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let printed = '';
  const keep = (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-8000));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.stdin.on('error', () => {});
  child.stdin.end(options.input === undefined ? '' : JSON.stringify(options.input));
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 60_000;
  for (;;) {
    if (await answers(url + options.readyPath)) {
      const { pid } = child;
      return { url, cpu: () => cpuOf(pid), memory: () => memoryOf(pid), stop: () => stop(child) };
    }
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop(child);
      throw new Error(`${options.script} did not start:\n${printed}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Sends load from a process of its own and gives what it measured. Throws when any request failed. */
export async function sendLoad(spec: LoadSpec): Promise<Load> {
  const [program, args] = pinned(otherCores, [process.execPath, 'bench/load.ts']);
  const child = spawn(program, args, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(spec));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`the load generator ended with ${String(code)}`);
  const load = JSON.parse(output) as Load;
  if (load.failed > 0) {
    throw new Error(`${load.failed} of ${load.answered} requests failed at ${spec.url}${spec.requests[0]?.path ?? ''}`);
  }
  return load;
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** A machine that has other work to do slows both sides, but hardly changes what each has to compute. */
function cpuOf(pid: number | undefined): number {
  try {
    // Behind the program's name, in ticks of a hundredth of a second: user and system time are fields 14 and 15.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

function memoryOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(patience);
}

function freePort(): Promise<number> {
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
