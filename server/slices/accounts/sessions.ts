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

/** Opens a session and gives its token: 256 random bits, of which the database keeps the hash only. */
export async function openSession(
  db: Tx | Kysely<DB>,
  userId: string,
  from: Pick<Incoming, 'address' | 'userAgent'>,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('sessions')
    .values({
      id: uuidv7(),
      user_id: userId,
      token_hash: hashOf(token),
      created_at: now,
      expires_at: new Date(now.getTime() + sessionLifetime * 1000),
      address: from.address,
      user_agent: from.userAgent.slice(0, 300),
    })
    .execute();
  return token;
}

interface Found {
  caller: Caller;
  expiresAt: Date;
}

async function find(db: Kysely<DB>, token: string, now: Date): Promise<Found | undefined> {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.user_id', 's.expires_at', 'u.account_type', 'u.operator_roles'])
    .where('s.token_hash', '=', hashOf(token))
    .where('s.expires_at', '>', now)
    .where('u.status', '=', 1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id: sessionId, user_id: userId, account_type: accountType, operator_roles: operatorRoles } = row;
  return { caller: { userId, sessionId, accountType, operatorRoles }, expiresAt: row.expires_at };
}

/** What the bus is told when sessions have ended. */
const sessionsTag = 'sessions';

/** Milliseconds that a caller is taken from memory without asking again. */
const remembered = 3000;
const callersKept = 10_000;

/**
 * Who a token belongs to: one indexed query, whose answer is good for three seconds, or until the bus tells that sessions
 * have ended. So one that was ended is ended at once on this process and, by the bus, on the others; where nothing
 * connects them, three seconds later.
 */
export function rememberCallers(bus: Bus): Authenticate {
  const known = new Map<string, Found & { since: number }>();
  let generation = 0;
  bus.subscribe(({ tags }) => {
    if (!tags.includes(sessionsTag)) return;
    generation += 1;
    known.clear();
  });
  return async ({ db }, token, now) => {
    if (!tokenShape.test(token)) return null;
    const before = known.get(token);
    const age = now.getTime() - (before?.since ?? 0);
    if (before && age >= 0 && age < remembered && before.expiresAt > now) return before.caller;
    known.delete(token);
    const asked = generation;
    const found = await find(db, token, now);
    if (!found) return null;
    // Sessions ended while this one was being asked for: the answer may be from before.
    if (asked === generation) {
      if (known.size >= callersKept) known.delete(known.keys().next().value as string);
      known.set(token, { ...found, since: now.getTime() });
    }
    return found.caller;
  };
}

export async function endSession(db: Kysely<DB>, bus: Bus, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
  bus.publish({ tags: [sessionsTag] });
}

/** Ends every session of a user but the one given. */
export async function endOtherSessions(tx: Tx, bus: Bus, userId: string, kept?: string): Promise<void> {
  let ended = tx.deleteFrom('sessions').where('user_id', '=', userId);
  if (kept !== undefined) ended = ended.where('id', '<>', kept);
  await ended.execute();
  onCommit(tx, () => bus.publish({ tags: [sessionsTag] }));
}
