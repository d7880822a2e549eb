import type { CallOutput } from '../../../contract/call.ts';
import type { getOrderInfo } from '../../../contract/orders.ts';

export type OrderInfo = CallOutput<typeof getOrderInfo>;
