import type { CallOutput } from '../../../contract/call.ts';
import type { getOrderInfo, myDemandList } from '../../../contract/orders.ts';
import { orderStatus, paymentStatus } from '../../../contract/statuses.ts';

export type OrderSummary = CallOutput<typeof myDemandList>[number];
export type OrderInfo = CallOutput<typeof getOrderInfo>;
export type OrderAction = OrderSummary['actions'][number];
export type NextStep = OrderSummary['nextStep'];

/** What an order's sum is. Of an entrusted one it is only offered until the provider takes it on, which makes the first part due. */
export function sumOf(
  order: Pick<OrderSummary, 'amount' | 'budget' | 'entrusted' | 'downPaymentStatus'>,
): [amount: string, name: string] {
  if (!order.amount) return [order.budget, '预算'];
  const offered = order.entrusted && order.downPaymentStatus === paymentStatus.notDue;
  return [order.amount, offered ? '委托价' : '成交价'];
}

/** Whether it is for the reader to compare tenders and choose one. */
export function awaitsChoice(order: Pick<OrderSummary, 'role' | 'orderStatus' | 'tenderCount'>): boolean {
  return order.role === 'owner' && order.orderStatus === orderStatus.tendering && order.tenderCount > 0;
}

const proposing = ['refuseCancel', 'openDispute', 'counterSplit', 'cancelUnanswered'];

/** Whether the reader has just said no to the plan that stands: it was the request's, and nobody made another since. */
export function justRefused({ history, role }: Pick<OrderInfo, 'history' | 'role'>): boolean {
  const last = history.toSorted((a, b) => a.time - b.time).findLast(({ action }) => proposing.includes(action));
  return last?.action === 'refuseCancel' && last.actor === role;
}

/** Why the work was sent back, while it has not been finished anew; '' otherwise. */
export function sentBackFor({ orderStatus: status, history }: Pick<OrderInfo, 'orderStatus' | 'history'>): string {
  if (status !== orderStatus.working) return '';
  const last = history.toSorted((a, b) => a.time - b.time).findLast(({ action }) => action === 'sendBack');
  return last?.reason ?? '';
}

/** What every card of an order's page is given. A card that has nothing to say of the order renders nothing. */
export interface CardProps {
  order: OrderInfo;
  /** asks for the order anew, after something was done to it */
  reload: () => void;
}
