import { z } from 'zod';
import { defineCall } from './call.ts';
import { paging } from './fields.ts';
import { noticeGroupKeys } from './notice-kinds.ts';
import { anyOf, optional, recordId } from './wire.ts';

/** Calls about a person's own notices (feature Z-08); where the specification has none the names are ours. */

const notice = z.object({
  id: z.string(),
  /** grows by one with each of a person's notices; one that is added to while it is unread gets a new one */
  seq: z.number().int(),
  kind: z.string(),
  group: z.enum(noticeGroupKeys),
  title: z.string(),
  text: z.string(),
  /** path below the base */
  link: z.string(),
  /** causes that it stands for */
  count: z.number().int(),
  time: z.number().int(),
  read: z.boolean(),
});
export type Notice = z.output<typeof notice>;

export const noticePageSize = 20;
/** Counted up to here: more is shown as 99+. */
export const unreadAtMost = 100;

const group = anyOf(noticeGroupKeys, '消息类别不在可选范围内');

export const noticeList = defineCall({
  path: '/api/Notice/list',
  auth: 'signed-in',
  input: z.object({
    group,
    /** 1: only what was not read yet */
    unread: anyOf(['0', '1'], 'unread须为0或1'),
    ...paging(noticePageSize, 50),
  }),
  output: z.array(notice),
  paged: true,
  summary: 'One’s own notices, newest first',
});

const seq = z.coerce.number('序号须为整数').int('序号须为整数').min(0, '序号有误');

export const noticesAtMost = 50;

/**
 * For an open page: what it starts with, and what it has missed since. A visitor has nothing: an old login must not lead a
 * reader to the sign-in page.
 */
export const noticesAfter = defineCall({
  path: '/api/Notice/after',
  auth: 'anyone',
  input: z.object({ after: optional(seq) }),
  output: z.object({
    /** after the given number in the order of their numbers, at most 50; without one the newest ten */
    items: z.array(notice),
    /** there are more: ask again at once */
    more: z.boolean(),
    /** the highest number among these, else the given one: what to ask after the next time */
    seq: z.number().int(),
    unread: z.number().int(),
  }),
  summary: 'Notices after a number, or the newest ten, and how many are unread (up to 100)',
});

export const readNotices = defineCall({
  path: '/api/Notice/read',
  auth: 'signed-in',
  input: z.object({
    /** one; without it all up to `seq` */
    id: optional(recordId('消息编号')),
    seq: optional(seq),
    group,
  }),
  output: z.object({ unread: z.number().int() }),
  summary: 'Marks one notice, or all up to a number (of a group), as read',
});

const settings = z.object({
  groups: z.array(
    z.object({
      group: z.enum(noticeGroupKeys),
      name: z.string(),
      /** kinds in it, in words */
      about: z.string(),
      sms: z.boolean(),
      /** false where notices of the group are never texted */
      mayText: z.boolean(),
    }),
  ),
  /** said where text messages do not reach a telephone; else '' */
  smsNote: z.string(),
});
export type NoticeSettings = z.output<typeof settings>;

export const noticeSettings = defineCall({
  path: '/api/Notice/settings',
  auth: 'user',
  input: z.object({}),
  output: settings,
  summary: 'Which groups of notices are also sent as text messages',
});

export const saveNoticeSettings = defineCall({
  path: '/api/Notice/saveSettings',
  auth: 'user',
  input: z.object({
    group: z.enum(noticeGroupKeys, '消息类别不在可选范围内'),
    sms: z.enum(['0', '1'], 'sms须为0或1'),
  }),
  output: settings,
  summary: 'Switches the text messages of one group of notices on (1) or off (0)',
});
