import { z } from 'zod';
import { defineCall } from './call.ts';
import { documents, images, paging, text } from './fields.ts';
import { evidencePicture } from './order-disputes.ts';
import { orderNid } from './orders.ts';
import { optional, recordId } from './wire.ts';

/** Conversations between the owner of a demand and one bidder or provider (feature Z-09). */

/** seconds since 1970 */
const time = z.number().int();

export const messageFields = {
  content: text({ label: '消息', max: [1000, '消息最多1000字'], rows: 1, example: '侧板用 18 厘还是 25 厘？' }),
  pictures: images({ label: '图片', max: 9, example: '' }),
  files: documents({ label: '文件', max: 5, example: '' }),
} as const;

const partner = z.object({
  nickname: z.string(),
  avatarUrl: z.string(),
  certified: z.boolean(),
  /** of the shop that they keep; '' where there is none */
  shopId: z.string(),
});

const conversation = {
  id: z.string(),
  demandNid: z.string(),
  /** of the demand */
  name: z.string(),
  /** key in the stage catalogue */
  stage: z.string(),
  orderStatus: z.number().int(),
  demandStatusName: z.string(),
  /** what the reader is to it */
  role: z.enum(['owner', 'provider', 'bidder']),
  partner,
  /** messages of the other side that the reader has not read */
  unread: z.number().int(),
};

export const openConversation = defineCall({
  path: '/api/Message/open',
  auth: 'user',
  input: z.object({
    demandNid: orderNid('需求编号'),
    /** whose bidder the owner wants to speak to; without it, the provider */
    tenderId: optional(recordId('投标编号')),
  }),
  output: z.object({ conversationId: z.string() }),
  summary: 'The conversation about a demand with one bidder, with the provider, or with its owner.',
});

const listed = z.object({
  ...conversation,
  last: z.object({
    mine: z.boolean(),
    /** of the newest message; '' when it has attachments alone */
    content: z.string(),
    pictures: z.number().int(),
    files: z.number().int(),
    time,
  }),
});

export const getConversations = defineCall({
  path: '/api/Message/list',
  auth: 'user',
  input: z.object(paging(20)),
  output: z.array(listed),
  paged: true,
  summary: 'Conversations of the caller in which something was said, the newest first.',
});

export const getConversation = defineCall({
  path: '/api/Message/conversation',
  auth: 'user',
  input: z.object({ conversationId: recordId('对话编号') }),
  output: z.object({
    ...conversation,
    /** whether the reader may write now, and why not */
    writing: z.object({ enabled: z.boolean(), reason: z.string() }),
    /** the other side does not see contact details that the reader writes, and the other way round */
    masking: z.boolean(),
  }),
  summary: 'One conversation of the caller: about what, with whom, and whether one may write.',
});

const message = z.object({
  id: z.string(),
  /** place in the conversation, from 1 */
  seq: z.number().int(),
  mine: z.boolean(),
  content: z.string(),
  /** contact details in it were covered: for the reader, or for the other side when it is the reader's own */
  masked: z.boolean(),
  /** an operator has hidden it: nothing of it is told any more */
  hidden: z.boolean(),
  pictures: z.array(evidencePicture),
  files: z.array(z.object({ name: z.string(), url: z.string() })),
  time,
  /** made by the sender's page; '' for the other side's */
  clientId: z.string(),
});

const place = optional(z.coerce.number('位置有误').int('位置有误').min(0, '位置有误').max(1_000_000_000, '位置有误'));

export const getMessages = defineCall({
  path: '/api/Message/messages',
  auth: 'user',
  input: z.object({
    conversationId: recordId('对话编号'),
    /** those before this place; without it and `after`, the newest */
    before: place,
    /** those after this place, the oldest first */
    after: place,
  }),
  output: z.object({
    /** in the order in which they were said */
    messages: z.array(message),
    /** there are others further on in the direction that was asked for */
    more: z.boolean(),
    /** places of all that an operator has hidden in the conversation: who has one of them as it was reads it again, and the other way round */
    hidden: z.array(z.number().int()),
    /** how far the other side has read, and when it last did; null when it has read nothing */
    read: z.object({ seq: z.number().int(), time }).nullable(),
  }),
  summary: 'Up to 30 messages of a conversation of the caller.',
});

export const sendMessage = defineCall({
  path: '/api/Message/send',
  auth: 'user',
  input: z.object({
    conversationId: recordId('对话编号'),
    content: messageFields.content.schema,
    pictures: messageFields.pictures.schema,
    files: messageFields.files.schema,
    /** made once per message: sent again it is the same message */
    clientId: z.string('请提供 clientId').regex(/^[\w-]{8,64}$/, 'clientId 有误'),
  }),
  output: message,
  summary: 'Says something in a conversation of the caller; its files are private uploads.',
});

export const markRead = defineCall({
  path: '/api/Message/read',
  auth: 'user',
  input: z.object({
    conversationId: recordId('对话编号'),
    seq: z.coerce.number('位置有误').int('位置有误').min(0, '位置有误').max(1_000_000_000, '位置有误'),
  }),
  output: z.object({ unread: z.number().int() }),
  summary: 'Says how far the caller has read; answers with what is unread in all conversations.',
});

export const getUnread = defineCall({
  path: '/api/Message/unread',
  auth: 'user',
  input: z.object({}),
  output: z.object({ unread: z.number().int() }),
  summary: 'How many messages in all conversations the caller has not read.',
});
