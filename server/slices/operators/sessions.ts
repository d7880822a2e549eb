import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { operatorIdle, operatorSessionLifetime } from '../../../contract/operator/sign-in.ts';
import type { Bus } from '../../bus.ts';
import type { Incoming } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { onCommit, type Tx } from '../../db/transaction.ts';
import { type FindCaller, sessionsEnded } from '../accounts/sessions.ts';

/** Told from a person's token by its head: neither door opens with the other's key. */
const head = 'op.';
const tokenShape = /^op\.[\w-]{43}$/;

export const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Opens a session for whoever has given password and code; gives its token and when it ends. */
export async function openOperatorSession(
  db: Tx | Kysely<DB>,
  operatorId: string,
  from: Pick<Incoming, 'address' | 'userAgent'>,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const token = head + randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + operatorSessionLifetime * 1000);
  await db
    .insertInto('operator_sessions')
    .values({
      id: uuidv7(),
      operator_id: operatorId,
      token_hash: hashOf(token),
      created_at: now,
      expires_at: expiresAt,
      seen_at: now,
      address: from.address,
      user_agent: from.userAgent.slice(0, 300),
    })
    .execute();
  return { token, expiresAt };
}

/** Whether a session of the console still lasts, of an operator who is in use. */
export async function operatorSessionLasts(db: Kysely<DB>, sessionId: string, now: Date): Promise<boolean> {
  const row = await lasting(db, now).select('s.id').where('s.id', '=', sessionId).executeTakeFirst();
  return row !== undefined;
}

const lasting = (db: Kysely<DB>, now: Date) =>
  db
    .selectFrom('operator_sessions as s')
    .innerJoin('operators as o', 'o.id', 's.operator_id')
    .where('s.expires_at', '>', now)
    .where('s.seen_at', '>', new Date(now.getTime() - operatorIdle * 1000))
    .where('o.status', '=', 1);

/** Milliseconds between two notes of when a session was last heard of. */
const seenEvery = 60_000;

/** Who an operator's token belongs to; a session that was idle too long is none. */
export const findOperatorCaller: FindCaller = async (db, token, now, heard) => {
  if (!tokenShape.test(token)) return undefined;
  const row = await lasting(db, now)
    .select(['s.id', 's.operator_id', 's.expires_at', 's.seen_at', 'o.roles'])
    .where('s.token_hash', '=', hashOf(token))
    .executeTakeFirst();
  if (!row) return undefined;
  if (heard && now.getTime() - row.seen_at.getTime() >= seenEvery)
    await db
      .updateTable('operator_sessions')
      .set({ seen_at: now })
      .where('id', '=', row.id)
      .where('seen_at', '=', row.seen_at)
      .execute();
  const { id: sessionId, operator_id: userId, roles: operatorRoles } = row;
  return { caller: { userId, sessionId, accountType: 1, operates: true, operatorRoles }, expiresAt: row.expires_at };
};

/** Sessions of one operator that last, the one heard of last first. */
export function liveOperatorSessions(db: Kysely<DB>, operatorId: string, now: Date) {
  return lasting(db, now)
    .select(['s.id', 's.user_agent', 's.address', 's.created_at', 's.seen_at'])
    .where('s.operator_id', '=', operatorId)
    .orderBy('s.seen_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(100)
    .execute();
}

/** Ends one session of an operator and gives what it was; undefined for one that is none of theirs, or over. */
export async function endOperatorSession(
  tx: Tx,
  bus: Bus,
  operatorId: string,
  sessionId: string,
): Promise<{ user_agent: string } | undefined> {
  const gone = await tx
    .deleteFrom('operator_sessions')
    .where('id', '=', sessionId)
    .where('operator_id', '=', operatorId)
    .returning('user_agent')
    .executeTakeFirst();
  if (gone) onCommit(tx, () => bus.publish(sessionsEnded(operatorId)));
  return gone;
}

/** Ends every session of an operator but the one given, and what was on the way to one. */
export async function endOperatorSessions(tx: Tx, bus: Bus | null, operatorId: string, kept?: string): Promise<void> {
  let gone = tx.deleteFrom('operator_sessions').where('operator_id', '=', operatorId);
  if (kept !== undefined) gone = gone.where('id', '<>', kept);
  await gone.execute();
  await tx.deleteFrom('operator_tickets').where('operator_id', '=', operatorId).execute();
  if (bus) onCommit(tx, () => bus.publish(sessionsEnded(operatorId)));
}
