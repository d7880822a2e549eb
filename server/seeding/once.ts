import { type Kysely, sql } from 'kysely';
import type { Services } from '../calls/context.ts';
import type { DB } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';

/**
 * Kept when an interrupted seeding is cleared away: what the database is, what came with its tables, pictures, which are found
 * again by id, and the record of what operators did, which nobody clears.
 */
const keptTables: readonly string[] = [
  'schema_migrations',
  'schema_migrations_lock',
  'seedings',
  'uploads',
  'held_words',
  'synonym_groups',
  'audit_entries',
  'audit_head',
  'audit_checks',
];

/**
 * Runs a seeding once for a database, however many processes start on it at once: the others wait for the one. Gives
 * whether this call did it. A database with users but without a note of this seeding belongs to somebody: left alone.
 */
export async function beginSeeding(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  name: string,
  seed: () => Promise<void>,
): Promise<boolean> {
  const empty = !(await hasUsers(db));
  const noted = await inTransaction(db, async (tx) => {
    if (empty) {
      const note = { name, begun_at: clock.now(), finished_at: null };
      await tx
        .insertInto('seedings')
        .values(note)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    return tx.selectFrom('seedings').select('finished_at').where('name', '=', name).executeTakeFirst();
  });
  if (!noted) log.warn('the database has users and was never seeded: demo data is left out');
  if (!noted || noted.finished_at) return false;

  // The note's lock is what others wait for. The seed itself works on other connections, in transactions of its own.
  return inTransaction(
    db,
    async (tx) => {
      const note = await tx
        .selectFrom('seedings')
        .select('finished_at')
        .where('name', '=', name)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (note.finished_at) return false;
      if (await hasUsers(db)) await clear(db);
      await seed();
      await tx.updateTable('seedings').set({ finished_at: clock.now() }).where('name', '=', name).execute();
      return true;
    },
    { attempts: 1 },
  );
}

async function hasUsers(db: Kysely<DB>): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Empties what an interrupted seeding left. */
async function clear(db: Kysely<DB>): Promise<void> {
  const tables = await db.introspection.getTables();
  const names = tables.filter(({ name, schema }) => schema === 'public' && !keptTables.includes(name));
  await sql`truncate ${sql.join(names.map(({ name }) => sql.table(name)))} cascade`.execute(db);
}
