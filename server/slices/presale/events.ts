import { defineEvent } from '../../outbox/events.ts';

/** Somebody spoke for pieces of a product. */
export const presaleJoined = defineEvent<{ joinId: string; productId: string; userId: string }>('presale.joined');
