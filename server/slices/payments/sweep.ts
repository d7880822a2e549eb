import { GatewayError, type GatewayName } from '../../adapters/gateway/gateway.ts';
import type { Services } from '../../calls/context.ts';
import type { Sweep } from '../../outbox/events.ts';
import { ask, giveUp } from './ask.ts';

/** seconds after which an open payment is asked about again */
const patience = 30;
const batch = 50;
/** asked at a time */
const together = 5;
/** questions without an answer after which a gateway is left alone until the next run */
const mostUnanswered = 3;

/**
 * Asks gateways about payments that nobody heard of: a notification that was lost, or came while we were down, is made up for
 * here. What has run out is closed at the gateway first, so that it cannot be paid afterwards.
 */
export const paymentSweep: Sweep = {
  name: 'payments',
  run: async (services, stopping) => {
    // Each gateway on its own: one that does not answer costs the payments of no other.
    await Promise.all(services.gateways.all.map(({ name }) => askAbout(services, name, stopping)));
  },
};

async function askAbout(services: Services, way: GatewayName, stopping: AbortSignal): Promise<void> {
  // Once for the whole run: time passes while gateways are asked, and nobody is asked twice about one payment.
  const before = new Date(services.clock.now().getTime() - patience * 1000);
  let unanswered = 0;
  for (;;) {
    const taken = await take(services, way, before);
    for (let i = 0; i < taken.length; i += together) {
      if (stopping.aborted) return;
      const heard = await Promise.all(taken.slice(i, i + together).map((payment) => lookAt(services, payment)));
      unanswered += heard.filter((one) => !one).length;
      if (unanswered >= mostUnanswered) {
        services.log.warn(
          { gateway: way, unanswered },
          'a gateway does not answer: its payments are asked about later',
        );
        return;
      }
    }
    if (taken.length < batch) return;
  }
}

/** Marks them as asked about in the same statement, so that two processes ask about different ones. */
function take({ db, clock }: Services, way: GatewayName, before: Date) {
  return db
    .updateTable('payments')
    .set({ asked_at: clock.now() })
    .where('id', 'in', (query) =>
      query
        .selectFrom('payments')
        .select('id')
        .where('status', '=', 'open')
        .where('way', '=', way)
        .where('asked_at', '<=', before)
        .orderBy('asked_at')
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'way', 'status', 'expires_at'])
    .execute();
}

/** Gives whether the gateway answered. */
async function lookAt(services: Services, payment: Awaited<ReturnType<typeof take>>[number]): Promise<boolean> {
  const over = payment.expires_at <= services.clock.now();
  try {
    await (over ? giveUp : ask)(services, payment);
    return true;
  } catch (error) {
    services.log.warn({ err: error, paymentId: payment.id }, 'a gateway does not say what became of a payment');
    return error instanceof GatewayError;
  }
}
