import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import type { Reply, Send } from '../../contract/call.ts';
import type { Stage } from '../../contract/stages/stage.ts';
import { noGateways, openGateways } from '../adapters/gateway/open.ts';
import { type App, createApp } from '../app.ts';
import { MovableClock } from '../clock.ts';
import type { DB } from '../db/schema.ts';
import { parseSettings } from '../settings.ts';
import { testDatabase } from './database.ts';
import { httpClient } from './http-client.ts';

export interface Portal {
  readonly app: App;
  readonly db: Kysely<DB>;
  /** stands still; `portal.clock.advance(ms)` */
  readonly clock: MovableClock;
  /** http://127.0.0.1:<port> */
  readonly url: string;
  /** the data folder of this portal: uploads, outbox/sms.jsonl */
  readonly dataDir: string;
  /** sends calls over HTTP as a visitor */
  readonly send: Send;
  /** sends calls over HTTP as a user: `portal.as(await buildUser(portal.db))` */
  as(user: { token: string }): Send;
}

/**
 * The whole app on a database of its own, listening on a free port, with a typed client over HTTP. Closed after the test
 * file. Call it at the top of a file or in beforeAll. Sweeps and events run when the test says `portal.app.worker.tick()`.
 */
export async function startPortal(
  options: {
    stages?: readonly Stage[];
    clock?: MovableClock;
    /** further variables of the environment, e.g. `{ REDIS_URL: … }` */
    env?: Record<string, string>;
    parts?: Partial<Pick<Parameters<typeof createApp>[0], 'sms' | 'notices' | 'limits' | 'gateways' | 'anchors'>>;
    /** with the gateways of the settings, which is the sandbox unless `env` says otherwise */
    gateways?: boolean;
  } = {},
): Promise<Portal> {
  const { stages, clock = new MovableClock(), env = {}, parts = {} } = options;
  const db = await testDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'omo-portal-'));
  // What is our fault shows in the test's output; everything below is noise.
  const settings = parseSettings({ NODE_ENV: 'test', OMO_LOG_LEVEL: 'error', OMO_DATA_DIR: dataDir, ...env });
  const log = pino({ level: settings.logLevel });
  const gateways = options.gateways ? await openGateways(settings, clock) : noGateways;
  const app = await createApp({ settings, db, log, clock, stages, gateways, ...parts });
  const url = await app.fastify.listen({ host: '127.0.0.1', port: 0 });
  afterAll(async () => {
    await app.close();
    await gateways.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { app, db, clock, url, dataDir, send: httpClient(url), as: ({ token }) => httpClient(url, token) };
}

/** The data of a reply that must have succeeded. */
export function dataOf<Data>(reply: Reply<Data>): Data {
  if (!reply.ok) throw new Error(`refused with ${reply.code}: ${reply.message}`);
  return reply.data;
}
