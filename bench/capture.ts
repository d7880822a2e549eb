import type { FastifyInstance } from 'fastify';
import pg, { type PoolConfig } from 'pg';
import { pino } from 'pino';
import { createApp } from '../server/app.ts';
import { openDatabase } from '../server/db/connection.ts';
import { createPages } from '../server/pages/pages.ts';
import { sendInProcess } from '../server/pages/send.ts';
import { siteFacts } from '../server/pages/site.ts';
import { parseSettings } from '../server/settings.ts';
import type { Statement } from './floor.ts';

export interface Captured {
  body: string;
  statements: Statement[];
}

/**
 * Runs the portal in this process, and notes the SQL that a request leads to: a floor runs the very same statements,
 * whatever they are this month.
 */
export async function captureStatements(
  connection: PoolConfig,
  env: Record<string, string>,
  request: { method: 'GET' | 'POST'; url: string; payload?: string },
): Promise<Captured> {
  const statements: Statement[] = [];
  const original = pg.Client.prototype.query;
  // Before the pool opens a connection: each takes its own hold of this function.
  pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
    const [given, values] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
    const statement =
      typeof given === 'string'
        ? { sql: given, parameters: values ?? [] }
        : { sql: given.text, parameters: given.values ?? [] };
    statements.push(statement);
    return Reflect.apply(original, this, args);
  } as typeof original;
  const settings = parseSettings(env);
  const db = openDatabase(connection);
  const log = pino({ level: 'error' });
  const app = await createApp({
    settings,
    db,
    log,
    pages: async (fastify, { services, dispatcher }) => {
      const { stages } = services;
      const send = sendInProcess(dispatcher);
      (await createPages({ base: settings.basePath, site: siteFacts(settings), stages, send, log })).mount(fastify);
    },
  });
  try {
    statements.length = 0;
    const body = await answerOf(app.fastify, request);
    // Job tables are polled in between; only what reads or writes data of ours is the request's.
    return { body, statements: statements.filter(({ sql }) => !sql.includes('pgboss')) };
  } finally {
    pg.Client.prototype.query = original;
    await app.close();
    await db.destroy();
  }
}

async function answerOf(
  fastify: FastifyInstance,
  { method, url, payload }: { method: 'GET' | 'POST'; url: string; payload?: string },
): Promise<string> {
  const headers = payload === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  const { statusCode, body } = await fastify.inject({ method, url, payload, headers });
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${body.slice(0, 500)}`);
  return body;
}
