import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unsupported } from './binaries.ts';
import { explainLog } from './explain.ts';
import type { Account } from './reach.ts';

/** Folders made for sockets; recognised again when a killed start left one behind. */
export const socketFolderPrefix = 'omo-pg-';

/** How a cluster is named to PostgreSQL, and from where: see `clusterPath`. */
export interface ClusterPlace {
  /** absolute */
  readonly folder: string;
  /** what PostgreSQL is told */
  readonly name: string;
}

export interface Postmaster {
  readonly child: ChildProcess;
  /** resolves when the process is gone */
  readonly exited: Promise<void>;
  /** what it wrote since this start */
  readonly readLog: () => string;
}

/** What PostgreSQL needs of its surroundings; ours are not handed on. */
export const databaseEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const logKept = 10 * 1024 * 1024;

interface StartOptions {
  postgres: string;
  cluster: ClusterPlace;
  account: Account | undefined;
  socketFolder: string;
  logFile: string;
  settings: readonly string[];
  say: (line: string) => void;
}

/** Starts the server and waits until it accepts connections. Throws EmbeddedDatabaseError with what its log says. */
export async function startPostmaster(options: StartOptions): Promise<Postmaster> {
  const { postgres, cluster, account, socketFolder, logFile, settings, say } = options;
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > logKept) renameSync(logFile, `${logFile}.1`);
  const logFd = openSync(logFile, 'a');
  const logStart = statSync(logFile).size;
  const readLog = () => readFileSync(logFile).subarray(logStart).toString();
  const child = spawn(
    postgres,
    ['-D', cluster.name, '-k', socketFolder, ...settings.flatMap((setting) => ['-c', setting])],
    {
      cwd: cluster.folder,
      env: databaseEnvironment,
      stdio: ['ignore', logFd, logFd],
      // A session of its own: Ctrl-C in the terminal must reach us only, so that running requests keep their database.
      detached: true,
      ...account,
    },
  );
  closeSync(logFd);
  let failure: Error | undefined;
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      failure = error;
      resolve();
    });
  });

  const begun = Date.now();
  let said = begun;
  for (;;) {
    const gone = await Promise.race([exited.then(() => true), sleep(4).then(() => false)]);
    if (failure) throw unsupported(`the embedded PostgreSQL cannot be run here (${failure.message})`);
    if (gone) throw explainLog(readLog(), cluster.folder, logFile);
    const file = readPidFile(cluster.folder);
    if (file?.pid === child.pid && file?.status === 'ready') return { child, exited, readLog };
    if (Date.now() - said > 1000) {
      said = Date.now();
      say(
        `database is still starting, ${Math.round((said - begun) / 1000)} s (after a crash it first replays its log)`,
      );
    }
  }
}

/**
 * Fast shutdown: open transactions are rolled back, everything committed is on disk. Resolves when the process is gone. One
 * that has not managed it after `patience` milliseconds is stopped at once; its log is replayed at the next start.
 */
export async function stopPostmaster({ child, exited }: Postmaster, patience = 60_000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  const inTime = await Promise.race([exited.then(() => true), sleep(patience, false, { ref: false })]);
  if (!inTime) child.kill('SIGQUIT');
  await exited;
}

/**
 * Clears what a killed start left behind: a server still running is shut down cleanly, a stale postmaster.pid and the
 * socket's folder are removed. Only to be called by the holder of the claim on the data folder.
 */
export async function stopLeftover(cluster: string, say: (line: string) => void): Promise<void> {
  const file = readPidFile(cluster);
  if (!file) return;
  if (isServer(file.pid, file.socketFolder)) {
    say('a database was left running by a start that was killed: stopping it cleanly');
    process.kill(file.pid, 'SIGINT');
    await waitUntilGone(file.pid);
  } else {
    // Some other process may bear that number by now, and PostgreSQL would take it for a server and refuse to start.
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
  }
  if (basename(file.socketFolder).startsWith(socketFolderPrefix))
    rmSync(file.socketFolder, { recursive: true, force: true });
}

async function waitUntilGone(pid: number): Promise<void> {
  const begun = Date.now();
  for (let hard = false; isAlive(pid); await sleep(10)) {
    if (!hard && Date.now() - begun > 60_000) {
      hard = true;
      process.kill(pid, 'SIGQUIT');
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

/** Known by its command line, which names the socket folder: that name is random and used once. */
function isServer(pid: number, socketFolder: string): boolean {
  if (!isAlive(pid)) return false;
  const line = existsSync('/proc/self/cmdline')
    ? readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
    : spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  return socketFolder !== '' && line.includes(socketFolder);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

interface PidFile {
  pid: number;
  socketFolder: string;
  status: string;
}

/** postmaster.pid: pid, folder, start time, port, socket folder, listen address, shared memory, status. */
function readPidFile(cluster: string): PidFile | undefined {
  const lines = readText(join(cluster, 'postmaster.pid')).split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, socketFolder: lines[4]?.trim() ?? '', status: lines[7]?.trim() ?? '' };
}
