import { type Kysely, sql } from 'kysely';
import type { DB } from './schema.ts';

/** Ids of all rows of a table, oldest first, on from one of them: for walking through it a piece at a time. */
export async function idsAfter(
  db: Kysely<DB>,
  table: 'cases' | 'demands' | 'shops' | 'topics',
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const from = after === undefined ? sql`true` : sql`id > ${after}`;
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${from} order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
