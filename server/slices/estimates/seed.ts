import type { Seeding } from '../../seeding/seeding.ts';
import { inTransaction } from '../../db/transaction.ts';
import { ordersByIds } from '../orders/queries.ts';
import { estimateSweep } from './reckon.ts';
import { addSample, isSettled } from './samples.ts';

/** Counts the demo's settled orders as the event of each would have, and has the figures reckoned. */
export async function seedEstimates({ services }: Pick<Seeding, 'services'>): Promise<void> {
  const { db, stages } = services;
  const ids = await db.selectFrom('demands').select('id').where('status', '=', 7).execute();
  const rows = await ordersByIds(
    db,
    ids.map(({ id }) => id),
  );
  await inTransaction(db, async (tx) => {
    for (const row of rows.filter(isSettled)) await addSample(tx, stages, row);
  });
  await estimateSweep.run(services, new AbortController().signal);
}
