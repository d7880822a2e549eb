import { invalid, Refusal } from '../../../contract/errors.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { provePassword } from '../accounts/prove.ts';
import { findUser } from '../accounts/queries.ts';
import type { SmsCodes, SmsPurpose } from '../accounts/sms-codes.ts';
import { inTransaction } from '../../db/transaction.ts';

/** Whether it is really the account's owner who asks: throws the refusal of the field that was wrong. */
export async function proveOwner(
  context: SignedInContext,
  codes: SmsCodes,
  { password, code }: { password?: string | undefined; code?: string | undefined },
  purpose: SmsPurpose,
): Promise<void> {
  const { db, caller, now } = context;
  if (password !== undefined) {
    await provePassword(context, { field: 'password', password, wrong: '密码错误' });
    return;
  }
  if (code === undefined) throw invalid('password', '请输入登录密码或短信验证码');
  const user = await findUser(db, caller.userId);
  if (!user) throw new Refusal('sign_in_needed');
  const codeId = await codes.check(db, user.mobile, purpose, code, now);
  await inTransaction(db, (tx) => codes.spend(tx, codeId, now));
}
