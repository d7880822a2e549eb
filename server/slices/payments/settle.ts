import { instalments, splitAmount, dueInstalment } from '../../../contract/process/money.ts';
import { next } from '../../../contract/process/next.ts';
import { paymentStatus } from '../../../contract/statuses.ts';
import { payWayNames } from '../../../contract/payments.ts';
import type { GatewayName, PaymentState } from '../../adapters/gateway/gateway.ts';
import type { Services } from '../../calls/context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { tellUser } from '../../live/topics.ts';
import { topUp } from '../ledger/movements.ts';
import { post } from '../ledger/post.ts';
import { type LockedOrder, lockOrder, move } from '../orders/transition.ts';
import { paymentSettled } from './events.ts';
import { lockPayment, paymentById } from './queries.ts';
import type { PaymentRow } from './tables.ts';

export type Verdict = 'settled' | 'closed' | 'known' | 'nothing' | 'wrong sum' | 'unknown payment';

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * What a gateway says of a payment, by notification or when asked, is made true here, in one transaction: the money is
 * credited once, the instalment is paid when it is still due, else the money stays in the balance and the payer is told.
 * It may be said many times, late, in any order and by many at once. `closing`: we ourselves have just closed it.
 */
export async function settle(
  services: Services,
  said: { way: GatewayName; ourPaymentId: string; state: PaymentState; eventId?: string; closing?: boolean },
): Promise<Verdict> {
  const { way, ourPaymentId, state, eventId, closing = false } = said;
  const now = services.clock.now();
  if (!uuidShape.test(ourPaymentId)) return 'unknown payment';
  return inTransaction(services.db, async (tx) => {
    if (eventId !== undefined && (await eventKnown(tx, way, eventId))) return 'known';
    const seen = await paymentById(tx, ourPaymentId);
    if (seen?.way !== way) return 'unknown payment';
    // The order before the payment, as whoever pays it takes them.
    const order = seen.nid === null ? null : await lockOrder(tx, services, seen.nid, now);
    const row = await lockPayment(tx, seen.id);
    if (!row) throw new Error(`payment ${seen.id} is gone`);
    const verdict = await apply(tx, services, { row, order, state, closing, now });
    if (eventId !== undefined) {
      await tx
        .insertInto('payment_events')
        .values({ way, event_id: eventId, payment_id: row.id, verdict, at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    return verdict;
  });
}

async function eventKnown(tx: Tx, way: GatewayName, eventId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('payment_events')
    .select('event_id')
    .where('way', '=', way)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return found !== undefined;
}

interface Given {
  row: PaymentRow;
  order: LockedOrder | null;
  state: PaymentState;
  closing: boolean;
  now: Date;
}

async function apply(tx: Tx, services: Services, given: Given): Promise<Verdict> {
  const { row, state, closing, now } = given;
  if (state.status === 'paid') {
    if (row.status === 'paid') return 'known';
    if (state.fen !== row.amount_fen) {
      services.log.error(
        { paymentId: row.id, way: row.way, paidFen: state.fen, askedFen: row.amount_fen },
        'a gateway tells of another sum than was asked for: nothing was credited',
      );
      return 'wrong sum';
    }
    await credit(tx, services, given);
    return 'settled';
  }
  const over = state.status === 'closed' || (closing && state.status === 'unknown');
  if (!over || row.status !== 'open') return 'nothing';
  // Closed by nobody here and before its time: the payer turned away.
  const status = closing || now >= row.expires_at ? 'closed' : 'refused';
  const gatewayNumber = state.gatewayNumber || row.gateway_number;
  await tx
    .updateTable('payments')
    .set({ status, gateway_number: gatewayNumber, settled_at: now })
    .where('id', '=', row.id)
    .execute();
  tellUser(tx, services.bus, row.user_id, `payment/${row.id}`);
  return 'closed';
}

async function credit(tx: Tx, services: Services, { row, order, state, now }: Given): Promise<void> {
  const { id: paymentId, user_id: userId, way, amount_fen: fen } = row;
  const memo = `${payWayNames[way]} 充值`;
  await post(tx, topUp({ cause: `payment:${paymentId}`, userId, gateway: way, fen, paymentId, memo }), now);
  const note = order === null ? '' : keptBecause(row, order, now);
  const pays = order !== null && note === '';
  if (pays) await move(tx, services, order, { action: 'pay', actor: 'owner', actorId: userId, now });
  await tx
    .updateTable('payments')
    .set({
      status: 'paid',
      outcome: pays ? 'instalment' : 'balance',
      note,
      gateway_number: state.gatewayNumber,
      paid_at: state.paidAt ?? now,
      settled_at: now,
    })
    .where('id', '=', paymentId)
    .execute();
  await services.outbox.emit(tx, paymentSettled, { paymentId, userId, demandId: row.demand_id });
  tellUser(tx, services.bus, userId, `payment/${paymentId}`);
}

/** Why money that came for an instalment cannot pay it any more, as the payer reads it; '' when it can. */
function keptBecause({ instalment, amount_fen: fen }: PaymentRow, { facts }: LockedOrder, now: Date): string {
  const kept = '这笔钱已存入您的账户余额';
  const name = instalments.find(({ key }) => key === instalment)?.name ?? '';
  if (instalment === null) throw new Error('a payment for an order names no instalment');
  if (facts.payments[instalment] >= paymentStatus.held) return `${name}此前已经支付，${kept}`;
  const step = next(facts, 'pay', 'owner', now.getTime());
  if (!step.ok) return `${step.reason}，${kept}`;
  const same = dueInstalment(facts.payments) === instalment && splitAmount(facts.amountFen)[instalment] === fen;
  return same ? '' : `订单的应付款项已有变化，${kept}`;
}
