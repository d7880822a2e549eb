import type { Tx } from '../../db/transaction.ts';
import { count } from '../figures/keep.ts';
import type { NewShop } from './tables.ts';

/** Opens shops, and counts those that have something to show; who keeps one already opens no second. Gives how many were opened. */
export async function insertShops(tx: Tx, rows: readonly NewShop[]): Promise<number> {
  if (rows.length === 0) return 0;
  const opened = await tx
    .insertInto('shops')
    .values([...rows])
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('shown_at')
    .execute();
  await count(tx, 'providers', opened.filter(({ shown_at }) => shown_at !== null).length);
  return opened.length;
}

/** From now on it counts as a provider and can be found: its keeper has named it, or a case of it is public. */
export async function showShop(tx: Tx, id: string, now: Date): Promise<void> {
  const first = await tx
    .updateTable('shops')
    .set({ shown_at: now })
    .where('id', '=', id)
    .where('shown_at', 'is', null)
    .returning('closed_at')
    .executeTakeFirst();
  if (first && first.closed_at === null) await count(tx, 'providers', 1);
}
