import { defineEvent } from '../../outbox/events.ts';

/** Money arrived, or left the balance for an order. */
export const paymentSettled = defineEvent<{ paymentId: string; userId: string; demandId: string | null }>(
  'payment.settled',
);
