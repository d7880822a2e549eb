import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type PoolConfig } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type EmbeddedDatabase, type EmbeddedOptions, startEmbedded } from './embedded.ts';
import { findBinaries, prepareBinaries } from './embedded/binaries.ts';
import { EmbeddedDatabaseError } from './embedded/errors.ts';
import { explainLog } from './embedded/explain.ts';
import { stopLeftover } from './embedded/postmaster.ts';
import { canReach } from './embedded/reach.ts';

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65534, gid: 65534 };
const isLinux = process.platform === 'linux';
const childProgram = join(import.meta.dirname, '..', 'testing', 'embedded-child.ts');
const nativeFolder = join(findBinaries(undefined).postgres, '..', '..');

/** A cluster made once, with a row in it, to be copied: making one takes a second. */
let made: string;
let dataDir: string;
const running = new Set<EmbeddedDatabase>();
const children = new Set<ChildProcess>();

beforeAll(async () => {
  made = temporary();
  const first = await start({ dataDir: made });
  await query(first.connection, `create table kept (word text); insert into kept values ('橡木')`);
  await first.stop();
});
afterAll(() => rmSync(made, { recursive: true, force: true }));
beforeEach(() => {
  dataDir = temporary();
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  for (const each of running) await each.stop();
  running.clear();
  // What a killed child left running must not outlive the test.
  await stopLeftover(join(dataDir, 'postgres'), () => {});
  rmSync(dataDir, { recursive: true, force: true });
});

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'omo-launch-'));
  chmodSync(folder, 0o755);
  return folder;
}

function copyOfMade(): void {
  cpSync(made, dataDir, { recursive: true });
}

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
  const started = await startEmbedded({ dataDir, ...options });
  running.add(started);
  return started;
}

