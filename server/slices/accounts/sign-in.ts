import type { Kysely } from 'kysely';
import { Refusal } from '../../../contract/errors.ts';
import type { Incoming } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { hashPassword, needsRehash, passwordMatches } from './passwords.ts';
import { findByMobile } from './queries.ts';
import { openSession } from './sessions.ts';
import type { UserRow } from './tables.ts';
import { attemptSucceeded, beginAttempt } from './throttle.ts';

/** One sentence for an unknown number and a wrong password. */
const wrong = () => new Refusal('invalid_input', '手机号或密码错误');

export async function signIn(
  db: Kysely<DB>,
  { mobile, password }: { mobile: string; password: string },
  from: Pick<Incoming, 'address' | 'userAgent'>,
  now: Date,
): Promise<{ user: UserRow; token: string }> {
  await beginAttempt(db, mobile, from.address, now);
  const user = await findByMobile(db, mobile);
  const right = await passwordMatches(user?.password_hash, password);
  if (!user || !right) throw wrong();
  await attemptSucceeded(db, mobile, from.address, now);
  refuseClosed(user);

  const token = await inTransaction(db, async (tx) => {
    // A password that was changed while this one was being checked must not open a session any more.
    const still = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .forShare()
      .executeTakeFirst();
    return still && openSession(tx, user.id, from, now);
  });
  if (!token) throw wrong();
  if (needsRehash(user.password_hash)) {
    await db
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .execute();
  }
  return { user, token };
}

/** Said only to someone who has proven to be the owner. */
export function refuseClosed(user: Pick<UserRow, 'status'>): void {
  if (user.status !== 1) throw new Refusal('not_allowed', '该账号已停用，如有疑问请联系客服');
}
