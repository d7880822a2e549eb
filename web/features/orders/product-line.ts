import type { CallOutput } from '../../../contract/call.ts';
import type { getProductLine, LineStageDetail } from '../../../contract/product-line.ts';
import { orderStatus } from '../../../contract/statuses.ts';

export type ProductLine = CallOutput<typeof getProductLine>;
export type LineStage = LineStageDetail;

const over: readonly number[] = [orderStatus.completed, orderStatus.cancelled, orderStatus.closed];

/** What of a line wants the owner first: a changed input, a dispute, work that goes on, then the next stage to publish. */
export function wanted({ stages, opens }: ProductLine): LineStage | undefined {
  const pressing = stages.find(({ order }) => order?.inputState === 'changed' && !over.includes(order.orderStatus));
  const disputed = stages.find(({ retention }) => retention?.state === 'disputed');
  const going = stages.findLast(({ order }) => order && !over.includes(order.orderStatus));
  return pressing ?? disputed ?? going ?? stages.find(({ stage }) => stage === opens);
}
