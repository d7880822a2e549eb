import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { PoolConfig } from 'pg';
import { type Logger, pino } from 'pino';
import { canKeep, openGateways } from './adapters/gateway/open.ts';
import { type App, type AppParts, createApp } from './app.ts';
import { shiftedClock, systemClock } from './clock.ts';
import { openDatabase } from './db/connection.ts';
import { type Claim, claimDataDir } from './db/embedded/claim.ts';
import { startEmbedded } from './db/embedded.ts';
import { migrateToLatest } from './db/migrate.ts';
import type { DB } from './db/schema.ts';
import { installJobs } from './outbox/outbox.ts';
import { readPreview } from './preview.ts';
import { createDevPages } from './pages/dev-pages.ts';
import { createPages, type PagesOptions } from './pages/pages.ts';
import { sendInProcess } from './pages/send.ts';
import { foreignHosts, siteFacts } from './pages/site.ts';
import { demoAccounts, demoOperator } from './seeding/demo/accounts.ts';
import { parseSettings, type Settings } from './settings.ts';
import { findByMobile } from './slices/accounts/queries.ts';
import { type LeftOpen, leftOpen } from './slices/payments/left-open.ts';
import { operatorByName } from './slices/operators/queries.ts';
import { ensureIndex } from './slices/search/keep.ts';
import { explainDatabaseUrl, explainListen, explainStart, StartError } from './start-errors.ts';

/** Starts the portal, and stops it in order: what was opened last is closed first, the database at the very end. */

/** milliseconds that running requests have to finish in */
const patience = 30_000;
const oldestPostgres = 140_000;

const closers: (() => unknown)[] = [];
let stopping: Promise<void> | undefined;

const say = (line: string) => console.log(line);

async function start(settings: Settings): Promise<void> {
  const log = pino({ level: settings.logLevel });
  const works = settings.role !== 'web';
  const serves = settings.role !== 'worker';

  // Before anything else, and before the port: of two starts on the same data, the second must learn of the first.
  const claim = settings.databaseUrl === undefined ? claimDataDir(settings.dataDir) : undefined;
  if (claim) closers.push(() => claim.release());
  if (serves) await probePort(settings);

  const connection = claim ? await embedded(claim) : { connectionString: settings.databaseUrl };
  const db = openDatabase(
    { ...connection, max: settings.databasePool },
    ({ message }) => {
      if (!stopping) log.warn({ message }, 'the database closed an idle connection');
    },
    { prepared: settings.databasePrepared },
  );
  closers.push(() => db.destroy());
  if (settings.databaseUrl !== undefined) await checkDatabase(db, settings.databaseUrl);
  await patiently('bringing the database up to date', migrateToLatest(db));
  await patiently('preparing the job tables', installJobs(db));

  if (!settings.demoAllowed) await refuseDemoAccounts(db);

  const clock = settings.testClock === undefined ? systemClock : shiftedClock(settings.testClock);
  const left = await leftOpen(db);
  refuseLeftOpen(settings, left);
  const gateways = await openGateways(
    settings,
    clock,
    left.map(({ gateway }) => gateway),
  );
  closers.push(() => gateways.close());
  const app = await createApp({
    settings,
    db,
    log,
    clock,
    works,
    gateways,
    pages: serves ? pages(settings, log) : undefined,
  });
  closers.push(() => closeApp(app));
  // Before the worker and before visitors: an interrupted seeding is cleared away and begun anew.
  if (settings.seed === 'demo') await seed(app);
  if (works) await app.worker.start();
  // In the background: until it is done, searches find what the index had before.
  if (works) void ensureIndex(app.services).catch((error: unknown) => log.error({ err: error }, 'search index'));
  if (!serves) return say('OMO worker is running');
  const address = await listen(app, settings);
  claim?.announce(address);
  greet(settings, address);
  if (settings.seed === 'demo') closers.push(await improve(settings, log));
}

/** Beside the running portal. Gives what stops it. */
async function improve(settings: Settings, log: Logger): Promise<() => Promise<void>> {
  const { improveSample } = await import('./seeding/footage/improve.ts');
  const abort = new AbortController();
  const improving = improveSample(settings, log, abort.signal);
  return () => {
    abort.abort();
    return improving;
  };
}

async function embedded(claim: Claim): Promise<PoolConfig> {
  const database = await startEmbedded({ dataDir: claim.dataDir, claim, log: say });
  closers.push(() => database.stop());
  void database.crashed.then(() => {
    console.error(`the database ended by itself, see ${claim.dataDir}/postgres.log: stopping`);
    return stop(1);
  });
  return database.connection;
}

/** Loaded only where it is asked for: nobody draws furniture in production. */
async function seed({ services }: App): Promise<void> {
  const { seedDemo } = await import('./seed.ts');
  await patiently('filling in demo data', seedDemo(services));
}

