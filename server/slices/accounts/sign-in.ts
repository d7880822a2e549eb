import type { Kysely } from 'kysely';
import { Refusal } from '../../../contract/errors.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { hashPassword, needsRehash, passwordMatches } from './passwords.ts';
import { findByMobile } from './queries.ts';
import { enter, type Entering } from './devices.ts';
import { reopen, userStatus } from './standing.ts';
import { admitted } from './suspensions.ts';
import type { UserRow } from './tables.ts';
import { attemptSucceeded, beginAttempt } from './throttle.ts';

/** One sentence for an unknown number and a wrong password. */
const wrong = () => new Refusal('invalid_input', '手机号或密码错误');

export async function signIn(
  db: Kysely<DB>,
  { mobile, password }: { mobile: string; password: string },
  from: Entering,
  now: Date,
): Promise<{ user: UserRow; token: string; reopened: boolean }> {
  await beginAttempt(db, mobile, from.address, now);
  const found = await findByMobile(db, mobile);
  const right = await passwordMatches(found?.password_hash, password);
  if (!found || !right) throw wrong();
  await attemptSucceeded(db, mobile, from.address, now);
  const user = await admitted({ db, outbox: from.outbox }, found, now);

  const entered = await inTransaction(db, async (tx) => {
    const reopened = user.status === userStatus.closing && (await reopen(tx, from.outbox, user.id));
    // A password that was changed while this one was being checked must not open a session any more.
    const still = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .where('status', '=', userStatus.open)
      .forShare()
      .executeTakeFirst();
    if (!still) throw wrong();
    return { reopened, token: await enter(tx, user.id, from, now) };
  });
  if (needsRehash(user.password_hash)) {
    await db
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .execute();
  }
  return { user: { ...user, status: userStatus.open }, ...entered };
}
