import type { Kysely } from 'kysely';
import { smsPurposes } from '../../../contract/accounts.ts';
import { invalid, Refusal } from '../../../contract/errors.ts';
import type { Context, SignedInContext } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { hashPassword } from './passwords.ts';
import { type Accounts, people, proveAmong } from './prove.ts';
import { findByMobile } from './queries.ts';
import { enter, type Entering } from './devices.ts';
import { endOtherSessions } from './sessions.ts';
import type { SmsCodes } from './sms-codes.ts';
import { reopen, userStatus } from './standing.ts';
import { admitted, releaseOverdue } from './suspensions.ts';
import type { UserRow } from './tables.ts';
import { forgetFailures } from './throttle.ts';

/** Sets a new password for a number proven by its code, ends every session and opens one. */
export async function resetPassword(
  db: Kysely<DB>,
  codes: SmsCodes,
  { mobile, code, password }: { mobile: string; code: string; password: string },
  from: Entering & Pick<Context, 'bus'>,
  now: Date,
): Promise<{ user: UserRow; token: string; reopened: boolean }> {
  const codeId = await codes.check(db, mobile, smsPurposes.reset, code, now);
  const passwordHash = await hashPassword(password);
  const known = await findByMobile(db, mobile);
  if (known) await releaseOverdue({ db, outbox: from.outbox }, known, now);
  const changed = await inTransaction(db, async (tx) => {
    await codes.spend(tx, codeId, now);
    const user = await tx
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('mobile', '=', mobile)
      .returningAll()
      .executeTakeFirst();
    if (!user) return undefined;
    await endOtherSessions(tx, from.bus, user.id);
    const reopened = user.status === userStatus.closing && (await reopen(tx, from.outbox, user.id));
    const status = reopened ? userStatus.open : user.status;
    const token = status === userStatus.open ? await enter(tx, user.id, from, now) : '';
    return { user: { ...user, status }, token, reopened };
  });
  if (!changed) {
    const message = '该手机号还没有注册，请先注册';
    throw new Refusal('state_conflict', message, { mobile: message });
  }
  await forgetFailures(db, mobile);
  await admitted({ db, outbox: from.outbox }, changed.user, now);
  return changed;
}

/** Changes the password of the caller, who proves the old one; ends every other session. */
export function changePassword(
  context: Pick<SignedInContext, 'db' | 'bus' | 'caller' | 'address' | 'now'>,
  words: { oldPassword: string; password: string },
): Promise<void> {
  const { bus, caller } = context;
  return replacePassword(people, context, words, async (tx, user, passwordHash) => {
    const row = await tx
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .returning('id')
      .executeTakeFirst();
    if (row) await endOtherSessions(tx, bus, user.id, caller.sessionId);
    return row !== undefined;
  });
}

/**
 * What changing a password is, wherever it is kept: the old one proven, another chosen.
 * @param replace where nobody has changed it since, with what follows from it; false where somebody has
 */
export async function replacePassword<Row extends { readonly password_hash: string }>(
  accounts: Accounts<Row>,
  context: Pick<SignedInContext, 'db' | 'caller' | 'address' | 'now'>,
  { oldPassword, password }: { oldPassword: string; password: string },
  replace: (tx: Tx, row: Row, passwordHash: string) => Promise<boolean>,
): Promise<void> {
  const proof = { field: 'oldPassword', password: oldPassword, wrong: '原密码错误' };
  const row = await proveAmong(accounts, context, proof);
  if (oldPassword === password) throw invalid('password', '新密码不能与原密码相同');
  const passwordHash = await hashPassword(password);
  const changed = await inTransaction(context.db, (tx) => replace(tx, row, passwordHash));
  if (!changed) throw new Refusal('state_conflict', '密码刚刚被修改过，请重新登录后再试');
}