async function query(connection: PoolConfig, statement: string) {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query(statement)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

const keptWords = (connection: PoolConfig) => query(connection, 'select word from kept');

async function refusal(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabaseError> {
  const error = await start(options).then(
    () => expect.fail('it started'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(EmbeddedDatabaseError);
  expect((error as Error).message).not.toContain('\n');
  return error as EmbeddedDatabaseError;
}

/** Another process on the data folder; resolves with its first line. */
function startChild(...args: string[]): Promise<{ child: ChildProcess; connection: PoolConfig; lines: string[] }> {
  const child = spawn(process.execPath, [childProgram, dataDir, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  const lines: string[] = [];
  let rest = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      const parts = (rest + chunk.toString()).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts);
      if (lines[0]) resolve({ child, connection: JSON.parse(lines[0]) as PoolConfig, lines });
    });
    let complaints = '';
    child.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${complaints}`)));
  });
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

const postmasterPid = () => Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));

describe('start and stop', () => {
  test('makes a UTF-8 cluster that knows Chinese letters, keeps its data over a restart and leaves nothing running', async () => {
    const first = await start();
    const [facts] = await query(
      first.connection,
      `select current_setting('listen_addresses') as tcp, current_setting('fsync') as fsync, pg_encoding_to_char(encoding) as encoding,
         to_tsvector('simple', '实木 沙发') @@ to_tsquery('simple', '沙发') as chinese
       from pg_database where datname = current_database()`,
    );
    expect(facts).toEqual({ tcp: '', fsync: 'on', encoding: 'UTF8', chinese: true });
    await query(first.connection, `create table kept (word text); insert into kept values ('胡桃木')`);
    const pid = postmasterPid();
    const socketFolder = String(first.connection.host);
    expect(statSync(socketFolder).mode & 0o077).toBe(0);
    await first.stop();
    await first.stop();
    expect(isRunning(pid)).toBe(false);
    expect(existsSync(socketFolder)).toBe(false);

    const begun = performance.now();
    const second = await start();
    expect(performance.now() - begun).toBeLessThan(1500);
    expect(await keptWords(second.connection)).toEqual([{ word: '胡桃木' }]);
  });

  test('a data folder with a path longer than a socket may have', async () => {
    dataDir = join(dataDir, '家具'.repeat(20), 'x'.repeat(100));
    const { connection } = await start();
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a start killed while it made the cluster is simply begun again', async () => {
    mkdirSync(join(dataDir, 'postgres.unfinished', 'base'), { recursive: true });
    const { connection } = await start();
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(dataDir)).not.toContain('postgres.unfinished');
  });

  test('says so when the server ends by itself', async () => {
    copyOfMade();
    const { crashed } = await start();
    process.kill(postmasterPid(), 'SIGKILL');
    await expect(crashed).resolves.toBeUndefined();
  });
});

describe('one owner', () => {
  test('a second start on the same data is refused, names the first, and harms nothing', async () => {
    copyOfMade();
    const first = await start();
    const error = await refusal();
    expect(error.reason).toBe('in-use');
    expect(error.message).toContain(dataDir);
    expect(error.message).toContain(`process ${process.pid}`);
    const other = spawnSync(process.execPath, [childProgram, dataDir], { encoding: 'utf8' });
    expect(other.status).toBe(1);
    expect(other.stderr).toContain('already running on the data folder');
    expect(await keptWords(first.connection)).toEqual([{ word: '橡木' }]);
  });

  test('the folder is free again after a stop', async () => {
    copyOfMade();
    await (await start()).stop();
    const { child, connection } = await startChild();
    expect(await keptWords(connection)).toEqual([{ word: '橡木' }]);
    await kill(child);
  });

  test.runIf(isLinux)(
    'a server that a killed parent left running is stopped first; no acknowledged row is lost',
    async () => {
      copyOfMade();
      const { child, lines } = await startChild('insert');
      await expect.poll(() => lines.length, { timeout: 10_000 }).toBeGreaterThan(200);
      await kill(child);
      const left = postmasterPid();
      expect(isRunning(left)).toBe(true);
      const said: string[] = [];
      const { connection } = await start({ log: (line) => said.push(line) });
      expect(isRunning(left)).toBe(false);
      expect(said.join()).toContain('stopping it cleanly');
      const [row] = await query(connection, 'select count(*)::int as n, max(n)::int as last from acknowledged');
      const acknowledged = Number(lines.at(-1));
      expect(row?.last).toBeGreaterThanOrEqual(acknowledged);
      expect(row?.n).toBe(row?.last);
    },
  );

  test.runIf(isLinux)('both killed at once: the log is replayed and no acknowledged row is lost', async () => {
    copyOfMade();
    const { child, lines } = await startChild('insert');
    await expect.poll(() => lines.length, { timeout: 10_000 }).toBeGreaterThan(200);
    process.kill(postmasterPid(), 'SIGKILL');
    await kill(child);
    const { connection } = await start();
    const [row] = await query(connection, 'select max(n)::int as last from acknowledged');
    expect(row?.last).toBeGreaterThanOrEqual(Number(lines.at(-1)));
  });

  test('a process that only bears the number of an earlier server is left alone', async () => {
    copyOfMade();
    const bystander = spawn('sleep', ['60']);
    children.add(bystander);
    writeFileSync(
      join(dataDir, 'postgres', 'postmaster.pid'),
      `${bystander.pid}\n${dataDir}\n0\n5432\n/tmp/omo-pg-gone\n\n\nready\n`,
    );
    const { connection } = await start();
    expect(await keptWords(connection)).toEqual([{ word: '橡木' }]);
    expect(bystander.exitCode).toBeNull();
  });
});

describe('what cannot be started says why in one line', () => {
  test('a damaged folder, whatever is missing; and it starts again once it has been mended', async () => {
    copyOfMade();
    const cluster = join(dataDir, 'postgres');
    // Gives the files to the account that will read them; what is moved aside below keeps its owner.
    await (await start()).stop();
    const losses = ['PG_VERSION', 'global/pg_control', 'pg_wal', 'base', 'global/pg_filenode.map', 'pg_xact'];
    for (const lost of losses) {
      const aside = join(dataDir, 'aside');
      renameSync(join(cluster, lost), aside);
      const error = await refusal();
      expect([lost, error.reason]).toEqual([lost, 'damaged']);
      expect(error.message).toContain(cluster);
      expect(error.message).toContain('backup');
      rmSync(join(cluster, lost), { recursive: true, force: true });
      renameSync(aside, join(cluster, lost));
    }
    for (const blank of ['PG_VERSION', 'global/pg_control']) {
      const bytes = readFileSync(join(cluster, blank));
      writeFileSync(join(cluster, blank), Buffer.alloc(bytes.length));
      expect([blank, (await refusal()).reason]).toEqual([blank, 'damaged']);
      writeFileSync(join(cluster, blank), bytes);
    }
    expect(await keptWords((await start()).connection)).toEqual([{ word: '橡木' }]);
  });

  test.each([
    ['99', /newer version of the portal/],
    ['12', /dump it with PostgreSQL 12/],
  ])('a folder of PostgreSQL %s', async (version, advice) => {
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), `${version}\n`);
    const error = await refusal();
    expect(error.reason).toBe('other-version');
    expect(error.message).toMatch(advice);
  });

  test('a platform without binaries is told to set DATABASE_URL', () => {
    expect(() => findBinaries(undefined, 'sunos-sparc')).toThrow(/sunos-sparc.*DATABASE_URL/);
  });

  test('a data folder that cannot be made', async () => {
    writeFileSync(join(dataDir, 'file'), '');
    await expect(startEmbedded({ dataDir: join(dataDir, 'file', 'data') })).rejects.toThrow(/file\/data/);
  });

  test('PostgreSQL’s own words are read', () => {
    const log = (line: string) => explainLog(`2026-01-01 UTC [7] ${line}\n`, '/d/postgres', '/d/log');
    expect(log('PANIC:  could not write to file "pg_wal/x": No space left on device').reason).toBe('disk-full');
    expect(log('FATAL:  could not create shared memory segment: Cannot allocate memory').reason).toBe('failed');
    expect(log('FATAL:  data directory "/d/postgres" has wrong ownership').reason).toBe('permission');
    expect(log('FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use').reason).toBe('still-stopping');
    expect(log('PANIC:  could not locate a valid checkpoint record').reason).toBe('damaged');
  });

  const disk = smallDisk();
  test.runIf(disk)('a full disk, when the cluster is made and when it is started', async () => {
    const mounted = join(dataDir, 'disk');
    mkdirSync(mounted);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=60m,mode=755', 'tmpfs', mounted]);
    try {
      const there = join(mounted, 'data');
      const filler = join(mounted, 'filler');
      writeFileSync(filler, Buffer.alloc(40 * 1024 * 1024));
      const making = await refusal({ dataDir: there });
      expect(making.reason).toBe('disk-full');
      expect(readdirSync(there)).not.toContain('postgres');

      rmSync(filler);
      cpSync(made, there, { recursive: true });
      const free = 60 * 1024 * 1024 - Number(execFileSync('du', ['-sb', mounted], { encoding: 'utf8' }).split('\t')[0]);
      spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4096', `count=${Math.ceil(free / 4096) + 1000}`]);
      const starting = await refusal({ dataDir: there });
      expect(starting.reason).toBe('disk-full');
      rmSync(filler);
      const after = await start({ dataDir: there });
      expect(await keptWords(after.connection)).toEqual([{ word: '橡木' }]);
      await after.stop();
      running.delete(after);
    } finally {
      execFileSync('umount', ['-l', mounted]);
    }
  });
});

/** Whether this process may mount; most containers may not. */
function smallDisk(): boolean {
  if (!isRoot || process.platform !== 'linux') return false;
  const folder = mkdtempSync(join(tmpdir(), 'omo-mount-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0;
  if (mounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
  return mounted;
}

describe.runIf(isRoot)('started by root', () => {
  test('the database runs as an ordinary user who owns its folder, also after root copied a backup back', async () => {
    copyOfMade();
    expect(statSync(join(dataDir, 'postgres', 'PG_VERSION')).uid).toBe(0);
    await start();
    expect(statSync(join(dataDir, 'postgres', 'PG_VERSION')).uid).toBe(nobody.uid);
    expect(statSync(`/proc/${postmasterPid()}`).uid).toBe(nobody.uid);
  });

  test('under a folder that only root can enter, the data stay there and are there again', async () => {
    chmodSync(dataDir, 0o700);
    const inside = join(dataDir, 'clone', '.data');
    const first = await start({ dataDir: inside });
    await query(first.connection, `create table kept (word text); insert into kept values ('榉木')`);
    await first.stop();
    running.delete(first);
    expect(statSync(join(inside, 'postgres', 'PG_VERSION')).uid).toBe(nobody.uid);
    renameSync(inside, join(dataDir, 'moved'));
    const second = await start({ dataDir: join(dataDir, 'moved') });
    expect(await keptWords(second.connection)).toEqual([{ word: '榉木' }]);
    await second.stop();
    running.delete(second);
  });

  test('binaries under such a folder, installed without scripts, are copied to where they can be run, once', () => {
    chmodSync(dataDir, 0o700);
    const native = join(dataDir, 'native');
    execFileSync('cp', ['-al', nativeFolder, native]);
    for (const { target } of JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
      target: string;
    }[]) {
      rmSync(join(dataDir, target), { force: true });
    }
    // Not the real version: this test's copy must not be the one that starts use.
    writeFileSync(join(dataDir, 'package.json'), JSON.stringify({ version: `18.0.0-test${process.pid}` }));
    expect(canReach(nobody, native)).toBe(false);
    const { postgres, major } = prepareBinaries(native, nobody);
    const home = join(postgres, '..', '..');
    try {
      expect(major).toBe(18);
      expect(canReach(nobody, postgres)).toBe(true);
      expect(spawnSync(postgres, ['--version'], { ...nobody, encoding: 'utf8' }).stdout).toContain('18.');
      expect(prepareBinaries(native, nobody).postgres).toBe(postgres);
      rmSync(join(home, 'share', 'postgresql', 'postgres.bki'), { force: true });
      expect(prepareBinaries(native, nobody).postgres).toBe(postgres);
      expect(existsSync(join(home, 'share', 'postgresql', 'postgres.bki'))).toBe(true);
      chmodSync(home, 0o777);
      const another = prepareBinaries(native, nobody).postgres;
      expect(another).not.toBe(postgres);
      rmSync(join(another, '..', '..'), { recursive: true });
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  test('links that install scripts would have made are made', () => {
    const native = join(dataDir, 'native');
    execFileSync('cp', ['-al', nativeFolder, native]);
    rmSync(join(native, 'lib', 'libpq.so.5'));
    rmSync(join(native, 'lib', 'libicuuc.so.60'));
    writeFileSync(join(dataDir, 'package.json'), JSON.stringify({ version: '18.0.0-test' }));
    expect(spawnSync(join(native, 'bin', 'postgres'), ['--version']).status).not.toBe(0);
    expect(spawnSync(prepareBinaries(native, nobody).postgres, ['--version'], nobody).status).toBe(0);
  });
});
