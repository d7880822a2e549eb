import type { Kysely } from 'kysely';
import type { DB } from '../../db/schema.ts';

/** Who asked for these archives, by their ids. */
export const exportsBy = (db: Kysely<DB>, ids: readonly string[]) => askers(db, 'data_exports', ids);

/** Whose accounts are closed by these requests. */
export const closingsBy = (db: Kysely<DB>, ids: readonly string[]) => askers(db, 'account_closings', ids);

async function askers(
  db: Kysely<DB>,
  table: 'data_exports' | 'account_closings',
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom(table)
    .select(['id', 'user_id'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, user_id }) => [id, user_id]));
}
