import { invalid, Refusal } from '../../../contract/errors.ts';
import type { PayWay } from '../../../contract/payments.ts';
import { dueInstalment, type InstalmentKey, instalments, splitAmount } from '../../../contract/process/money.ts';
import { next } from '../../../contract/process/next.ts';
import { paymentStatus } from '../../../contract/statuses.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { newId } from '../../db/ids.ts';
import { along } from '../../db/statements.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { takenIndex } from '../../db/unique.ts';
import { findOrder, tenderById } from '../orders/queries.ts';
import { type LockedOrder, lockOrder, move, roleOf } from '../orders/transition.ts';
import { giveUp, silent } from './ask.ts';
import { paymentSettled } from './events.ts';
import { openAt, runsOut } from './open.ts';
import { paymentById, paymentsBefore, type Seen } from './queries.ts';
import type { PaymentRow } from './tables.ts';
import { demandsOf, offeredGateway, unfit } from './ways.ts';

export interface Paying {
  demandNid: string;
  instalment: InstalmentKey;
  way: PayWay;
  device: 'desktop' | 'phone';
  requestId?: string | undefined;
}

/** What one try came to: a payment, or one that has to be out of the way first. */
type Begun = { payment: Seen; orderStatus: number } | { inTheWay: Seen };

/**
 * Pays the instalment that is due: from the balance in one transaction, or by opening a payment through a gateway. Of
 * several at once one pays and the others are given the same, or told that it is paid.
 */
export async function pay(context: SignedInContext, paying: Paying): Promise<{ payment: Seen; orderStatus: number }> {
  const gateway = offeredGateway(context, paying.way);
  if (paying.way !== 'balance' && !gateway) throw invalid('way', '这种支付方式现在不能使用，请换一种');
  const once = () => beginOnce(context, paying);
  let begun = await once();
  if ('inTheWay' in begun) {
    const settled = await clearWay(context, paying, begun.inTheWay);
    if (settled) return settled;
    begun = await once();
  }
  if ('inTheWay' in begun) throw new Refusal('state_conflict', '这一期有一笔支付正在进行，请稍后再试');
  const { payment, orderStatus } = begun;
  return { payment: gateway ? await openAt(context, gateway, payment) : payment, orderStatus };
}

/** The same form at the same moment on two orders: the second to write it finds the first one's, and says so. */
function beginOnce(context: SignedInContext, paying: Paying): Promise<Begun> {
  const once = () => inTransaction(context.db, (tx) => begin(tx, context, paying));
  return once().catch((error: unknown) => {
    if (takenIndex(error) !== 'payments_request') throw error;
    return once();
  });
}

/**
 * An open payment that does not do here (see {@link fits}) is closed before another takes its place. When it turns out to
 * have been paid, that counts, and it is given.
 */
async function clearWay(context: SignedInContext, paying: Paying, open: Seen) {
  const { db, log } = context;
  await giveUp(context, open).catch((error: unknown) => {
    log.warn({ err: error, paymentId: open.id }, 'an open payment could not be closed');
    throw silent();
  });
  const payment = await paymentById(db, open.id);
  if (payment?.status !== 'paid' || payment.instalment !== paying.instalment) return null;
  const after = await findOrder(db, paying.demandNid);
  return after ? { payment, orderStatus: after.status } : null;
}

async function begin(tx: Tx, context: SignedInContext, paying: Paying): Promise<Begun> {
  const { caller, now } = context;
  const order = await lockOrder(tx, context, paying.demandNid, now);
  const actor = await roleOf(tx, context, order.row, caller.userId);
  const orderStatus = order.row.status;
  const { open, before } = await paymentsBefore(tx, order.row.id, caller.userId, paying.requestId);
  if (before) return { payment: sameRequest(before, paying, order.row.id), orderStatus };

  const due = dueInstalment(order.facts.payments);
  if (actor === 'owner') refuseAnother(paying.instalment, due, order);
  const step = next(order.facts, 'pay', actor, now.getTime());
  if (!step.ok || due === null)
    throw new Refusal(step.ok ? 'state_conflict' : step.kind, step.ok ? undefined : step.reason);

  if (open && !fits(open, paying, now)) return { inTheWay: open };
  if (open) return { payment: open, orderStatus };
  if (paying.way === 'balance') return fromBalance(tx, context, paying, order);
  await refuseUnfit(tx, context, paying.way, order);
  return { payment: await insert(tx, context, paying, order, false), orderStatus };
}

