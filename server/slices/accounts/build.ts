import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { OperatorRole } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { buildOperator, operatorToken } from '../operators/build.ts';
import { hashPassword } from './passwords.ts';
import { seedUser } from './seed.ts';
import { openSession } from './sessions.ts';

/** What `buildUser` gives when it is not told otherwise. */
export const builtPassword = 'omo2026test';

export interface BuiltUser {
  id: string;
  mobile: string;
  password: string;
  /** opened at the `now` handed in, valid 24 hours */
  token: string;
  accountType: 1 | 2;
}

let builtHash: Promise<string> | undefined;

/** A signed-in user for tests: `await buildUser(db)`, `await buildUser(db, { nickName: '林木匠', accountType: 2 })`. */
export async function buildUser(
  db: Kysely<DB>,
  overrides: {
    mobile?: string;
    password?: string;
    accountType?: 1 | 2;
    nickName?: string | null;
    avatarUrl?: string | null;
    /** an operator, with a session of the console: no person, who could do nothing at the portal */
    operatorRoles?: OperatorRole[];
    status?: 1 | 2;
    now?: Date;
  } = {},
): Promise<BuiltUser> {
  const {
    mobile = `139${String(randomInt(100_000_000)).padStart(8, '0')}`,
    password = builtPassword,
    accountType = 1,
    status = 1,
    now = new Date(),
    operatorRoles,
    ...rest
  } = overrides;
  const passwordHash = await (password === builtPassword
    ? (builtHash ??= hashPassword(builtPassword))
    : hashPassword(password));
  if (operatorRoles) {
    const { nickName } = overrides;
    const operator = {
      id: uuidv7(),
      name: mobile,
      nickName: nickName ?? '平台运营',
      passwordHash,
      roles: operatorRoles,
    };
    return { ...(await buildOperator(db, { ...operator, now })), mobile, password, accountType };
  }
  const id = await seedUser(db, { id: uuidv7(), mobile, passwordHash, accountType, status, createdAt: now, ...rest });
  return { id, mobile, password, accountType, token: await signIn(db, id, now) };
}

/** Opens a session without asking for the password and gives its token: an operator's at the console, a person's at the portal. */
export async function signIn(db: Kysely<DB>, userId: string, now: Date = new Date()): Promise<string> {
  const { mobile } = await db.selectFrom('users').select('mobile').where('id', '=', userId).executeTakeFirstOrThrow();
  if (mobile.startsWith('operator:')) return operatorToken(db, userId, now);
  const { token } = await openSession(db, userId, { address: '127.0.0.1', userAgent: 'test' }, now);
  return token;
}
