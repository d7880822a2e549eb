import { stages } from '../../../contract/stages/index.ts';
import type { OrderSummary } from './wire.ts';

type InLine = Pick<OrderSummary, 'stage' | 'category' | 'productLineNid'>;

/** The publish form of a stage, going on with a product line. */
export const publishInLine = (stage: string, { category, productLineNid }: Omit<InLine, 'stage'>): string =>
  `/publish?stage=${stage}&type=${category}&line=${productLineNid}`;

/** The publish form of the stage after this order's; undefined after the last. */
export function followOnPath(order: InLine): string | undefined {
  const next = stages[stages.findIndex(({ key }) => key === order.stage) + 1];
  return next && publishInLine(next.key, order);
}
