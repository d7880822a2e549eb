import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedDatabaseError } from './errors.ts';

/** The right to use a data folder; held until released or until the process ends, however it ends. */
export interface Claim {
  readonly dataDir: string;
  /** Tells a second start where this one answers. */
  announce(address: string): void;
  release(): void;
}

interface Owner {
  pid: number;
  since: string;
  address?: string;
}

const sqliteBusy = 5;

/**
 * Makes this process the only one on a data folder, creating it when it is not there. Throws EmbeddedDatabaseError
 * 'in-use' when another process has it.
 *
 * The lock is SQLite's on an empty file, because it is the kernel's own (fcntl) and Node offers no other way to it: it
 * vanishes with its process, so that a kill -9 leaves nothing stale, and no process number can be mistaken for another.
 */
export function claimDataDir(dataDir: string): Claim {
  makeDataDir(dataDir);
  const ownerFile = join(dataDir, 'owner.json');
  const lock = new DatabaseSync(join(dataDir, 'owner.lock'));
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) {
      throw new EmbeddedDatabaseError('in-use', inUse(dataDir, readOwner(ownerFile)));
    }
    throw error;
  }
  const owner: Owner = { pid: process.pid, since: new Date().toISOString() };
  const write = () => writeFileSync(ownerFile, `${JSON.stringify(owner)}\n`);
  try {
    write();
  } catch (error) {
    lock.close();
    throw error;
  }
  let held = true;
  return {
    dataDir,
    announce: (address) => {
      owner.address = address;
      write();
    },
    release: () => {
      if (!held) return;
      held = false;
      rmSync(ownerFile, { force: true });
      lock.close();
    },
  };
}

/** Not mkdir's own `recursive`: where a file system makes no folders (/proc), that tries again for ever. */
function makeDataDir(dataDir: string): void {
  if (existsSync(dataDir)) return;
  if (!existsSync(dirname(dataDir))) makeDataDir(dirname(dataDir));
  try {
    mkdirSync(dataDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function readOwner(file: string): Owner | undefined {
  try {
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Owner) : undefined;
  } catch {
    // Being written at this moment, or cut off: the refusal stands without it.
    return undefined;
  }
}

function inUse(dataDir: string, owner: Owner | undefined): string {
  const who = owner
    ? ` (process ${owner.pid}${owner.address ? `, at ${owner.address}` : ''}, since ${owner.since})`
    : '';
  return `the portal is already running on the data folder ${dataDir}${who}: use it, stop it first, or choose another folder with OMO_DATA_DIR`;
}
