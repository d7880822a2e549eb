import { orderStatus } from '../statuses.ts';
import type { OrderStatus } from '../statuses.ts';

/** Status of a product line's demand per stage, in the order of the stages; null where there is none. */
export type LineStatuses = readonly (OrderStatus | null)[];

const over = (status: OrderStatus | null | undefined) =>
  status === null || status === undefined || status === orderStatus.cancelled || status === orderStatus.closed;

/**
 * Chain rule (rulings §3, specification §4): whether a line takes a demand in the stage at `index`: the stage before is
 * completed, this one has none or one that came to nothing, and no later stage has a demand. A line that began at this
 * very stage may raise it again. Gives the reason in Chinese, or null when it may.
 */
export function chainRefusal(line: LineStatuses, index: number): string | null {
  if (!over(line[index])) return '这条产品线的本环节已有需求';
  if (line.slice(index + 1).some((status) => status !== null)) return '这条产品线的后续环节已有需求';
  const before = index === 0 ? null : line[index - 1];
  const beganHere = line.slice(0, index).every((status) => status === null) && (line[index] ?? null) !== null;
  if (before === orderStatus.completed || beganHere) return null;
  return '上一环节的订单还没有完成';
}
