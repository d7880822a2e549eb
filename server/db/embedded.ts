import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type PoolConfig } from 'pg';
import { type Binaries, findBinaries, unsupported } from './embedded/binaries.ts';
import { type Claim, claimDataDir } from './embedded/claim.ts';
import { EmbeddedDatabaseError } from './embedded/errors.ts';
import { damaged, diskFull, explainLog } from './embedded/explain.ts';
import {
  type ClusterPlace,
  databaseEnvironment,
  type Postmaster,
  socketFolderPrefix,
  startPostmaster,
  stopLeftover,
  stopPostmaster,
} from './embedded/postmaster.ts';
import { type Account, canReach, databaseAccount } from './embedded/reach.ts';

/**
 * The default database: a real PostgreSQL from the npm package, run on the data folder by this process. Nothing to
 * install, no TCP port; the socket lies in a folder that only its own user can enter, and that is the whole of its
 * access control.
 */

export interface EmbeddedOptions {
  /** absolute; the cluster lies in its folder `postgres`, PostgreSQL's log beside it */
  dataDir: string;
  /** progress, a line at a time, for what takes more than a second */
  log?: (line: string) => void;
  /** handed over when the caller claimed the folder before; released by `stop` either way */
  claim?: Claim;
  /** Only for tests: false trades safety against a crash of the machine for speed. */
  durable?: boolean;
}

export interface EmbeddedDatabase {
  readonly connection: PoolConfig;
  /** Shuts down cleanly, waits until the server is gone and frees the data folder. */
  stop(): Promise<void>;
  /** resolves if the server ends by itself, which it should not */
  readonly crashed: Promise<void>;
}

const superuser = 'omo';
const database = 'omo';
/** Only names the socket's file; nothing listens on it. */
const port = 5432;

const serverSettings = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  `port=${port}`,
  'max_connections=100',
  'timezone=UTC',
  'log_timezone=UTC',
  'lc_messages=C',
  'log_checkpoints=off',
];
const carelessSettings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'];

/**
 * Starts the database of a data folder, making it when there is none. Throws EmbeddedDatabaseError, in one line, when the
 * folder is in use, damaged, of another version or on a full disk, and where PostgreSQL cannot run at all.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log = () => {}, durable = true } = options;
  let claim = options.claim;
  let socketFolder: string | undefined;
  try {
    claim ??= claimDataDir(dataDir);
    const cluster = join(dataDir, 'postgres');
    const logFile = join(dataDir, 'postgres.log');
    const account = databaseAccount(cluster);
    const binaries = findBinaries(account);
    await stopLeftover(cluster, log);
    socketFolder = makeSocketFolder(account);
    if (existsSync(cluster)) takeOver(cluster, account, binaries);
    else await createCluster(dataDir, cluster, account, binaries, durable, log);

    const postmaster = await startWithPatience({
      postgres: binaries.postgres,
      cluster: clusterPlace(cluster, account),
      account,
      socketFolder,
      logFile,
      settings: durable ? serverSettings : [...serverSettings, ...carelessSettings],
      say: log,
    });
    return await handOver(postmaster, claim, socketFolder, cluster, logFile);
  } catch (error) {
    if (socketFolder) rmSync(socketFolder, { recursive: true, force: true });
    claim?.release();
    throw explainSystemError(error, dataDir);
  }
}

async function handOver(
  postmaster: Postmaster,
  claim: Claim,
  socketFolder: string,
  cluster: string,
  logFile: string,
): Promise<EmbeddedDatabase> {
  const connection = { host: socketFolder, port, user: superuser, database };
  try {
    await ensureDatabase(connection);
  } catch (error) {
    // With files missing it cannot write its last checkpoint and would be waited for in vain.
    await stopPostmaster(postmaster, 1000);
    // A server that started and then refuses its own parent has found files missing; which, only its log tells.
    throw explainLog(`${postmaster.readLog()}\n${(error as Error).message}`, cluster, logFile);
  }
  let stopping: Promise<void> | undefined;
  const shutDown = async () => {
    await stopPostmaster(postmaster);
    rmSync(socketFolder, { recursive: true, force: true });
    claim.release();
  };
  return {
    connection,
    stop: () => (stopping ??= shutDown()),
    crashed: new Promise((resolve) => {
      void postmaster.exited.then(() => {
        if (!stopping) resolve();
      });
    }),
  };
}

/** Backends of a killed server may outlive it by a moment, and a new one refuses to share memory with them. */
async function startWithPatience(options: Parameters<typeof startPostmaster>[0]): Promise<Postmaster> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startPostmaster(options);
    } catch (error) {
      const stopping = error instanceof EmbeddedDatabaseError && error.reason === 'still-stopping';
      if (!stopping || tries >= 100) throw error;
      await sleep(100);
    }
  }
}

async function ensureDatabase(connection: PoolConfig): Promise<void> {
  const client = new Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
  // Opens what a damaged folder would miss first: the database's own catalogue.
  const own = new Client(connection);
  await own.connect();
  await own.end();
}

