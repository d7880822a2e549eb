import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import type { FigureName } from './tables.ts';

/** Counts something in the transaction that changes it. Last of its writes: until it ends, others wait for the row. */
export async function count(tx: Tx, name: FigureName, by: number): Promise<void> {
  if (by === 0) return;
  await tx
    .insertInto('figures')
    .values({ name, n: by })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ n: sql`figures.n + excluded.n` }))
    .execute();
}

export async function keptFigures(db: Kysely<DB>): Promise<Record<FigureName, number>> {
  const rows = await db.selectFrom('figures').selectAll().execute();
  return { providers: 0, finished: 0, ...Object.fromEntries(rows.map(({ name, n }) => [name, n])) };
}
