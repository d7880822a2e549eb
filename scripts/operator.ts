import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { type Kysely, sql } from 'kysely';
import type { PoolConfig } from 'pg';
import { shiftedClock, systemClock } from '../server/clock.ts';
import { openDatabase } from '../server/db/connection.ts';
import { startEmbedded } from '../server/db/embedded.ts';
import { EmbeddedDatabaseError } from '../server/db/embedded/errors.ts';
import type { DB } from '../server/db/schema.ts';
import { readSecret } from '../server/secret.ts';
import { parseSettings, type Settings, SettingsError } from '../server/settings.ts';
import { runCommand, usage } from '../server/slices/operators/command-line.ts';
import { CommandRefused } from '../server/slices/operators/manage.ts';

/** `npm run operator -- …`: makes and manages operators, beside the running portal or without it. */

interface Place {
  readonly connection: PoolConfig;
  readonly close: () => Promise<void>;
}

/** The configured database; else the embedded one, of the portal that runs on the data folder, or started for this alone. */
async function place({ databaseUrl, dataDir }: Settings): Promise<Place> {
  if (databaseUrl !== undefined) return { connection: { connectionString: databaseUrl }, close: async () => {} };
  try {
    const embedded = await startEmbedded({ dataDir });
    return { connection: embedded.connection, close: () => embedded.stop() };
  } catch (error) {
    if (!(error instanceof EmbeddedDatabaseError) || error.reason !== 'in-use') throw error;
    return { connection: runningAt(dataDir), close: async () => {} };
  }
}

/** Where the database of a running portal listens: PostgreSQL writes its socket's folder into the fifth line. */
function runningAt(dataDir: string): PoolConfig {
  const [, , , port, host] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  if (!host) throw new CommandRefused('the portal is just starting or stopping: try again in a moment');
  return { host, port: Number(port), user: 'omo', database: 'omo' };
}

async function hasOperators(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('operators') is not null as there`.execute(db);
  return rows[0]?.there === true;
}

/** Asked for twice without an echo at a terminal, else the first line of what is piped in. */
async function password(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const asked = process.stdin.isTTY;
  const lines = createInterface({ input: process.stdin, output: silent, terminal: asked });
  try {
    if (!asked) return (await lines[Symbol.asyncIterator]().next()).value ?? '';
    process.stdout.write('new password: ');
    const first = await lines.question('');
    process.stdout.write('\nonce more: ');
    const second = await lines.question('');
    process.stdout.write('\n');
    if (first !== second) throw new CommandRefused('the two passwords differ');
    return first;
  } finally {
    lines.close();
  }
}

async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  if (argv.length === 0 || argv[0] === 'help' || argv[0] === '--help') return console.log(usage);
  const settings = parseSettings(process.env);
  const { connection, close } = await place(settings);
  const db = openDatabase({ ...connection, max: 2 }, () => {}, { prepared: settings.databasePrepared });
  try {
    if (!(await hasOperators(db)))
      throw new CommandRefused(
        'the database is not made yet, or older than this code: start the portal once, npm start',
      );
    const clock = settings.testClock === undefined ? systemClock : shiftedClock(settings.testClock);
    await runCommand(argv, {
      db,
      now: clock.now(),
      account: userInfo().username,
      say: (line) => console.log(line),
      password,
      secret: () => readSecret(settings),
      demoAllowed: settings.demoAllowed,
    });
  } finally {
    await db.destroy();
    await close();
  }
}

try {
  await main();
} catch (error) {
  const expected =
    error instanceof CommandRefused || error instanceof SettingsError || error instanceof EmbeddedDatabaseError;
  const refused = (error as { code?: string }).code === 'ECONNREFUSED';
  console.error(expected ? error.message : refused ? 'the database does not answer: see DATABASE_URL' : error);
  process.exitCode = 1;
}
