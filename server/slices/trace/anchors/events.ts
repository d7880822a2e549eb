import { defineEvent } from '../../../outbox/events.ts';

/** Somebody keeps a head that we signed and that our log does not go on from: nothing is signed until it is resolved. */
export const traceForked = defineEvent<{ forkId: string }>('trace.forked');
