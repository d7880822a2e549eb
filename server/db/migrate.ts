import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { DB } from './schema.ts';

/** Where migrations lie: `<yyyymmddhhmm>-<name>.ts`, each exporting `up(db)`. A landed one is never edited. */
export const migrationsFolder = join(import.meta.dirname, 'migrations');

const filePattern = /^(\d{12}-[a-z0-9-]+)\.ts$/;

/** The database holds migrations that this code does not know: it was made by a newer version. */
export class NewerDatabase extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `the database was written by a newer version of the portal (it has migration ${unknown.at(-1)}, which this code does not know): ` +
        'start that version or a later one, or restore an older backup',
    );
    this.name = 'NewerDatabase';
  }
}

/** Reads the migrations of a folder, in order of time. */
export async function readMigrations(folder: string = migrationsFolder): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const file of (await readdir(folder)).sort()) {
    const name = filePattern.exec(file)?.[1];
    if (!name) continue;
    const { up } = (await import(pathToFileURL(join(folder, file)).href)) as { up?: Migration['up'] };
    if (typeof up !== 'function') throw new Error(`migration ${file} exports no function up`);
    migrations[name] = { up };
  }
  return migrations;
}

/**
 * Brings the database to the newest state, in one transaction and under a lock, so that several processes may start at
 * once. Gives the names it applied. Throws NewerDatabase, or the failing migration's error after rolling everything back.
 */
export async function migrateToLatest(db: Kysely<DB>, folder: string = migrationsFolder): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migrations_lock',
    // Branches that land in another order than their files were made are normal.
    allowUnorderedMigrations: true,
  });
  const unknown = await appliedButUnknown(db, migrations);
  if (unknown.length > 0) throw new NewerDatabase(unknown);
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return results.map((result) => result.migrationName);
}

async function appliedButUnknown(db: Kysely<DB>, migrations: Record<string, Migration>): Promise<string[]> {
  const found = await sql<{ present: boolean }>`select to_regclass('schema_migrations') is not null as present`.execute(
    db,
  );
  if (!found.rows[0]?.present) return [];
  const rows = await (db as unknown as Kysely<{ schema_migrations: { name: string } }>)
    .selectFrom('schema_migrations')
    .select('name')
    .orderBy('name')
    .execute();
  return rows.map((row) => row.name).filter((name) => !(name in migrations));
}
