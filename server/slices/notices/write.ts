import { type Kysely, sql } from 'kysely';
import {
  alwaysTexted,
  type NoticeFacts,
  type NoticeGroup,
  noticeGroups,
  type NoticeKind,
  noticeKinds,
  noticeSays,
} from '../../../contract/notice-kinds.ts';
import { v7 as uuid } from 'uuid';
import type { Services } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { tellUser } from '../../live/topics.ts';
import { closedAmong } from '../accounts/standing.ts';
import { outOfQuiet } from './quiet.ts';

/** What one person is to be told. */
export interface Told {
  userId: string;
  kind: NoticeKind;
  /** of what happened: nobody is told of it twice, and of several with one cause the first counts */
  cause: string;
  facts: NoticeFacts;
  /** what it is about, for kinds that are one notice while unread */
  bundle?: string;
  /** who did it: is not told */
  actorId?: string | null;
}

/** people told in one transaction */
const batch = 500;

/** Tells them, in this order, whoever is still there, was not told of the same cause before and did not do it themselves. */
export async function writeNotices(services: Services, told: readonly Told[]): Promise<void> {
  for (let from = 0; from < told.length; from += batch) {
    const some = told.slice(from, from + batch);
    await inTransaction(services.db, (tx) => writeNoticesIn(tx, services, some));
  }
}

interface Entry extends Told {
  id: string;
  seq: number;
  count: number;
}

/** The same in the caller's transaction, for some hundreds at most. Gives those who had not been told before. */
export async function writeNoticesIn(
  tx: Tx,
  { bus, clock }: Pick<Services, 'bus' | 'clock'>,
  told: readonly Told[],
): Promise<Told[]> {
  const now = clock.now();
  const gone = await closedAmong(
    tx,
    told.map(({ userId }) => userId),
  );
  const due = told.filter(({ userId, actorId }) => userId !== actorId && !gone.has(userId));
  const fresh = due.length === 0 ? [] : await notYetTold(tx, due, now);
  if (fresh.length === 0) return [];
  const entries = await numbered(tx, bundled(fresh), now);
  const { rows } = await sql<{ id: string; added: boolean }>`
    insert into notices as n (id, user_id, seq, kind, bundle, facts, count, at)
    select * from jsonb_to_recordset(${JSON.stringify(
      entries.map(({ id, userId, seq, kind, bundle, facts, count }) => ({
        id,
        user_id: userId,
        seq,
        kind,
        bundle: bundle ?? null,
        facts,
        count,
        at: now.toISOString(),
      })),
    )}::jsonb) as t (id uuid, user_id uuid, seq int8, kind text, bundle text, facts jsonb, count int, at timestamptz)
    on conflict (user_id, kind, bundle) where read_at is null and bundle is not null
      do update set seq = excluded.seq, facts = excluded.facts, count = n.count + excluded.count, at = excluded.at
    returning id, xmax <> 0 as added`.execute(tx);
  const made = new Set(rows.filter(({ added }) => !added).map(({ id }) => id));
  await deliver(
    tx,
    entries.filter(({ id }) => made.has(id)),
    now,
  );
  const newest = new Map(entries.map(({ userId, seq }) => [userId, seq]));
  for (const [userId, seq] of newest) tellUser(tx, bus, userId, `notice/${seq}`);
  return fresh;
}

const keyOf = ({ userId, cause }: Told) => `${userId} ${cause}`;

async function notYetTold(tx: Tx, told: readonly Told[], now: Date): Promise<Told[]> {
  const wanted = new Map<string, Told>();
  // Who has two parts in one thing is told as what comes first.
  for (const one of told) if (!wanted.has(keyOf(one))) wanted.set(keyOf(one), one);
  const rows = await tx
    .insertInto('notice_causes')
    // One order for all who write, or two of them could wait for each other.
    .values(
      [...wanted]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([, { userId, cause }]) => ({ user_id: userId, cause, at: now })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['user_id', 'cause'])
    .execute();
  const fresh = new Set(rows.map(({ user_id, cause }) => `${user_id} ${cause}`));
  return [...wanted.values()].filter((one) => fresh.has(keyOf(one)));
}

/** Those that are one notice become one here already, with the facts of the newest. */
function bundled(told: readonly Told[]): (Told & { count: number })[] {
  const groups = new Map<string, Told & { count: number }>();
  for (const [index, one] of told.entries()) {
    const key = one.bundle === undefined ? String(index) : `${one.userId} ${one.kind} ${one.bundle}`;
    const before = groups.get(key);
    // What grows moves to the end.
    groups.delete(key);
    groups.set(key, { ...one, count: (before?.count ?? 0) + 1 });
  }
  return [...groups.values()];
}

async function numbered(tx: Tx, told: readonly (Told & { count: number })[], now: Date): Promise<Entry[]> {
  const wanted = new Map<string, number>();
  for (const { userId } of told) wanted.set(userId, (wanted.get(userId) ?? 0) + 1);
  const heads = await tx
    .insertInto('notice_heads')
    .values(
      [...wanted]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([user_id, last_seq]) => ({ user_id, last_seq })),
    )
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ last_seq: sql`notice_heads.last_seq + excluded.last_seq` }),
    )
    .returning(['user_id', 'last_seq'])
    .execute();
  const next = new Map(heads.map(({ user_id, last_seq }) => [user_id, last_seq - (wanted.get(user_id) ?? 0)]));
  return told.map((one) => {
    const seq = (next.get(one.userId) ?? 0) + 1;
    next.set(one.userId, seq);
    return { ...one, id: newId(now), seq };
  });
}

/** Everything is handed to the channel of notices; what is pressing is texted too, where the person did not switch it off. */
async function deliver(tx: Tx, entries: readonly Entry[], now: Date): Promise<void> {
  if (entries.length === 0) return;
  const texted = await textedGroups(
    tx,
    entries.map(({ userId }) => userId),
  );
  // Ids in the order of the notices also within a moment of the clock: they are handed over in it.
  const rows = entries.flatMap(({ userId, kind, facts, cause, count }) => {
    const { title, text, link } = noticeSays(kind, facts, count);
    const common = { user_id: userId, cause, kind, title, words: text, link, at: now };
    const sms = alwaysTexted(kind) || texted(userId, noticeKinds[kind].group);
    return [
      { id: uuid(), channel: 'push' as const, ...common, due_at: now },
      ...(sms ? [{ id: uuid(), channel: 'sms' as const, ...common, due_at: outOfQuiet(now) }] : []),
    ];
  });
  await tx.insertInto('notice_deliveries').values(rows).execute();
}

/** Which groups of notices are texted to whom. */
export async function textedGroups(
  db: Kysely<DB> | Tx,
  userIds: readonly string[],
): Promise<(userId: string, group: NoticeGroup) => boolean> {
  const rows = await db
    .selectFrom('notice_settings')
    .selectAll()
    .where('user_id', 'in', [...new Set(userIds)])
    .execute();
  const own = new Map(rows.map(({ user_id, notice_group, sms }) => [`${user_id} ${notice_group}`, sms]));
  return (userId, group) => {
    const { sms } = noticeGroups[group];
    return sms !== 'never' && (own.get(`${userId} ${group}`) ?? sms === 'on');
  };
}