/** A database of one's own may be away, old, or in an encoding that cannot hold Chinese. */
async function checkDatabase(db: Kysely<DB>, databaseUrl: string): Promise<void> {
  const facts = sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding
  `;
  const { rows } = await facts.execute(db).catch((error: unknown) => {
    throw explainDatabaseUrl(error, databaseUrl);
  });
  const { version = 0, encoding } = rows[0] ?? {};
  if (version < oldestPostgres) {
    throw explainDatabaseUrl(new Error('it is older than PostgreSQL 14, which is the least'), databaseUrl);
  }
  if (encoding !== 'UTF8') {
    throw explainDatabaseUrl(new Error(`its encoding is ${encoding}, create one with encoding UTF8`), databaseUrl);
  }
}

function pages(settings: Settings, log: Logger): AppParts['pages'] {
  return async (fastify, { services, dispatcher }) => {
    const options: PagesOptions = {
      base: settings.basePath,
      site: siteFacts(settings),
      stages: services.stages,
      hosts: foreignHosts(settings, services.live),
      send: sendInProcess(dispatcher),
      preview: (token) => readPreview(services.secret, token, services.clock.now()),
      log,
    };
    if (settings.pages === 'dev') {
      const dev = await createDevPages(options);
      closers.push(() => dev.close());
      return dev.mount(fastify);
    }
    const built = await createPages(options).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
      throw new StartError('the pages are not built: npm start builds them, or run npm run build first', {
        cause: error,
      });
    });
    services.bus.subscribe(({ tags }) => built.invalidate(tags));
    built.mount(fastify);
  };
}

/** Demo data stay in a database when the seed setting goes; production must not open with a password everybody knows. */
async function refuseDemoAccounts(db: Kysely<DB>): Promise<void> {
  const refuse = (name: string) => {
    throw new StartError(
      `the database holds the demo account ${name}, whose password is known: use another database, or allow it with OMO_ALLOW=demo`,
    );
  };
  for (const { mobile } of demoAccounts) if ((await findByMobile(db, mobile))?.status === 1) refuse(mobile);
  if ((await operatorByName(db, demoOperator.name))?.status === 1) refuse(demoOperator.name);
}

/** What is open at a gateway can only be ended by asking it: money on its way would stay in limbo for ever. */
function refuseLeftOpen(settings: Settings, left: readonly LeftOpen[]): void {
  for (const { gateway, payments, withdrawals } of left) {
    if (settings.gateways.includes(gateway) || canKeep(settings, gateway)) continue;
    const remedy =
      gateway === 'sandbox'
        ? 'allow it with OMO_ALLOW=sandbox-gateway'
        : `give its keys (OMO_${gateway.toUpperCase()}_…), with which it is asked and not offered`;
    throw new StartError(
      `OMO_GATEWAY leaves out ${gateway}, where ${payments} payments and ${withdrawals} withdrawals are still open: ${remedy}`,
    );
  }
}

/** Finds out early: seeding a new database only to learn that the port is taken would cost half a minute. */
async function probePort(settings: Settings): Promise<void> {
  if (settings.port === 0) return;
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(settings.port, settings.host, resolve);
    });
  } catch (error) {
    throw explainListen(error, settings);
  }
  await new Promise((resolve) => server.close(resolve));
}

/** Gives the address to open in a browser, without the base path. */
async function listen({ fastify }: App, settings: Settings): Promise<string> {
  await fastify.listen({ host: settings.host, port: settings.port }).catch((error: unknown) => {
    throw explainListen(error, settings);
  });
  const { port } = fastify.server.address() as { port: number };
  const anywhere = settings.host === '0.0.0.0' || settings.host === '::';
  const name = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  return `http://${anywhere ? 'localhost' : name}:${port}`;
}

function greet(settings: Settings, address: string): void {
  say(`OMO is running at ${address}${settings.basePath}/  (Ctrl-C stops it)`);
  if (settings.seed !== 'demo') return;
  say(`demo accounts, all with the password ${settings.demoPassword}:`);
  say(
    demoAccounts
      .map(({ role, mobile, accountType }) => `  ${role} ${mobile}${accountType === 2 ? ' (enterprise)' : ''}`)
      .join(' '),
  );
  say(`operator ${demoOperator.name} at ${address}${settings.basePath}/console, code by: npm run operator -- code`);
}

/** Says what takes more than a second. */
async function patiently<T>(what: string, work: Promise<T>): Promise<T> {
  const begun = Date.now();
  const progress = setInterval(() => say(`${what}, ${Math.round((Date.now() - begun) / 1000)} s`), 1000);
  try {
    return await work;
  } finally {
    clearInterval(progress);
  }
}

/** No new connections; running requests finish, then jobs do. */
async function closeApp(app: App): Promise<void> {
  const late = setTimeout(() => app.fastify.server.closeAllConnections(), patience);
  await app.close();
  clearTimeout(late);
}

/** Closes everything and ends the process; a second call waits for the first. */
function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    for (let close = closers.pop(); close; close = closers.pop()) {
      try {
        await close();
      } catch (error) {
        console.error(error);
        code = 1;
      }
    }
    // What is written to a pipe is still on its way.
    await Promise.race([new Promise((resolve) => process.stdout.write('', resolve)), sleep(500)]);
    process.exit(code);
  })();
  return stopping;
}

/** Waits for a start under way: a database half made, or a migration half done, is stopped at its end and not in it. */
function stopOnSignals(started: Promise<unknown>): void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let told = false;
  const onSignal = async () => {
    if (told) return;
    told = true;
    say('stopping: running requests finish first');
    await started;
    await stop(0);
  };
  // Not `once`: a terminal's Ctrl-C reaches us and npm, which sends it again.
  for (const signal of signals) process.on(signal, onSignal);
  // Started by a script that cannot hand over its process: without it, nobody is left to stop us.
  process.once('disconnect', onSignal);
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
}

function stopOnFaults(): void {
  const onFault = (error: unknown) => {
    console.error(error);
    void stop(1);
  };
  process.on('uncaughtException', onFault);
  process.on('unhandledRejection', onFault);
}

async function main(): Promise<void> {
  let settings: Settings | undefined;
  try {
    settings = parseSettings(process.env);
    await start(settings);
  } catch (error) {
    const line = explainStart(error, settings);
    console.error(line === undefined ? error : `cannot start: ${line}`);
    await stop(1);
  }
}

stopOnFaults();
stopOnSignals(main());
