import { demandListTag, demandsTag, demandTag } from '../../../contract/demands.ts';
import type { Bus } from '../../bus.ts';
import { onCommit, type Tx } from '../../db/transaction.ts';

interface Named {
  nid: string;
  stage: string;
  category: string;
}

/** Everything that a page which shows this demand, alone or in a list, is tagged with. */
export function demandTags({ nid, stage, category }: Named): string[] {
  return [demandTag(nid), demandListTag(stage, category), demandListTag(stage, ''), demandsTag];
}

/** Once it is committed, every page that shows this demand is made anew. */
export function demandChanged(tx: Tx, bus: Bus, demand: Named): void {
  onCommit(tx, () => bus.publish({ tags: demandTags(demand) }));
}
