import {
  checkOrderStatus,
  closePayment,
  getPayInfo,
  getRechargeInfo,
  getRechargeList,
  payOrder,
  recharge,
} from '../../../contract/payments.ts';
import { fenToYuan } from '../../../contract/fields.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { available } from '../ledger/accounts.ts';
import { balanceOf } from '../ledger/queries.ts';
import { giveUp, silent } from './ask.ts';
import { pay } from './pay.ts';
import { presentPayment } from './present.ts';
import { paymentById, type Seen, topUpsOf } from './queries.ts';
import { checkStatus, ownPayment, payInfo } from './read.ts';
import { topUpBalance } from './top-up.ts';
import { offeredWays } from './ways.ts';

/** Milliseconds that a top-up which came to nothing stands in the list. */
const dayLong = 86_400_000;

/** More than anybody presses; each may cost a gateway a request. */
const paying = { max: 30, per: 60 };

export const paymentCalls: AnyImplementation[] = [
  implement(getPayInfo, async ({ demandNid }, context) => ({ data: await payInfo(context, demandNid) })),
  implement(
    payOrder,
    async (input, context) => {
      const { payment, orderStatus } = await pay(context, input);
      return { data: { payment: presentPayment(payment), orderStatus } };
    },
    { limit: paying },
  ),
  implement(checkOrderStatus, async (input, context) => ({ data: await checkStatus(context, input) })),
  implement(
    closePayment,
    async ({ paymentId }, context) => {
      const find = () => paymentById(context.db, paymentId);
      const payment = await ownPayment(context, find);
      if (payment.status === 'open')
        await giveUp(context, payment).catch(() => {
          throw silent();
        });
      return { data: presentPayment(await ownPayment(context, find)) };
    },
    { limit: paying },
  ),
  implement(getRechargeInfo, async (_input, context) => {
    const balance = await balanceOf(context.db, available(context.caller.userId));
    return { data: { balance: fenToYuan(balance), ways: offeredWays(context, null) } };
  }),
  implement(
    recharge,
    async ({ money: fen, ...wanted }, context) => ({
      data: presentPayment(await topUpBalance(context, { fen, ...wanted })),
    }),
    { limit: paying },
  ),
  implement(getRechargeList, async ({ all, ...paging }, { db, caller, now }) => {
    const since = all === '1' ? null : new Date(now.getTime() - dayLong);
    const { rows, count } = await topUpsOf(db, caller.userId, paging, since);
    // Its time is over, though nobody has closed it yet.
    const ended = ({ status, expires_at }: Seen) => status === 'open' && expires_at <= now;
    const data = rows.map((row) => presentPayment(ended(row) ? { ...row, status: 'closed' } : row));
    return { data, page: { count, ...paging } };
  }),
];
