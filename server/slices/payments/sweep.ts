import type { Services } from '../../calls/context.ts';
import type { Sweep } from '../../outbox/events.ts';
import { ask, giveUp } from './ask.ts';

/** seconds after which an open payment is asked about again */
const patience = 30;
const batch = 50;
/** asked at a time */
const together = 5;

/**
 * Asks gateways about payments that nobody heard of: a notification that was lost, or came while we were down, is made up for
 * here. What has run out is closed at the gateway first, so that it cannot be paid afterwards.
 */
export const paymentSweep: Sweep = {
  name: 'payments',
  run: async (services) => {
    for (;;) {
      const taken = await take(services);
      for (let i = 0; i < taken.length; i += together)
        await Promise.all(taken.slice(i, i + together).map((payment) => lookAt(services, payment)));
      if (taken.length < batch) return;
    }
  },
};

/** Marks them as asked about in the same statement, so that two processes ask about different ones. */
function take({ db, clock }: Services) {
  const now = clock.now();
  return db
    .updateTable('payments')
    .set({ asked_at: now })
    .where('id', 'in', (query) =>
      query
        .selectFrom('payments')
        .select('id')
        .where('status', '=', 'open')
        .where('asked_at', '<=', new Date(now.getTime() - patience * 1000))
        .orderBy('asked_at')
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'way', 'status', 'expires_at'])
    .execute();
}

async function lookAt(services: Services, payment: Awaited<ReturnType<typeof take>>[number]): Promise<void> {
  const over = payment.expires_at <= services.clock.now();
  await (over ? giveUp : ask)(services, payment).catch((error: unknown) =>
    services.log.warn({ err: error, paymentId: payment.id }, 'a gateway does not say what became of a payment'),
  );
}
