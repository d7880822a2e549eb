import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase, testDatabaseWithConnection } from '../testing/database.ts';
import { openDatabase } from './connection.ts';
import { migrateToLatest, migrationsFolder, NewerDatabase, readMigrations } from './migrate.ts';

let folder: string;
const put = (file: string, statement: string) =>
  writeFileSync(
    join(folder, file),
    `export async function up(db: { executeQuery: unknown }) { await db.schema.${statement}.execute(); }`,
  );
const tables = async (db: Awaited<ReturnType<typeof testDatabase>>) =>
  (await db.introspection.getTables()).map((table) => table.name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'omo-migrations-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** An empty database: the template's own record of migrations is cleared. */
async function emptyDatabase() {
  const made = await testDatabaseWithConnection();
  await sql`drop schema public cascade`.execute(made.db);
  await sql`create schema public`.execute(made.db);
  return made;
}

describe('migrateToLatest', () => {
  test('applies what is new, once, in order of time', async () => {
    const { db } = await emptyDatabase();
    put('202601020000-chairs.ts', `alterTable('tables').addColumn('chairs', 'integer')`);
    put('202601010000-tables.ts', `createTable('tables').addColumn('id', 'uuid')`);
    expect(await migrateToLatest(db, folder)).toEqual(['202601010000-tables', '202601020000-chairs']);
    expect(await migrateToLatest(db, folder)).toEqual([]);
  });

  test('takes a file that landed later with an earlier time', async () => {
    const { db } = await emptyDatabase();
    put('202601020000-second.ts', `createTable('second').addColumn('id', 'uuid')`);
    await migrateToLatest(db, folder);
    put('202601010000-first.ts', `createTable('first').addColumn('id', 'uuid')`);
    expect(await migrateToLatest(db, folder)).toEqual(['202601010000-first']);
  });

  test('a migration that fails leaves nothing of its run', async () => {
    const { db } = await emptyDatabase();
    put('202601010000-good.ts', `createTable('good').addColumn('id', 'uuid')`);
    put('202601020000-bad.ts', `alterTable('absent').addColumn('x', 'integer')`);
    await expect(migrateToLatest(db, folder)).rejects.toMatchObject({ code: '42P01' });
    expect(await tables(db)).not.toContain('good');
  });

  test('refuses a database that a newer version wrote, and leaves it alone', async () => {
    const { db } = await emptyDatabase();
    put('202601010000-known.ts', `createTable('known').addColumn('id', 'uuid')`);
    put('209901010000-future.ts', `createTable('future').addColumn('id', 'uuid')`);
    await migrateToLatest(db, folder);
    rmSync(join(folder, '209901010000-future.ts'));
    put('202601020000-more.ts', `createTable('more').addColumn('id', 'uuid')`);
    const attempt = migrateToLatest(db, folder);
    await expect(attempt).rejects.toThrow(NewerDatabase);
    await expect(attempt).rejects.toThrow('209901010000-future');
    expect(await tables(db)).not.toContain('more');
  });

  test('several processes may start at once', async () => {
    const { db, connection } = await emptyDatabase();
    put('202601010000-once.ts', `createTable('once').addColumn('id', 'uuid')`);
    const others = [1, 2, 3].map(() => openDatabase(connection));
    const applied = await Promise.all([db, ...others].map((each) => migrateToLatest(each, folder)));
    await Promise.all(others.map((each) => each.destroy()));
    expect(applied.flat()).toEqual(['202601010000-once']);
  });
});

test('the portal’s own migrations are all readable and named as they should be', async () => {
  const db = await testDatabase();
  expect(Object.keys(await readMigrations(migrationsFolder))).toEqual(
    (await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)).rows.map(
      (row) => row.name,
    ),
  );
});
