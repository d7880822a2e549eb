import { defineEvent } from '../../outbox/events.ts';

/** A topic was published, changed, let through, taken down or deleted: what is kept of it elsewhere is made anew. */
export const topicChanged = defineEvent<{ topicId: string }>('topic.changed');
