import type { Tx } from '../../db/transaction.ts';
import { count } from '../figures/keep.ts';
import type { NewShop } from './tables.ts';

/** Opens shops and counts them. */
export async function insertShops(tx: Tx, rows: readonly NewShop[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('shops')
    .values([...rows])
    .execute();
  await count(tx, 'providers', rows.length);
}
