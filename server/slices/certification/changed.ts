import { certifiedTag } from '../../../contract/certified.ts';
import type { Services } from '../../calls/context.ts';
import { onCommit, type Tx } from '../../db/transaction.ts';
import { shopChanged } from '../shop/events.ts';
import { shopIdsOf } from '../shop/queries.ts';

/** Somebody carries 已认证 from now on: every page that shows whether people do is made anew, and the search finds it out. */
export async function certifiedChanged(
  tx: Tx,
  { outbox, bus }: Pick<Services, 'outbox' | 'bus'>,
  userId: string,
): Promise<void> {
  const shopId = (await shopIdsOf(tx, [userId])).get(userId);
  if (shopId !== undefined) await outbox.emit(tx, shopChanged, { shopId });
  onCommit(tx, () => bus.publish({ tags: [certifiedTag] }));
}
