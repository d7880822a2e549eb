import type { CallOutput } from '../../../contract/call.ts';
import type {
  getConversation,
  getConversations,
  getMessages,
  getUnread,
  markRead,
  openConversation,
  sendMessage,
} from '../../../contract/messages.ts';
import { callAt } from '../../client/transport.browser.ts';

/** Named by their paths: none of these pages brings a schema along. */
export const messageCalls = {
  open: callAt<typeof openConversation>('/api/Message/open'),
  list: callAt<typeof getConversations>('/api/Message/list'),
  head: callAt<typeof getConversation>('/api/Message/conversation'),
  messages: callAt<typeof getMessages>('/api/Message/messages'),
  send: callAt<typeof sendMessage>('/api/Message/send'),
  read: callAt<typeof markRead>('/api/Message/read'),
  unread: callAt<typeof getUnread>('/api/Message/unread'),
} as const;

export type Listed = CallOutput<typeof getConversations>[number];
export type Head = CallOutput<typeof getConversation>;
export type Message = CallOutput<typeof sendMessage>;
export type ReadMark = CallOutput<typeof getMessages>['read'];

/** What the contract says; said here since its module would bring the schemas along. */
export const longestMessage = 1000;
export const mostPictures = 9;
export const mostFiles = 5;

/** What is told when something happened in this conversation. */
export const topicOf = (conversationId: string) => `messages/${conversationId}`;
/** … when the other side has read on; */
export const readTopicOf = (conversationId: string) => `messages-read/${conversationId}`;
/** … when whether one may write, or what is covered, may have changed. */
export const headTopicOf = (conversationId: string) => `conversation/${conversationId}`;
export const isMessageTopic = (topic: string | null) => topic === null || topic.startsWith('messages/');
