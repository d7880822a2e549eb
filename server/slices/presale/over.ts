import { inTransaction } from '../../db/transaction.ts';
import type { Sweep } from '../../outbox/events.ts';
import { presaleOver } from './events.ts';

const batch = 100;

/** Of a product that has ended or was taken off, those who booked are told, once. */
export const presaleSweep: Sweep = {
  name: 'presale-over',
  run: async ({ db, clock, outbox }) => {
    await inTransaction(db, async (tx) => {
      const now = clock.now();
      const rows = await tx
        .selectFrom('presale_products')
        .select('id')
        .where('end_told_at', 'is', null)
        .where('published_at', 'is not', null)
        .where((eb) => eb.or([eb('ends_at', '<=', now), eb('removed_at', 'is not', null)]))
        .limit(batch)
        .forNoKeyUpdate()
        .skipLocked()
        .execute();
      for (const { id } of rows) {
        await outbox.emit(tx, presaleOver, { productId: id });
        await tx.updateTable('presale_products').set({ end_told_at: now }).where('id', '=', id).execute();
      }
    });
  },
};
