import { invalid, Refusal } from '../../../contract/errors.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { hashPassword, passwordMatches } from '../accounts/passwords.ts';
import { attemptSucceeded, beginAttempt } from '../accounts/throttle.ts';
import { audit } from '../audit/audit.ts';
import { operatorById } from './queries.ts';
import { endOperatorSessions } from './sessions.ts';

/** An operator proves the old password and sets a new one; their other sessions end. */
export async function changeOwnPassword(
  context: SignedInContext,
  { oldPassword, password }: { oldPassword: string; password: string },
): Promise<void> {
  const { db, bus, caller, address, now } = context;
  const operator = await operatorById(db, caller.userId);
  if (!operator) throw new Refusal('sign_in_needed');
  const key = `operator:${operator.name}`;
  await beginAttempt(db, key, address, now);
  if (!(await passwordMatches(operator.password_hash, oldPassword))) throw invalid('oldPassword', '原密码错误');
  await attemptSucceeded(db, key, address, now);
  if (oldPassword === password) throw invalid('password', '新密码不能与原密码相同');
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (tx) => {
    const changed = await tx
      .updateTable('operators')
      .set({ password_hash: passwordHash })
      .where('id', '=', operator.id)
      .where('password_hash', '=', operator.password_hash)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw new Refusal('state_conflict', '密码刚刚被修改过，请重新登录后再试');
    await endOperatorSessions(tx, bus, operator.id, caller.sessionId);
    const subject = { kind: 'operator', id: operator.id };
    await audit(tx, context, { action: 'operator.password-changed', subject, before: {}, after: {} });
  });
}
