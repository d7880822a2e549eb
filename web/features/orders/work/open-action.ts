import type { Action } from '../../../../contract/process/row.ts';
import type { OrderAction, OrderInfo } from '../wire.ts';

/** The action as it is offered to the reader, enabled or with its reason; undefined where it does not exist for them. */
export const offered = (order: Pick<OrderInfo, 'actions'>, action: Action): OrderAction | undefined =>
  order.actions.find((one) => one.action === action);

export const isOpen = (order: Pick<OrderInfo, 'actions'>, action: Action): boolean =>
  offered(order, action)?.enabled ?? false;

/** Whether this has happened to the order. */
export const happened = (order: Pick<OrderInfo, 'history'>, action: Action): boolean =>
  order.history.some((entry) => entry.action === action);
