import { defineEvent } from '../../outbox/events.ts';

/** Somebody spoke for pieces of a product. */
export const presaleJoined = defineEvent<{ joinId: string; productId: string; userId: string }>('presale.joined');

/** A pre-sale has ended, or its product was taken off: those who booked are to know. */
export const presaleOver = defineEvent<{ productId: string }>('presale.over');

/** A booking was settled: whoever booked is to know what became of it. */
export const presaleSettled = defineEvent<{ joinId: string; productId: string }>('presale.settled');
