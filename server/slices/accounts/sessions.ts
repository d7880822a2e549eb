import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { sessionLifetime } from '../../../contract/accounts.ts';
import type { Bus } from '../../bus.ts';
import type { Authenticate, Caller, Incoming } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { onCommit, type Tx } from '../../db/transaction.ts';

const tokenShape = /^[\w-]{43}$/;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Opens a session and gives its id and token: 256 random bits, of which the database keeps the hash only. */
export async function openSession(
  db: Tx | Kysely<DB>,
  userId: string,
  from: Pick<Incoming, 'address' | 'userAgent'>,
  now: Date,
): Promise<{ id: string; token: string }> {
  const token = randomBytes(32).toString('base64url');
  const id = uuidv7();
  await db
    .insertInto('sessions')
    .values({
      id,
      user_id: userId,
      token_hash: hashOf(token),
      created_at: now,
      expires_at: new Date(now.getTime() + sessionLifetime * 1000),
      address: from.address,
      user_agent: from.userAgent.slice(0, 300),
      seen_at: now,
    })
    .execute();
  return { id, token };
}

/** Milliseconds between two notes of when a session was last heard of. */
const seenEvery = 10 * 60_000;

interface Found {
  caller: Caller;
  expiresAt: Date;
}

/** Looks up one kind of session by its token. @param heard that it was heard of is noted */
export type FindCaller = (db: Kysely<DB>, token: string, now: Date, heard: boolean) => Promise<Found | undefined>;

/** A person's own session, which gives no operator's right to anybody. */
export const findPerson: FindCaller = async (db, token, now, heard) => {
  if (!tokenShape.test(token)) return undefined;
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.user_id', 's.expires_at', 's.seen_at', 'u.account_type'])
    .where('s.token_hash', '=', hashOf(token))
    .where('s.expires_at', '>', now)
    .where('u.status', '=', 1)
    .executeTakeFirst();
  if (!row) return undefined;
  if (heard && now.getTime() - row.seen_at.getTime() >= seenEvery)
    await db
      .updateTable('sessions')
      .set({ seen_at: now })
      .where('id', '=', row.id)
      .where('seen_at', '=', row.seen_at)
      .execute();
  const { id: sessionId, user_id: userId, account_type: accountType } = row;
  const caller = { userId, sessionId, accountType, operates: false, operatorRoles: [] };
  return { caller, expiresAt: row.expires_at };
};

/** What the bus is told when sessions have ended, and whose. */
const sessionsTag = 'sessions';
export const sessionsEnded = (userId: string) => ({ tags: [sessionsTag, `${sessionsTag}:${userId}`] });

/** Whose sessions have ended, by a tag of the bus; null for any other. */
export const endedOf = (tag: string): string | null =>
  tag.startsWith(`${sessionsTag}:`) ? tag.slice(sessionsTag.length + 1) : null;

/** Milliseconds that a caller is taken from memory without asking again. */
const remembered = 3000;
const callersKept = 10_000;

/**
 * Who a token belongs to, by the first kind of session that knows it: one indexed query, whose answer is good for three
 * seconds, or until the bus tells that sessions have ended. So one that was ended is ended at once on this process and, by
 * the bus, on the others; where nothing connects them, three seconds later. Operators are few, and what they may do is
 * much: they are asked for every time, since the command line, which no bus reaches, ends their sessions too.
 */
export function rememberCallers(bus: Bus, kinds: readonly FindCaller[]): Authenticate {
  const known = new Map<string, Found & { since: number }>();
  let generation = 0;
  bus.subscribe(({ tags }) => {
    if (!tags.includes(sessionsTag)) return;
    generation += 1;
    known.clear();
  });
  return async ({ db }, token, now, heard = true) => {
    const before = known.get(token);
    const age = now.getTime() - (before?.since ?? 0);
    if (before && age >= 0 && age < remembered && before.expiresAt > now) return before.caller;
    known.delete(token);
    const asked = generation;
    let found: Found | undefined;
    for (const find of kinds) found ??= await find(db, token, now, heard);
    if (!found) return null;
    // Sessions ended while this one was being asked for: the answer may be from before.
    if (asked === generation && !found.caller.operates) {
      if (known.size >= callersKept) known.delete(known.keys().next().value as string);
      known.set(token, { ...found, since: now.getTime() });
    }
    return found.caller;
  };
}

/** Ends one session of a user; one that has ended is none. */
export async function endSession(
  db: Kysely<DB>,
  bus: Bus,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  // Every process forgets all its callers at that word.
  if (numDeletedRows > 0n) bus.publish(sessionsEnded(userId));
}

/** Ends every session of a user but the one given; gives how many there were. */
export async function endOtherSessions(tx: Tx, bus: Bus, userId: string, kept?: string): Promise<number> {
  let gone = tx.deleteFrom('sessions').where('user_id', '=', userId);
  if (kept !== undefined) gone = gone.where('id', '<>', kept);
  const { numDeletedRows } = await gone.executeTakeFirst();
  onCommit(tx, () => bus.publish(sessionsEnded(userId)));
  return Number(numDeletedRows);
}
