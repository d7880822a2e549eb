import { favourableFrom } from '../../../contract/appraisal-labels.ts';
import { shopTag } from '../../../contract/shop.ts';
import type { Services } from '../../calls/context.ts';
import { onCommit, type Tx } from '../../db/transaction.ts';
import { shopChanged } from './events.ts';

type Ground = Pick<Services, 'outbox' | 'bus'>;

/** A completed order more for the shop of its provider; who keeps none is counted nowhere. */
export async function countDeal(tx: Tx, ground: Ground, keeperId: string): Promise<void> {
  const shop = await tx
    .updateTable('shops')
    .set(({ eb }) => ({ deal_count: eb('deal_count', '+', 1) }))
    .where('user_id', '=', keeperId)
    .returning('id')
    .executeTakeFirst();
  if (shop) await changed(tx, ground, shop.id);
}

/** A public appraisal of 1 to 5 more, or with `by` −1 one that was taken down. */
export async function countShopAppraisal(
  tx: Tx,
  ground: Ground,
  keeperId: string,
  score: number,
  by: 1 | -1,
): Promise<void> {
  const shop = await tx
    .updateTable('shops')
    .set(({ eb }) => ({
      score_count: eb('score_count', '+', by),
      score_total: eb('score_total', '+', by * score),
      favourable_count: eb('favourable_count', '+', score >= favourableFrom ? by : 0),
    }))
    .where('user_id', '=', keeperId)
    .returning('id')
    .executeTakeFirst();
  if (shop) await changed(tx, ground, shop.id);
}

async function changed(tx: Tx, { outbox, bus }: Ground, shopId: string): Promise<void> {
  await outbox.emit(tx, shopChanged, { shopId });
  onCommit(tx, () => bus.publish({ tags: [shopTag(shopId)] }));
}
