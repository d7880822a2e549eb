import {
  getConversation,
  getConversations,
  getMessages,
  getUnread,
  markRead,
  openConversation,
  sendMessage,
} from '../../../contract/messages.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { readUpTo } from './mark-read.ts';
import * as open from './open.ts';
import { presentMessage } from './present.ts';
import { unreadOf } from './queries.ts';
import { conversationHead, conversationList, filesOf, messagePage } from './read.ts';
import { say } from './send.ts';

/** As fast as two people talk; a script that writes to every bidder is stopped. */
const talking = { max: 40, per: 60 };
const opening = { max: 60, per: 3600 };

export const messageCalls: AnyImplementation[] = [
  implement(
    openConversation,
    async (about, context) => ({ data: { conversationId: await open.openConversation(context, about) } }),
    { limit: opening },
  ),
  implement(getConversations, (listing, context) => conversationList(context, listing)),
  implement(getConversation, async ({ conversationId }, context) => ({
    data: await conversationHead(context, conversationId),
  })),
  implement(getMessages, async ({ conversationId, ...place }, context) => ({
    data: await messagePage(context, conversationId, place),
  })),
  implement(
    sendMessage,
    async (saying, context) => {
      const { row, masking } = await say(context, saying);
      const reader = { userId: context.caller.userId, masking };
      return { data: presentMessage(row, reader, await filesOf(context, [row])) };
    },
    { limit: talking },
  ),
  implement(markRead, async ({ conversationId, seq }, context) => {
    await readUpTo(context, conversationId, seq);
    return { data: { unread: await unreadOf(context.db, context.caller.userId) } };
  }),
  implement(getUnread, async (_input, { db, caller }) => ({ data: { unread: await unreadOf(db, caller.userId) } })),
];
