import type { Kysely } from 'kysely';
import { kindsOf, type NoticeGroup } from '../../../contract/notice-kinds.ts';
import { unreadAtMost } from '../../../contract/notices.ts';
import { offsetOf, type Page } from '../../db/page.ts';
import type { DB } from '../../db/schema.ts';
import type { NoticeRow } from './tables.ts';

const own = (db: Kysely<DB>, userId: string) => db.selectFrom('notices').where('user_id', '=', userId);

export async function noticePage(
  db: Kysely<DB>,
  userId: string,
  { group, unread, ...page }: Page & { group?: NoticeGroup; unread: boolean },
): Promise<{ rows: NoticeRow[]; count: number }> {
  const wanted = own(db, userId)
    .$if(unread, (query) => query.where('read_at', 'is', null))
    .$if(group !== undefined, (query) => query.where('kind', 'in', kindsOf(group as NoticeGroup)));
  const [rows, { count }] = await Promise.all([
    wanted.selectAll().orderBy('seq', 'desc').limit(page.pageSize).offset(offsetOf(page)).execute(),
    wanted.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows, count };
}

export async function newestNotices(db: Kysely<DB>, userId: string, most: number): Promise<NoticeRow[]> {
  return own(db, userId).selectAll().orderBy('seq', 'desc').limit(most).execute();
}

/** In the order of their numbers. */
export async function noticesSince(db: Kysely<DB>, userId: string, after: number, most: number): Promise<NoticeRow[]> {
  return own(db, userId).selectAll().where('seq', '>', after).orderBy('seq').limit(most).execute();
}

export async function lastSeq(db: Kysely<DB>, userId: string): Promise<number> {
  const head = await db.selectFrom('notice_heads').select('last_seq').where('user_id', '=', userId).executeTakeFirst();
  return head?.last_seq ?? 0;
}

/** Up to a hundred: more is not told apart. */
export async function unreadCount(db: Kysely<DB>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom(own(db, userId).select('seq').where('read_at', 'is', null).limit(unreadAtMost).as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** One, or all up to a number. What was read before keeps its time. */
export async function markRead(
  db: Kysely<DB>,
  userId: string,
  { id, seq, group }: { id?: string; seq?: number; group?: NoticeGroup },
  now: Date,
): Promise<void> {
  await db
    .updateTable('notices')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id as string))
    .$if(seq !== undefined, (query) => query.where('seq', '<=', seq as number))
    .$if(group !== undefined, (query) => query.where('kind', 'in', kindsOf(group as NoticeGroup)))
    .execute();
}
