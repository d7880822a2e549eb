import { defineEvent } from '../../outbox/events.ts';

/** Somebody signed in where they never had before. The session tells where and with what, as long as it lasts. */
export const signedInElsewhere = defineEvent<{ userId: string; sessionId: string }>('account.signed-in-elsewhere');

/** Somebody came back while their account waited to be closed. */
export const accountReopened = defineEvent<{ userId: string }>('account.reopened');

/** An operator keeps somebody out. */
export const accountSuspended = defineEvent<{ userId: string; suspensionId: string }>('account.suspended');

/** They are let in again. */
export const accountReleased = defineEvent<{ userId: string; suspensionId: string }>('account.released');
