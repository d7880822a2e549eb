import { defineEvent } from '../../outbox/events.ts';

/** A demand entered or left the public lists, or an open one was edited; not for tenders and comments. */
export const demandListed = defineEvent<{ demandId: string }>('demand.listed');
