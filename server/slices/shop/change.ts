import { caseListTag, casesTag } from '../../../contract/cases.ts';
import { shopTag } from '../../../contract/shop.ts';
import type { Services } from '../../calls/context.ts';
import { onCommit, type Tx } from '../../db/transaction.ts';
import { shopCaseCounts } from '../cases/queries.ts';
import { shopChanged } from './events.ts';
import type { NewShop } from './tables.ts';

/** The one place that changes what anyone sees of a shop: the search index, its pages and those that show its cases follow. */
export async function changeShop(
  tx: Tx,
  { outbox, bus }: Pick<Services, 'outbox' | 'bus'>,
  id: string,
  change: Partial<
    Pick<NewShop, 'shop_name' | 'introduction' | 'province_code' | 'city_code' | 'stage_keys' | 'avatar_url'>
  >,
): Promise<void> {
  await tx.updateTable('shops').set(change).where('id', '=', id).execute();
  await outbox.emit(tx, shopChanged, { shopId: id });
  const stages = [...(await shopCaseCounts(tx, id)).keys()];
  const tags = [shopTag(id), ...(stages.length > 0 ? [casesTag, ...stages.map(caseListTag)] : [])];
  onCommit(tx, () => bus.publish({ tags }));
}
