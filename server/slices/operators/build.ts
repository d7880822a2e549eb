import type { Kysely } from 'kysely';
import type { OperatorRole } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { insertOperator } from './manage.ts';
import { hashOf, openOperatorSession } from './sessions.ts';

export interface BuiltOperator {
  id: string;
  /** of a session of the console, opened at the `now` handed in */
  token: string;
}

/** An operator for tests, with a session of the console. */
export async function buildOperator(
  db: Kysely<DB>,
  given: {
    id: string;
    name: string;
    nickName: string;
    passwordHash: string;
    roles: readonly OperatorRole[];
    now: Date;
  },
): Promise<BuiltOperator> {
  await inTransaction(db, (tx) => insertOperator(tx, { ...given, createdAt: given.now }));
  return { id: given.id, token: await operatorToken(db, given.id, given.now) };
}

/**
 * Makes a person an operator too, as none is outside of tests, and opens a session of the console: nobody decides over what
 * is their own, should it ever come to that.
 */
export async function alsoOperator(
  db: Kysely<DB>,
  person: { id: string; mobile: string },
  roles: readonly OperatorRole[],
  now: Date,
): Promise<BuiltOperator> {
  const columns = { password_hash: '', totp_key_id: null, totp_sealed: null, created_at: now, signed_in_at: null };
  await db
    .insertInto('operators')
    .values({ id: person.id, name: person.mobile, roles: [...roles], ...columns })
    .execute();
  return { id: person.id, token: await operatorToken(db, person.id, now) };
}

const day = 24 * 3_600_000;

/**
 * Opens a session of the console without asking for password and code, and gives its token. It lasts a day, idle or not: the
 * clocks of tests make leaps.
 */
export async function operatorToken(db: Kysely<DB>, id: string, now: Date): Promise<string> {
  const { token } = await openOperatorSession(db, id, { address: '127.0.0.1', userAgent: 'test' }, now);
  const tomorrow = new Date(now.getTime() + day);
  await db
    .updateTable('operator_sessions')
    .set({ seen_at: tomorrow, expires_at: tomorrow })
    .where('token_hash', '=', hashOf(token))
    .execute();
  return token;
}
