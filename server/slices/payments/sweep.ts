import { sql } from 'kysely';
import { GatewayError, type GatewayName } from '../../adapters/gateway/gateway.ts';
import type { Services } from '../../calls/context.ts';
import type { Sweep } from '../../outbox/events.ts';
import { ask, giveUp } from './ask.ts';
import { stopWatching } from './settle.ts';

/** seconds after which an open payment is asked about again */
const patience = 30;
const batch = 50;
/** asked at a time */
const together = 5;
/** questions without an answer after which a gateway is left alone until the next run */
const mostUnanswered = 3;

/**
 * Asks gateways about payments that nobody heard of: a notification that was lost, or came while we were down, is made up for
 * here. What has run out is closed at the gateway first, so that it cannot be paid afterwards. One that was closed here
 * while its gateway did not know it is looked after until it can be paid no more: it is closed there as soon as it is
 * known, and when it was paid, that counts.
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

// Spelled out, as the index has it: a parameter would hide it from PostgreSQL.
const unsettled = sql<boolean>`(status = 'open' or watch_until is not null)`;

/** Marks them as asked about in the same statement, so that two processes ask about different ones. */
function take({ db, clock }: Services, way: GatewayName, before: Date) {
  return db
    .updateTable('payments')
    .set({ asked_at: clock.now() })
    .where('id', 'in', (query) =>
      query
        .selectFrom('payments')
        .select('id')
        .where(unsettled)
        .where('way', '=', way)
        .where('asked_at', '<=', before)
        .orderBy('asked_at')
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'way', 'status', 'expires_at', 'watch_until'])
    .execute();
}

/** Gives whether the gateway answered. */
async function lookAt(services: Services, payment: Awaited<ReturnType<typeof take>>[number]): Promise<boolean> {
  const { id, status, expires_at: expiresAt, watch_until: watchUntil } = payment;
  const now = services.clock.now();
  try {
    await (status !== 'open' || expiresAt <= now ? giveUp : ask)(services, payment);
    if (watchUntil !== null && watchUntil <= now) await stopWatching(services.db, id);
    return true;
  } catch (error) {
    services.log.warn({ err: error, paymentId: id }, 'a gateway does not say what became of a payment');
    return error instanceof GatewayError;
  }
}
