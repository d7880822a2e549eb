import { defineEvent } from '../../outbox/events.ts';

/** Somebody handed papers in, for the first time or again: operators are to look at them. */
export const certificationSubmitted = defineEvent<{ userId: string; certificationId: string; cause: string }>(
  'certification.submitted',
);

/** An operator has decided. `cause` names the decision: it is the same however often the event is told. */
export const certificationDecided = defineEvent<{
  userId: string;
  certificationId: string;
  decision: 'passed' | 'failed';
  cause: string;
}>('certification.decided');
