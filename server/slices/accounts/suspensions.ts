import type { Kysely } from 'kysely';
import { Refusal } from '../../../contract/errors.ts';
import type { Services } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { accountReleased, accountSuspended } from './events.ts';
import { endOtherSessions } from './sessions.ts';
import { lockStanding, userStatus } from './standing.ts';
import type { AccountSuspensionRow, UserRow } from './tables.ts';

type Ground = Pick<Services, 'outbox' | 'bus'>;

/** Keeps somebody out from now on: their sessions end with the commit. Throws state_conflict for who is out already. */
export async function suspend(
  tx: Tx,
  { outbox, bus }: Ground,
  given: { userId: string; reason: string; until: Date | null; byId: string; now: Date },
): Promise<AccountSuspensionRow> {
  const { userId, reason, until, byId, now } = given;
  const user = await lockStanding(tx, userId);
  if (!user || user.status === userStatus.closed) throw new Refusal('state_conflict', '该账号已注销');
  if (user.status === userStatus.stopped) throw new Refusal('state_conflict', '该账号已经停用，请刷新后再看');
  await tx.updateTable('users').set({ status: userStatus.stopped }).where('id', '=', userId).execute();
  const row = await tx
    .insertInto('account_suspensions')
    .values({
      id: newId(now),
      user_id: userId,
      reason,
      began_at: now,
      until,
      by_id: byId,
      ended_at: null,
      ended_by: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await endOtherSessions(tx, bus, userId);
  await outbox.emit(tx, accountSuspended, { userId, suspensionId: row.id });
  return row;
}

/** Lets somebody in again: lifted by an operator, or (`byId` null) since the time is over. Null when nobody keeps them out. */
export async function release(
  tx: Tx,
  { outbox }: Pick<Ground, 'outbox'>,
  given: { userId: string; reason: string; byId: string | null; now: Date },
): Promise<AccountSuspensionRow | null> {
  const { userId, reason, byId, now } = given;
  await lockStanding(tx, userId);
  const row = await tx
    .updateTable('account_suspensions')
    .set({ ended_at: now, ended_by: byId, end_reason: reason, settled: false })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(byId === null, (query) => query.where('until', '<=', now))
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  await tx
    .updateTable('users')
    .set({ status: userStatus.open })
    .where('id', '=', userId)
    .where('status', '=', userStatus.stopped)
    .execute();
  await outbox.emit(tx, accountReleased, { userId, suspensionId: row.id });
  return row;
}

export const standingSuspension = (db: Kysely<DB> | Tx, userId: string): Promise<AccountSuspensionRow | undefined> =>
  db
    .selectFrom('account_suspensions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();

/** All of one person, the newest first. */
export const suspensionsOf = (db: Kysely<DB>, userId: string): Promise<AccountSuspensionRow[]> =>
  db
    .selectFrom('account_suspensions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(20)
    .execute();

export const suspensionById = (db: Kysely<DB>, id: string): Promise<AccountSuspensionRow | undefined> =>
  db.selectFrom('account_suspensions').selectAll().where('id', '=', id).executeTakeFirst();

/** Whose time is over. */
export const overdueSuspensions = (db: Kysely<DB>, now: Date) =>
  db
    .selectFrom('account_suspensions')
    .select('user_id')
    .where('ended_at', 'is', null)
    .where('until', '<=', now)
    .orderBy('until')
    .limit(500)
    .execute();

/** What is still to be hidden or shown, one of them locked. */
export const lockUnsettled = (tx: Tx, id: string): Promise<AccountSuspensionRow | undefined> =>
  tx
    .selectFrom('account_suspensions')
    .selectAll()
    .where('id', '=', id)
    .where('settled', '=', false)
    .forUpdate()
    .executeTakeFirst();

/** Of everybody, or of one person, the oldest first. */
export const unsettledSuspensions = (db: Kysely<DB>, userId?: string) =>
  db
    .selectFrom('account_suspensions')
    .select(['id', 'user_id'])
    .where('settled', '=', false)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId as string))
    .orderBy('began_at')
    .orderBy('id')
    .execute();

export async function noteSteps(
  tx: Tx,
  id: string,
  steps: Partial<Pick<AccountSuspensionRow, 'done' | 'settled'>>,
): Promise<void> {
  await tx.updateTable('account_suspensions').set(steps).where('id', '=', id).execute();
}

const minuteOf = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** 至2026年11月23日 18:00; '' for an open end. */
export function untilText(until: Date | null): string {
  if (until === null) return '';
  const parts = new Map(minuteOf.formatToParts(until).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `至${part('year')}年${part('month')}月${part('day')}日 ${part('hour')}:${part('minute')}`;
}

type Entry = { db: Kysely<DB>; outbox: Services['outbox'] };
type Standing = Pick<UserRow, 'id' | 'status'>;

/** Lets in whose time is over, and gives the account as it stands then. */
export async function releaseOverdue<User extends Standing>(
  { db, outbox }: Entry,
  user: User,
  now: Date,
): Promise<User> {
  if (user.status !== userStatus.stopped) return user;
  const given = { userId: user.id, reason: '', byId: null, now };
  const released = await inTransaction(db, (tx) => release(tx, { outbox }, given));
  return released ? { ...user, status: userStatus.open } : user;
}

/** For somebody who has proven to be the owner: the same, and whoever is still kept out learns why and until when. */
export async function admitted<User extends Standing>(entry: Entry, found: User, now: Date): Promise<User> {
  const user = await releaseOverdue(entry, found, now);
  if (user.status !== userStatus.stopped) return user;
  const standing = await standingSuspension(entry.db, user.id);
  const why = standing ? `${untilText(standing.until)}，原因：${standing.reason}。` : '，';
  throw new Refusal('not_allowed', `该账号已停用${why}如有疑问请联系客服`);
}
