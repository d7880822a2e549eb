import { type Kysely, sql } from 'kysely';
import type { OperatorRole } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import type { OperatorRow } from './tables.ts';

export function operatorByName(db: Kysely<DB> | Tx, name: string): Promise<OperatorRow | undefined> {
  return db.selectFrom('operators').selectAll().where('name', '=', name.toLowerCase()).executeTakeFirst();
}

export function operatorById(db: Kysely<DB> | Tx, id: string): Promise<OperatorRow | undefined> {
  return db.selectFrom('operators').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The operators in use who have one of these roles. */
export async function operatorsWith(db: Kysely<DB>, roles: readonly OperatorRole[]): Promise<string[]> {
  const rows = await db
    .selectFrom('operators')
    .select('id')
    .where(sql<boolean>`roles && ${[...roles]}::text[]`)
    .where('status', '=', 1)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
