import type { SubjectKind } from '../../../contract/subjects.ts';
import { defineEvent } from '../../outbox/events.ts';

/** Somebody liked something for the first time: not again when it was taken back in between. */
export const liked = defineEvent<{ kind: SubjectKind; subjectId: string; userId: string }>('reaction.liked');

/** A comment is shown: at once, or after a review. */
export const commented = defineEvent<{ kind: SubjectKind; subjectId: string; commentId: string }>('reaction.commented');
