import { chainRefusal, type LineStatuses } from '../../../contract/process/chain.ts';
import { orderStatus } from '../../../contract/statuses.ts';
import { Chain } from './chain.tsx';
import { publishInLine } from './line-paths.ts';
import type { OrderInfo } from './wire.ts';

/**
 * Where a line takes a demand now: the stage after a finished one, or one that came to nothing, by the one chain rule. A
 * dispute may still hold it off, which the form is told by the server.
 */
export function opensAt(line: LineStatuses): number {
  return line.findIndex(
    (_, index) => index > 0 && line[index - 1] === orderStatus.completed && chainRefusal(line, index) === null,
  );
}

/** The product line an order belongs to: every stage with its status and number (specification §3 "My-demand order"). */
export function LineChain({ order }: { order: OrderInfo }) {
  const owner = order.role === 'owner';
  const at = owner ? opensAt(order.line.map((stage) => stage.orderStatus as LineStatuses[number])) : -1;
  return (
    <Chain
      label={`产品线 ${order.productLineNid}`}
      here={order.demandNid}
      stages={order.line.map((stage, index) => ({
        key: stage.stage,
        name: stage.name,
        demandNid: stage.demandNid,
        status: stage.orderStatus,
        statusName: stage.statusName,
        providerName: stage.providerName,
        open: owner,
        publish: index === at ? publishInLine(stage.stage, order) : undefined,
      }))}
    />
  );
}
