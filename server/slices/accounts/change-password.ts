import type { Kysely } from 'kysely';
import { smsPurposes } from '../../../contract/accounts.ts';
import { invalid, Refusal } from '../../../contract/errors.ts';
import type { Caller, Context } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { hashPassword } from './passwords.ts';
import { provePassword } from './prove.ts';
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
export async function changePassword(
  db: Kysely<DB>,
  caller: Caller,
  { oldPassword, password }: { oldPassword: string; password: string },
  from: Pick<Context, 'address' | 'bus'>,
  now: Date,
): Promise<void> {
  const proof = { field: 'oldPassword', password: oldPassword, wrong: '原密码错误' };
  const user = await provePassword({ db, caller, address: from.address, now }, proof);
  if (oldPassword === password) throw invalid('password', '新密码不能与原密码相同');
  const passwordHash = await hashPassword(password);
  const changed = await inTransaction(db, async (tx) => {
    const row = await tx
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .returning('id')
      .executeTakeFirst();
    if (row) await endOtherSessions(tx, from.bus, user.id, caller.sessionId);
    return row !== undefined;
  });
  if (!changed) throw new Refusal('state_conflict', '密码刚刚被修改过，请重新登录后再试');
}
