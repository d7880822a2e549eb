import { defineEvent } from '../../outbox/events.ts';

/** A shop was opened or changed: its name, place or stages. */
export const shopChanged = defineEvent<{ shopId: string }>('shop.changed');
