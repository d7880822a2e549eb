import { Refusal } from '../../../contract/errors.ts';
import { fenToYuan } from '../../../contract/fields.ts';
import { payWayNames } from '../../../contract/payments.ts';
import { dueInstalment, instalments, splitAmount } from '../../../contract/process/money.ts';
import { available as openActions } from '../../../contract/process/next.ts';
import { paymentStatusNames } from '../../../contract/statuses.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { available } from '../ledger/accounts.ts';
import { balanceOf } from '../ledger/queries.ts';
import { settleDue } from '../orders/clock.ts';
import { factsOf } from '../orders/facts.ts';
import { mayRead } from '../orders/policy.ts';
import { findOrder, tenderById } from '../orders/queries.ts';
import { roleOf } from '../orders/transition.ts';
import { askIfStale } from './ask.ts';
import { presentPayment } from './present.ts';
import { newestPaymentOf, openPaymentOf, paymentById, type Seen } from './queries.ts';
import { demandsOf, offeredWays } from './ways.ts';

const missing = () => new Refusal('not_found', '没有找到这笔支付');

/** seconds that somebody who waits goes on with what was last heard */
const freshFor = 5;

/** What an order costs and how its owner can pay; the provider sees the instalments. Throws not_found for anybody else. */
export async function payInfo(context: SignedInContext, demandNid: string) {
  const { db, caller, now, stages } = context;
  let row = await findOrder(db, demandNid);
  if (row && (await settleDue(context, [row], now))) row = await findOrder(db, demandNid);
  if (!row) throw new Refusal('not_found', '没有找到这份订单');
  const actor = await roleOf(db, context, row, caller.userId);
  mayRead(actor);
  const facts = await factsOf(db, row, stages);
  const parts = splitAmount(row.amount_fen);
  const due = dueInstalment(facts.payments);
  const action = openActions(facts, actor, now.getTime()).find((one) => one.action === 'pay');
  const owns = actor === 'owner';
  const tender = row.awarded_tender_id === null ? undefined : await tenderById(db, row.awarded_tender_id);
  const balance = owns ? await balanceOf(db, available(caller.userId)) : 0;
  const lacking = due === null ? 0 : parts[due] - balance;
  const open = owns ? await openPaymentOf(db, row.id) : undefined;
  const demands = demandsOf(facts, {
    commissionBasisPoints: row.commission_basis_points,
    completionDays: tender?.days,
  });
  const enough = lacking <= 0;
  return {
    demandNid: row.nid,
    amount: fenToYuan(row.amount_fen),
    instalments: instalments.map(({ key, name, percent }) => {
      const status = facts.payments[key];
      return { key, name, percent, amount: fenToYuan(parts[key]), status, statusName: paymentStatusNames[status] };
    }),
    due: due ?? ('' as const),
    enabled: action?.enabled ?? false,
    reason: action?.reason ?? '',
    balance: fenToYuan(balance),
    missing: owns && !enough ? fenToYuan(lacking) : '',
    ways: owns
      ? [
          {
            way: 'balance' as const,
            name: payWayNames.balance,
            enabled: enough,
            reason: enough ? '' : `还差 ${fenToYuan(lacking)} 元`,
          },
          ...offeredWays(context, demands),
        ]
      : [],
    open: open ? presentPayment(open) : null,
  };
}

/** One's own payment as it stands, having asked the gateway when nothing was heard for a while. Throws not_found. */
export async function ownPayment(context: SignedInContext, find: () => Promise<Seen | undefined>): Promise<Seen> {
  const payment = await find();
  if (payment?.user_id !== context.caller.userId) throw missing();
  await askIfStale(context, payment, freshFor);
  return (await paymentById(context.db, payment.id)) ?? payment;
}

export async function checkStatus(
  context: SignedInContext,
  { paymentId, demandNid }: { paymentId?: string | undefined; demandNid?: string | undefined },
) {
  const { db, caller } = context;
  if (paymentId !== undefined) {
    const payment = await ownPayment(context, () => paymentById(db, paymentId));
    const order = payment.nid === null ? undefined : await findOrder(db, payment.nid);
    return { payment: presentPayment(payment), orderStatus: order?.status ?? null };
  }
  const order = await findOrder(db, demandNid ?? '');
  if (order?.owner_id !== caller.userId) throw new Refusal('not_found', '没有找到这份订单');
  const newest = await newestPaymentOf(db, order.id, caller.userId);
  const payment = newest ? await ownPayment(context, async () => newest) : undefined;
  const after = await findOrder(db, order.nid);
  return { payment: payment ? presentPayment(payment) : null, orderStatus: after?.status ?? order.status };
}
