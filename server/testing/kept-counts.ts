import type { Kysely } from 'kysely';
import type { DB } from '../db/schema.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';

/** What is kept of the lengths of a slice's public lists (decision 0013). @param lists how their names begin: `cases/` */
export const keptCounts = (db: Kysely<DB>, lists: string) =>
  db
    .selectFrom('list_counts')
    .selectAll()
    .where('list', 'like', `${lists}%`)
    .where('n', '<>', 0)
    .orderBy('list')
    .orderBy('kind')
    .orderBy('bucket')
    .execute();

/** What the counts should be, worked out by `recount` from the records themselves; nothing of it stays. */
export async function countedAnew(db: Kysely<DB>, lists: string, recount: (tx: Tx) => Promise<unknown>) {
  const undo = new Error('undo');
  let anew: Awaited<ReturnType<typeof keptCounts>> = [];
  const work = inTransaction(db, async (tx) => {
    await recount(tx);
    anew = await keptCounts(tx, lists);
    throw undo;
  });
  await work.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return anew;
}