/**
 * A path to a socket may have about 100 bytes and a data folder's may be longer, so sockets lie under the system's
 * temporary folder, in a new folder each time: a name known beforehand could be taken by somebody else.
 */
function makeSocketFolder(account: Account | undefined): string {
  const parent = [tmpdir(), '/tmp'].find(
    (folder) => folder.length < 60 && existsSync(folder) && canReach(account, folder),
  );
  if (!parent)
    throw unsupported('there is no temporary folder with a short path for the socket of the embedded PostgreSQL');
  const folder = mkdtempSync(join(parent, socketFolderPrefix));
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

/**
 * Where the account cannot pass through the folders above the cluster (a clone under a 0700 home), the server is started
 * inside it and told its working directory by way of /proc, which needs no passage. The data stay in OMO_DATA_DIR.
 */
function clusterPlace(folder: string, account: Account | undefined): ClusterPlace {
  if (canReach(account, folder)) return { folder, name: folder };
  if (!existsSync('/proc/self/cwd')) {
    throw new EmbeddedDatabaseError(
      'permission',
      `user ${account?.uid}, whom root lets run the database, cannot reach ${folder}: set OMO_DATA_DIR to a folder open to all, or start as an ordinary user`,
    );
  }
  return { folder, name: '/proc/self/cwd' };
}

/** Made under another name and renamed when whole, so that a start killed half-way leaves no half cluster. */
async function createCluster(
  dataDir: string,
  cluster: string,
  account: Account | undefined,
  { initdb }: Binaries,
  durable: boolean,
  log: (line: string) => void,
): Promise<void> {
  log(`creating the database in ${cluster}`);
  const unfinished = join(dataDir, 'postgres.unfinished');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  if (account) chownSync(unfinished, account.uid, account.gid);
  const place = clusterPlace(unfinished, account);
  const output: string[] = [];
  for (const characters of ['C.UTF-8', 'en_US.UTF-8']) {
    const failure = await runInitdb(initdb, place, account, characters, durable);
    if (failure === undefined) {
      renameSync(unfinished, cluster);
      return;
    }
    output.push(failure);
    if (!/invalid locale name/.test(failure)) break;
  }
  rmSync(unfinished, { recursive: true, force: true });
  throw explainLog(output.join('\n'), cluster, join(dataDir, 'postgres.log'), true);
}

/** Gives what initdb complained of, nothing when it went well. */
function runInitdb(
  initdb: string,
  place: ClusterPlace,
  account: Account | undefined,
  characters: string,
  durable: boolean,
): Promise<string | undefined> {
  const args = [
    `--pgdata=${place.name}`,
    `--username=${superuser}`,
    '--encoding=UTF8',
    '--locale=C',
    // Sorting by code point, but letters as Unicode knows them: with ctype C, full-text search sees no Chinese.
    `--lc-ctype=${characters}`,
    '--auth=trust',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(initdb, args, {
      cwd: place.folder,
      env: databaseEnvironment,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...account,
    });
    let complaints = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaints += chunk.toString();
    });
    child.once('error', (error) =>
      reject(unsupported(`the embedded PostgreSQL cannot be run here (${error.message})`)),
    );
    child.once('close', (code) => resolve(code === 0 ? undefined : complaints || `error: initdb ended with ${code}`));
  });
}

/** Checks an existing cluster before PostgreSQL touches it, and makes it the account's when root owns it. */
function takeOver(cluster: string, account: Account | undefined, { major }: Binaries): void {
  const versionFile = join(cluster, 'PG_VERSION');
  if (!existsSync(versionFile)) throw damaged(cluster, 'PG_VERSION is missing');
  const version = Number(readFileSync(versionFile, 'utf8'));
  if (!Number.isInteger(version) || version <= 0) throw damaged(cluster, 'PG_VERSION is unreadable');
  if (version !== major) {
    const advice =
      version > major
        ? 'start a newer version of the portal'
        : `dump it with PostgreSQL ${version} and restore the dump into a new folder`;
    throw new EmbeddedDatabaseError(
      'other-version',
      `the database in ${cluster} is of PostgreSQL ${version}, this portal brings ${major}: ${advice}`,
    );
  }
  const found = statSync(cluster);
  if (!account) {
    if (found.uid !== process.getuid?.()) {
      throw new EmbeddedDatabaseError(
        'permission',
        `the database in ${cluster} belongs to user ${found.uid}: start as that user or as root, or set OMO_DATA_DIR`,
      );
    }
  } else if (found.uid !== account.uid) {
    giveAll(cluster, account);
  }
  if ((found.mode & 0o077) !== 0) chmodSync(cluster, 0o700);
}

/** A backup that root copied back belongs to root. */
function giveAll(folder: string, { uid, gid }: Account): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    lchownSync(join(entry.parentPath, entry.name), uid, gid);
  chownSync(folder, uid, gid);
}

function explainSystemError(error: unknown, dataDir: string): unknown {
  const { code, message } = error as { code?: string; message: string };
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(dataDir);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new EmbeddedDatabaseError(
      'permission',
      `the data folder ${dataDir} cannot be used (${message}): mend its owner and permissions, or set OMO_DATA_DIR`,
    );
  }
  return error;
}
