import { kindsOf, noticeGroupKeys, noticeGroups, noticeKinds, noticeSays } from '../../../contract/notice-kinds.ts';
import {
  type Notice,
  noticeList,
  noticesAfter,
  noticesAtMost,
  noticeSettings,
  type NoticeSettings,
  readNotices,
  saveNoticeSettings,
} from '../../../contract/notices.ts';
import { Refusal } from '../../../contract/errors.ts';
import { seconds } from '../../../contract/wire.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { inTransaction } from '../../db/transaction.ts';
import { tellUser } from '../../live/topics.ts';
import { lastSeq, markRead, newestNotices, noticePage, noticesSince, unreadCount } from './queries.ts';
import type { NoticeRow } from './tables.ts';
import { textedGroups } from './write.ts';

/** shown in the panel */
const newest = 10;

function present({ id, seq, kind, facts, count, at, read_at }: NoticeRow): Notice {
  return {
    id,
    seq,
    kind,
    group: noticeKinds[kind].group,
    ...noticeSays(kind, facts, count),
    count,
    time: seconds(at),
    read: read_at !== null,
  };
}

async function settingsOf({ db, caller, sms }: SignedInContext): Promise<NoticeSettings> {
  const texted = await textedGroups(db, [caller.userId]);
  // Of the console's nothing is texted, so there is nothing to set.
  const groups = noticeGroupKeys.filter((group) => group !== 'desk');
  return {
    groups: groups.map((group) => ({
      group,
      name: noticeGroups[group].name,
      about: [...new Set(kindsOf(group).map((kind) => noticeKinds[kind].name))].join('、'),
      sms: texted(caller.userId, group),
      mayText: noticeGroups[group].sms !== 'never',
    })),
    smsNote: sms.note,
  };
}

export const noticeCalls: AnyImplementation[] = [
  implement(noticeList, async ({ group, unread, ...page }, { db, caller }) => {
    const { rows, count } = await noticePage(db, caller.userId, { group, unread: unread === '1', ...page });
    return { data: rows.map(present), page: { count, ...page } };
  }),
  implement(noticesAfter, async ({ after }, { db, caller }) => {
    if (!caller) return { data: { items: [], more: false, seq: 0, unread: 0 } };
    const { userId } = caller;
    const [found, unread] = await Promise.all([
      after === undefined ? newestNotices(db, userId, newest) : noticesSince(db, userId, after, noticesAtMost + 1),
      unreadCount(db, userId),
    ]);
    const rows = found.slice(0, noticesAtMost);
    // Of these, not of all: one that is written meanwhile is not among them, and comes at the next asking.
    const seq = (after === undefined ? rows[0]?.seq : rows.at(-1)?.seq) ?? after ?? 0;
    return { data: { items: rows.map(present), more: found.length > rows.length, seq, unread } };
  }),
  implement(readNotices, async ({ id, seq, group }, { db, caller: { userId }, bus, now }) => {
    if (id === undefined && seq === undefined)
      throw new Refusal('invalid_input', undefined, { id: '请指明哪一条消息，或读到哪一条' });
    await markRead(db, userId, { id, seq, group }, now);
    // The person's other open pages count anew.
    const last = await lastSeq(db, userId);
    await inTransaction(db, async (tx) => tellUser(tx, bus, userId, `notice/${last}`));
    return { data: { unread: await unreadCount(db, userId) } };
  }),
  implement(noticeSettings, async (_input, context) => ({ data: await settingsOf(context) })),
  implement(saveNoticeSettings, async ({ group, sms }, context) => {
    if (noticeGroups[group].sms === 'never')
      throw new Refusal('invalid_input', undefined, { group: `${noticeGroups[group].name}类消息不发短信` });
    await context.db
      .insertInto('notice_settings')
      .values({ user_id: context.caller.userId, notice_group: group, sms: sms === '1' })
      .onConflict((conflict) => conflict.columns(['user_id', 'notice_group']).doUpdateSet({ sms: sms === '1' }))
      .execute();
    return { data: await settingsOf(context) };
  }),
];
