import { defineEvent } from '../../outbox/events.ts';

/** Somebody said something to the other side of a conversation. */
export const messageSent = defineEvent<{
  messageId: string;
  conversationId: string;
  /** the other side */
  toUserId: string;
  /** what it is told once for, however often this runs: the message */
  cause: string;
}>('message.sent');
