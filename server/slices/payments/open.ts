import { Refusal } from '../../../contract/errors.ts';
import { paymentMinutes, payWayNames } from '../../../contract/payments.ts';
import { GatewayError, type Gateway } from '../../adapters/gateway/gateway.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { silent } from './ask.ts';
import { titleOf } from './present.ts';
import { paymentById, type Seen } from './queries.ts';

/** When a payment through a gateway that is opened now runs out. */
export const runsOut = (now: Date): Date => new Date(now.getTime() + paymentMinutes * 60_000);

/**
 * Has the gateway open a payment that is already in our books, and keeps how it is paid. Bears being asked again: the
 * gateway knows the payment by its id. Throws state_conflict when the gateway refuses, unavailable when it does not
 * answer.
 */
export async function openAt(context: SignedInContext, gateway: Gateway, payment: Seen): Promise<Seen> {
  if (payment.status !== 'open' || payment.face) return payment;
  const { db, settings, now } = context;
  const face = await gateway
    .create({
      ourPaymentId: payment.id,
      fen: payment.amount_fen,
      subject: [...titleOf(payment)].slice(0, 60).join(''),
      expiresAt: payment.expires_at,
      payerAddress: context.address,
      device: payment.device,
      returnUrl: `${settings.publicUrl ?? ''}${settings.basePath}${returnPath(payment)}`,
      notifyUrl: notifyUrl(context, gateway),
    })
    .catch(async (error: unknown) => {
      context.log.warn({ err: error, paymentId: payment.id }, 'a gateway did not open a payment');
      if (!(error instanceof GatewayError)) throw silent();
      await db
        .updateTable('payments')
        .set({ status: 'closed', note: `${payWayNames[payment.way]}没有受理：${error.message}`, settled_at: now })
        .where('id', '=', payment.id)
        .where('status', '=', 'open')
        .execute();
      throw new Refusal('state_conflict', `${payWayNames[payment.way]}没有受理这笔支付：${error.message}`);
    });
  await db
    .updateTable('payments')
    .set({ face: JSON.stringify(face) })
    .where('id', '=', payment.id)
    .execute();
  const opened = await paymentById(db, payment.id);
  if (!opened) throw new Error(`payment ${payment.id} is gone`);
  return opened;
}

/** The sandbox runs beside us; the others have to find us from outside. */
function notifyUrl({ settings, ownUrl }: SignedInContext, gateway: Gateway): string {
  const origin = gateway.name === 'sandbox' ? ownUrl() : (settings.publicUrl ?? ownUrl());
  return `${origin}/api/pay/notify/${gateway.name}`;
}

/** Where the payer comes back to. */
const returnPath = ({ id, nid }: Seen): string =>
  nid === null ? `/personal/account/deposit?payment=${id}` : `/personal/order/${nid}?payment=${id}#payment`;
