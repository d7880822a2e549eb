import { Refusal } from '../../../contract/errors.ts';
import { fenToYuan } from '../../../contract/fields.ts';
import { disputedPayments, settleDisputed } from '../../../contract/operator/payments.ts';
import { payWayNames } from '../../../contract/payments.ts';
import { seconds } from '../../../contract/wire.ts';
import type { Caller, SignedInContext } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { newId } from '../../db/ids.ts';
import { publicUsers } from '../accounts/queries.ts';
import { mostFindings } from '../ledger/proof.ts';
import { ledgerDesk } from '../ledger/proof-calls.ts';
import { standingFindings } from '../ledger/proofs.ts';
import { bothWaiting, type DeskPart } from '../operators/desk.ts';
import { hasRole, needRole } from '../operators/policy.ts';
import { onlookers, payers } from '../wallet/policy.ts';
import { silent } from './ask.ts';
import { messageOf, titleOf } from './present.ts';
import { disputedOnes, disputedWaiting, paymentById, type Seen } from './queries.ts';
import { settle } from './settle.ts';
import { gatewayOf } from './ways.ts';

/** The console's part for the ledger: a disputed payment waits there before a proof has found it, too. */
export const moneyDesk: DeskPart = {
  ...ledgerDesk,
  waiting: async (db) => {
    const [findings, payments] = await Promise.all([standingFindings(db, 'payments'), disputedWaiting(db)]);
    return bothWaiting(findings, payments);
  },
  claims: { kind: 'payment', roles: payers },
};

/** Why an operator may not give their word on a payment; '' for nothing. */
function faultOf(caller: Pick<Caller, 'operatorRoles' | 'userId'>, { user_id: userId }: Pick<Seen, 'user_id'>): string {
  if (!hasRole(caller, payers)) return '只有财务或管理员可以核实支付';
  return userId === caller.userId ? '不能核实自己的支付，请交给另一位同事' : '';
}

/**
 * The operator's word is what the gateway says when it is asked once more: what it received goes into the payer's balance
 * and never into the order by itself, so that its statement and the ledger agree again.
 */
async function giveWord(context: SignedInContext, paymentId: string) {
  const { db, caller, log, now } = context;
  // Before anything is looked up: who may not learns of nothing.
  needRole(caller, payers);
  const payment = await paymentById(db, paymentId);
  if (!payment) throw new Refusal('not_found', '没有找到这笔支付');
  const fault = faultOf(caller, payment);
  if (fault) throw new Refusal('not_allowed', fault);
  if (payment.status !== 'disputed') throw new Refusal('state_conflict', '这笔支付已经核实');
  const gateway = gatewayOf(context, payment.way);
  if (!gateway) throw new Refusal('state_conflict', `${payWayNames[payment.way]}没有接通，无法核实`);
  const state = await gateway.query(payment.id).catch((error: unknown) => {
    log.warn({ err: error, paymentId }, 'a gateway does not say what it received');
    throw silent();
  });
  if (state.status === 'waiting') throw new Refusal('state_conflict', '通道答复这笔支付还没有付款，请稍后再核实');
  const eventId = `operator:${caller.userId}:${newId(now)}`;
  await settle(context, { way: gateway.name, ourPaymentId: payment.id, state, eventId, word: context });
  const after = await paymentById(db, paymentId);
  if (!after) throw new Error(`payment ${paymentId} is gone`);
  return { status: after.status, message: messageOf(after) };
}

export const operatorPaymentCalls: AnyImplementation[] = [
  implement(disputedPayments, async (_input, context) => {
    const { db, caller } = context;
    needRole(caller, onlookers);
    const rows = await disputedOnes(db, mostFindings);
    const people = await publicUsers(
      db,
      rows.map(({ user_id: userId }) => userId),
    );
    const data = rows.map((row) => ({
      paymentId: row.id,
      title: titleOf(row),
      demandNid: row.nid ?? '',
      nickname: people.get(row.user_id)?.name ?? '',
      wayName: payWayNames[row.way],
      asked: fenToYuan(row.amount_fen),
      told: fenToYuan(row.told_fen ?? 0),
      gatewayNumber: row.gateway_number,
      time: seconds(row.settled_at ?? row.created_at),
      reason: faultOf(caller, row),
    }));
    return { data };
  }),
  implement(settleDisputed, async ({ paymentId }, context) => ({ data: await giveWord(context, paymentId) }), {
    limit: { max: 30, per: 60 },
  }),
];
