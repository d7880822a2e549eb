import { defineEvent } from '../../outbox/events.ts';

/** Money arrived, or left the balance for an order. */
export const paymentSettled = defineEvent<{ paymentId: string; userId: string; demandId: string | null }>(
  'payment.settled',
);

/** A payment through a gateway came to nothing: the payer turned away, or its time ran out. */
export const paymentFailed = defineEvent<{ paymentId: string; userId: string }>('payment.failed');

/** A gateway tells of another sum than was asked for: nothing was credited, and somebody has to look into it. */
export const paymentDisputed = defineEvent<{ paymentId: string; userId: string }>('payment.disputed');
