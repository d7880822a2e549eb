import { Refusal } from '../../../contract/errors.ts';
import { GatewayError, type Gateway } from '../../adapters/gateway/gateway.ts';
import type { Services } from '../../calls/context.ts';
import type { PaymentRow } from './tables.ts';
import { settle } from './settle.ts';
import { gatewayOf } from './ways.ts';

type Asked = Pick<PaymentRow, 'id' | 'way' | 'status'>;

/** What a payer reads when nobody can tell what became of a request. */
export const silent = (): Refusal => new Refusal('unavailable', '支付通道暂时没有响应，请稍后重试或换一种支付方式');

/** Asks the gateway what has become of an open payment and makes it true. Throws when the gateway does not answer. */
export async function ask(services: Services, payment: Asked, closing = false): Promise<void> {
  const gateway = gatewayOf(services, payment.way);
  // The start refuses to leave out one that has something open, so this is one that nobody knows any more.
  if (!gateway) return;
  const state = await gateway.query(payment.id);
  await settle(services, { way: gateway.name, ourPaymentId: payment.id, state, closing });
}

/** Makes sure that nobody can pay it any more; what was paid meanwhile counts. Throws when the gateway does not answer. */
export async function giveUp(services: Services, payment: Asked): Promise<void> {
  const gateway = gatewayOf(services, payment.way);
  if (!gateway) return;
  await closeAt(gateway, payment.id);
  await ask(services, payment, true);
}

/** The gateway may refuse to close what is paid or unknown to it: asking tells which. */
async function closeAt(gateway: Gateway, id: string): Promise<void> {
  await gateway.close(id).catch((error: unknown) => {
    if (!(error instanceof GatewayError)) throw error;
  });
}

/**
 * Asks about an open payment that was not asked about for so many seconds; of many who want to know at once, one asks.
 * A gateway that does not answer leaves it as it is.
 */
export async function askIfStale(services: Services, payment: Asked & { asked_at: Date }, seconds: number) {
  const now = services.clock.now();
  const before = new Date(now.getTime() - seconds * 1000);
  if (payment.status !== 'open' || payment.asked_at > before) return;
  const mine = await services.db
    .updateTable('payments')
    .set({ asked_at: now })
    .where('id', '=', payment.id)
    .where('status', '=', 'open')
    .where('asked_at', '<=', before)
    .executeTakeFirst();
  if (mine.numUpdatedRows === 0n) return;
  await ask(services, payment).catch((error: unknown) =>
    services.log.warn({ err: error, paymentId: payment.id }, 'a gateway does not say what became of a payment'),
  );
}