/**
 * Whether the open payment is one that the payer can go on with: of the way that is asked for, not run out, and no code
 * that was made for another device, since nobody scans what is on the very phone they hold.
 */
function fits(open: Seen, { way, device }: Paying, now: Date): boolean {
  const elsewhere = open.device !== device && open.face?.kind === 'code';
  return open.way === way && open.expires_at > now && !elsewhere;
}

/** The same form sent again is answered as it was. */
function sameRequest(before: Seen, { instalment, way }: Paying, demandId: string): Seen {
  if (before.demand_id !== demandId || before.instalment !== instalment || before.way !== way)
    throw invalid('requestId', 'requestId 已用于另一笔支付');
  // One that came to nothing is in the way of no other.
  if (before.status === 'open' || before.status === 'paid') return before;
  throw new Refusal('state_conflict', '这笔支付已关闭，请刷新后重新支付');
}

function refuseAnother(wanted: InstalmentKey, due: InstalmentKey | null, { facts }: LockedOrder): void {
  if (wanted === due) return;
  const name = instalments.find(({ key }) => key === wanted)?.name ?? '';
  if (facts.payments[wanted] >= paymentStatus.held) throw new Refusal('state_conflict', `${name}已经支付，不用再付`);
  if (due !== null) throw new Refusal('state_conflict', `现在应付的不是${name}，请刷新后再看`);
}

async function refuseUnfit(tx: Tx, context: SignedInContext, way: PayWay, { row, facts }: LockedOrder): Promise<void> {
  const gateway = offeredGateway(context, way);
  const tender = row.awarded_tender_id === null ? undefined : await tenderById(tx, row.awarded_tender_id);
  const demands = demandsOf(facts, {
    commissionBasisPoints: row.commission_basis_points,
    completionDays: tender?.days,
  });
  const reason = gateway ? unfit(gateway.capabilities, demands) : '';
  if (reason !== '') throw invalid('way', reason);
}

/** Throws state_conflict, and pays nothing, when the balance does not do. */
async function fromBalance(tx: Tx, context: SignedInContext, paying: Paying, order: LockedOrder): Promise<Begun> {
  const { caller, outbox, now } = context;
  const payment = await insert(tx, context, paying, order, true);
  const { row } = await move(tx, context, order, { action: 'pay', actor: 'owner', actorId: caller.userId, now });
  await outbox.emit(tx, paymentSettled, { paymentId: payment.id, userId: caller.userId, demandId: row.id });
  return { payment, orderStatus: row.status };
}

/** The sum is the order's, whatever the payer says. */
async function insert(
  tx: Tx,
  context: SignedInContext,
  paying: Paying,
  order: LockedOrder,
  done: boolean,
): Promise<Seen> {
  const { caller, now } = context;
  const { id: demand_id, nid, name } = order.row;
  const row: PaymentRow = {
    id: newId(now),
    user_id: caller.userId,
    purpose: 'instalment',
    demand_id,
    instalment: paying.instalment,
    amount_fen: splitAmount(order.facts.amountFen)[paying.instalment],
    way: paying.way,
    status: done ? 'paid' : 'open',
    outcome: done ? 'instalment' : '',
    note: '',
    gateway_number: '',
    face: null,
    device: paying.device,
    request_id: paying.requestId ?? null,
    expires_at: done ? now : runsOut(now),
    created_at: now,
    asked_at: now,
    paid_at: done ? now : null,
    settled_at: done ? now : null,
    watch_until: null,
    told_fen: null,
  };
  await along(tx, tx.insertInto('payments').values({ ...row, face: null }));
  return { ...row, nid, name };
}
