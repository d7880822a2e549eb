import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { smsPurposes } from '../../../contract/accounts.ts';
import { agreementVersion } from '../../../contract/agreement.ts';
import { Refusal } from '../../../contract/errors.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { hashPassword } from './passwords.ts';
import { enter, type Entering } from './devices.ts';
import type { SmsCodes } from './sms-codes.ts';
import type { UserRow } from './tables.ts';

export interface Registration {
  accountType: 1 | 2;
  mobile: string;
  code: string;
  password: string;
}

/**
 * Opens an account and signs in. Whoever has the right code holds the number, so they, and only they, are told when it
 * is taken.
 */
export async function register(
  db: Kysely<DB>,
  codes: SmsCodes,
  { accountType, mobile, code, password }: Registration,
  from: Entering,
  now: Date,
): Promise<{ user: UserRow; token: string }> {
  const codeId = await codes.check(db, mobile, smsPurposes.register, code, now);
  const passwordHash = await hashPassword(password);
  const opened = await inTransaction(db, async (tx) => {
    await codes.spend(tx, codeId, now);
    const user = await tx
      .insertInto('users')
      .values({
        id: uuidv7(),
        mobile,
        password_hash: passwordHash,
        account_type: accountType,
        nick_name: null,
        avatar_url: null,
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('mobile').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!user) return undefined;
    await tx
      .insertInto('consents')
      .values({ user_id: user.id, version: agreementVersion, agreed_at: now, address: from.address })
      .execute();
    return { user, token: await enter(tx, user.id, from, now) };
  });
  if (!opened) {
    const message = '该手机号已注册，请直接登录，忘记密码可以找回';
    throw new Refusal('state_conflict', message, { mobile: message });
  }
  return opened;
}
