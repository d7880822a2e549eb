import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { PoolConfig } from 'pg';
import { afterAll, inject } from 'vitest';
import { openDatabase } from '../db/connection.ts';
import type { DB } from '../db/schema.ts';
import { administer, connectTo } from './global-setup.ts';

/**
 * A database of one's own, migrated and empty, cloned from the run's template; dropped after the file. Call it at the top
 * of a test file or in beforeAll: `const db = await testDatabase()`.
 */
export async function testDatabase(): Promise<Kysely<DB>> {
  return (await testDatabaseWithConnection()).db;
}

/** As testDatabase, with what a second pool or another process needs to reach the same database. */
export async function testDatabaseWithConnection(): Promise<{ db: Kysely<DB>; connection: PoolConfig }> {
  const { connection: server, template } = inject('testServer');
  const name = `${template.replace(/_template$/, '')}_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name} template ${template}`);
  const connection = connectTo(server, name);
  const db = openDatabase(connection);
  afterAll(async () => {
    await db.destroy();
    await administer(server, `drop database if exists ${name} with (force)`);
  });
  return { db, connection };
}
