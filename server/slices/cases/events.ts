import { defineEvent } from '../../outbox/events.ts';

/** A case was approved, changed, rejected or taken down: what is kept of it elsewhere is made anew. */
export const caseChanged = defineEvent<{ caseId: string }>('case.changed');
