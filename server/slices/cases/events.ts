import { defineEvent } from '../../outbox/events.ts';

/** A case was approved, changed, rejected or taken down: what is kept of it elsewhere is made anew. */
export const caseChanged = defineEvent<{ caseId: string }>('case.changed');

/** Somebody sent a case in, or a change of one: operators are to look at it. `cause` tells two times apart. */
export const caseSubmitted = defineEvent<{ caseId: string; userId: string; cause: string }>('case.submitted');

/** An operator approved or refused a case, or a change of one. `userId` keeps the case, `cause` tells two decisions apart. */
export const caseDecided = defineEvent<{
  caseId: string;
  userId: string;
  decision: 'approved' | 'refused';
  cause: string;
}>('case.decided');
