import type { Tx } from '../../db/transaction.ts';

export interface NewPresaleJoin {
  id: string;
  user_id: string;
  number: number;
  contact: string;
  price_fen: number;
  created_at: Date;
  updated_at: Date;
}

/** Adds joins and keeps the count of pieces spoken for; the table refuses more than are offered. */
export async function insertPresaleJoins(tx: Tx, productId: string, joins: readonly NewPresaleJoin[]): Promise<void> {
  if (joins.length === 0) return;
  const pieces = joins.reduce((sum, join) => sum + join.number, 0);
  await tx
    .updateTable('presale_products')
    .set((eb) => ({ joined: eb('joined', '+', pieces) }))
    .where('id', '=', productId)
    .execute();
  await tx
    .insertInto('presale_joins')
    .values(joins.map((join) => ({ ...join, product_id: productId })))
    .execute();
}
