import type { CallOutput } from '../../../contract/call.ts';
import type {
  checkOrderStatus,
  closePayment,
  getPayInfo,
  getRechargeInfo,
  getRechargeList,
  payOrder,
  recharge,
} from '../../../contract/payments.ts';
import { callAt } from '../../client/transport.browser.ts';

// By their places: these pages bring no schema along.
export const payInfoCall = callAt<typeof getPayInfo>('/api/order/payInfo');
export const payCall = callAt<typeof payOrder>('/api/Demand/pay');
export const checkCall = callAt<typeof checkOrderStatus>('/api/order/checkOrderStatus');
export const closeCall = callAt<typeof closePayment>('/api/order/closePay');
export const rechargeInfoCall = callAt<typeof getRechargeInfo>('/api/account/rechargeInfo');
export const rechargeCall = callAt<typeof recharge>('/api/account/recharge');
export const rechargeListCall = callAt<typeof getRechargeList>('/api/account/rechargeList');

export type PayInfo = CallOutput<typeof getPayInfo>;
export type Payment = CallOutput<typeof recharge>;
export type Way = PayInfo['ways'][number];
