import type { Kysely } from 'kysely';
import type { Settlement } from '../../../contract/operator/payments.ts';
import { instalments, splitAmount, dueInstalment, yuan } from '../../../contract/process/money.ts';
import { next } from '../../../contract/process/next.ts';
import { paymentStatus } from '../../../contract/statuses.ts';
import { payWayNames } from '../../../contract/payments.ts';
import type { GatewayName, PaymentState } from '../../adapters/gateway/gateway.ts';
import type { Services, SignedInContext } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { isId } from '../../db/ids.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { tellUser } from '../../live/topics.ts';
import { audit } from '../audit/audit.ts';
import { topUp } from '../ledger/movements.ts';
import { post } from '../ledger/post.ts';
import { needClaim } from '../operators/claims.ts';
import { type LockedOrder, lockOrder, move } from '../orders/transition.ts';
import { paymentDisputed, paymentFailed, paymentSettled } from './events.ts';
import { lockPayment, paymentById } from './queries.ts';
import type { PaymentRow } from './tables.ts';

/**
 * What a gateway says of a payment, by notification or when asked, is made true here, in one transaction: the money is
 * credited once, the instalment is paid when it is still due, else the money stays in the balance and the payer is told.
 * It may be said many times, late, in any order and by many at once. `closing`: we ourselves have just closed it.
 * `word`: an operator has looked into a sum that was another than was asked for, and it is booked as it came.
 */
export async function settle(
  services: Services,
  said: {
    way: GatewayName;
    ourPaymentId: string;
    state: PaymentState;
    eventId?: string;
    closing?: boolean;
    /** an operator's, who had it asked for */
    word?: SignedInContext;
  },
): Promise<Settlement> {
  const { way, ourPaymentId, state, eventId, closing = false, word } = said;
  const now = services.clock.now();
  if (!isId(ourPaymentId)) return 'unknown payment';
  return inTransaction(services.db, async (tx) => {
    if (eventId !== undefined && (await eventKnown(tx, way, eventId))) return 'known';
    const seen = await paymentById(tx, ourPaymentId);
    if (seen?.way !== way) return 'unknown payment';
    // The order before the payment, as whoever pays it takes them.
    const order = seen.nid === null ? null : await lockOrder(tx, services, seen.nid, now);
    const row = await lockPayment(tx, seen.id);
    if (!row) throw new Error(`payment ${seen.id} is gone`);
    if (word) await needClaim(tx, word, { kind: 'payment', id: row.id });
    const verdict = await apply(tx, services, { row, order, state, closing, word: word !== undefined, now });
    if (word && verdict !== 'nothing') {
      const after = await paymentById(tx, row.id);
      await audit(tx, word, {
        action: 'payment.settled',
        subject: { kind: 'payment', id: row.id },
        before: { status: row.status },
        after: { status: after?.status ?? row.status, verdict },
      });
    }
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
  word: boolean;
  now: Date;
}

async function apply(tx: Tx, services: Services, given: Given): Promise<Settlement> {
  const { row, state, closing, word, now } = given;
  if (state.status === 'paid') {
    if (row.status === 'paid') return 'known';
    if (state.fen !== row.amount_fen && !word) {
      await dispute(tx, services, given);
      return 'wrong sum';
    }
    await credit(tx, services, given);
    return 'settled';
  }
  const gone = state.status === 'closed';
  const over = gone || ((closing || word) && state.status === 'unknown');
  if (!over) return 'nothing';
  if (row.status === 'disputed' && word) {
    const note = '经平台核实，支付通道没有收到这笔款项';
    await tx
      .updateTable('payments')
      .set({ status: 'closed', note, settled_at: now })
      .where('id', '=', row.id)
      .execute();
    await services.outbox.emit(tx, paymentFailed, { paymentId: row.id, userId: row.user_id });
    tellUser(tx, services.bus, row.user_id, `payment/${row.id}`);
    return 'closed';
  }
  if (row.status !== 'open') {
    if (gone && row.watch_until !== null) await stopWatching(tx, row.id);
    return 'nothing';
  }
  // Closed by nobody here and before its time: the payer turned away.
  const status = closing || now >= row.expires_at ? 'closed' : 'refused';
  const gatewayNumber = state.gatewayNumber || row.gateway_number;
  await tx
    .updateTable('payments')
    .set({ status, gateway_number: gatewayNumber, settled_at: now, watch_until: gone ? null : watchedUntil(row) })
    .where('id', '=', row.id)
    .execute();
  // What we closed before its time was given up by the payer, here.
  if (status === 'refused' || now >= row.expires_at)
    await services.outbox.emit(tx, paymentFailed, { paymentId: row.id, userId: row.user_id });
  tellUser(tx, services.bus, row.user_id, `payment/${row.id}`);
  return 'closed';
}

/** Nothing is credited until somebody has looked into it; the instalment may be paid anew by another payment meanwhile. */
async function dispute(tx: Tx, services: Services, { row, state, now }: Given): Promise<void> {
  services.log.error(
    { paymentId: row.id, way: row.way, paidFen: state.fen, askedFen: row.amount_fen },
    'a gateway tells of another sum than was asked for: nothing was credited',
  );
  await tx
    .updateTable('payments')
    .set({
      status: 'disputed',
      told_fen: state.fen,
      gateway_number: state.gatewayNumber || row.gateway_number,
      note: '',
      settled_at: now,
      watch_until: null,
    })
    .where('id', '=', row.id)
    .execute();
  // It may be said many times.
  if (row.status !== 'disputed')
    await services.outbox.emit(tx, paymentDisputed, { paymentId: row.id, userId: row.user_id });
  tellUser(tx, services.bus, row.user_id, `payment/${row.id}`);
}

/** Milliseconds after a payment's end during which money that was paid just before it may become known. */
const tail = 5 * 60_000;

/** A gateway cannot close what it does not know, and its page may be open before the payer: until when one must look. */
const watchedUntil = ({ expires_at }: PaymentRow): Date => new Date(expires_at.getTime() + tail);

/** Nothing can come any more. */
export async function stopWatching(db: Kysely<DB> | Tx, id: string): Promise<void> {
  await db.updateTable('payments').set({ watch_until: null }).where('id', '=', id).execute();
}

async function credit(tx: Tx, services: Services, { row, order, state, now }: Given): Promise<void> {
  const { id: paymentId, user_id: userId, way } = row;
  const { fen } = state;
  const memo = `${payWayNames[way]} 充值`;
  await post(tx, topUp({ cause: `payment:${paymentId}`, userId, gateway: way, fen, paymentId, memo }), now);
  const other = fen === row.amount_fen ? '' : otherSum(row, fen);
  const note = other || (order === null ? '' : keptBecause(row, order, now));
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
      watch_until: null,
    })
    .where('id', '=', paymentId)
    .execute();
  await services.outbox.emit(tx, paymentSettled, { paymentId, userId, demandId: row.demand_id });
  tellUser(tx, services.bus, userId, `payment/${paymentId}`);
}

const otherSum = ({ amount_fen: asked }: PaymentRow, fen: number) =>
  `应付 ${yuan(asked)}，支付通道实收 ${yuan(fen)}，经平台核实已按实收金额存入您的账户余额`;

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
