import { presaleProductTag, presaleTag } from '../../../contract/presale.ts';
import type { Bus } from '../../bus.ts';
import { onCommit, type Tx } from '../../db/transaction.ts';

/** Once it is committed, every page that shows this product, alone or on the shelf, is made anew. */
export function presaleChanged(tx: Tx, bus: Bus, productId: string): void {
  onCommit(tx, () => bus.publish({ tags: [presaleProductTag(productId), presaleTag] }));
}
