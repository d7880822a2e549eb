import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type PoolConfig } from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../db/connection.ts';
import { startEmbedded } from '../db/embedded.ts';
import { migrateToLatest } from '../db/migrate.ts';
import { installJobs } from '../outbox/outbox.ts';

/** What a test worker is told about the run's database server. */
export interface TestServer {
  /** of a database to create others from; a worker never works in it */
  connection: PoolConfig;
  template: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

/**
 * Once per run: brings up a PostgreSQL (or takes the one named by TEST_DATABASE_URL, whose user must be allowed to create
 * databases) and makes the migrated template that every test file's database is cloned from.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  const run = `omo_test_${randomBytes(4).toString('hex')}`;
  const template = `${run}_template`;
  try {
    await administer(server.connection, `create database ${template} template template0 encoding 'UTF8'`);
    const db = openDatabase(connectTo(server.connection, template));
    await migrateToLatest(db);
    await installJobs(db);
    await db.destroy();
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('testServer', { connection: server.connection, template });
  return async () => {
    await dropRun(server.connection, run);
    await server.stop();
  };
}

async function startServer(): Promise<{ connection: PoolConfig; stop(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { connection: { connectionString: url }, stop: async () => {} };
  const dataDir = mkdtempSync(join(tmpdir(), 'omo-test-'));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const { connection, stop } = await startEmbedded({ dataDir, durable: false });
    return {
      connection,
      stop: async () => {
        await stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The same server, another of its databases. */
export function connectTo(server: PoolConfig, database: string): PoolConfig {
  if (!server.connectionString) return { ...server, database };
  const url = new URL(server.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/** Runs one statement outside any test's database. */
export async function administer(server: PoolConfig, statement: string): Promise<void> {
  const client = new Client(server);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Whatever a killed worker left behind goes with the run. */
async function dropRun(server: PoolConfig, run: string): Promise<void> {
  const client = new Client(server);
  await client.connect();
  try {
    const found = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [run],
    );
    for (const { datname } of found.rows) await client.query(`drop database if exists ${datname} with (force)`);
  } finally {
    await client.end();
  }
}
