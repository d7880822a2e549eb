import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { agreementVersion } from '../../../contract/agreement.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';

export interface SeededUser {
  /** made when absent */
  id?: string;
  mobile: string;
  /** `await hashPassword(settings.demoPassword)`, once for all of them */
  passwordHash: string;
  accountType: 1 | 2;
  nickName?: string | null;
  avatarUrl?: string | null;
  status?: 1 | 2;
  createdAt: Date;
}

/** Puts in a user who never registered, for demo data and tests; gives the id. A number twice is an error. */
export async function seedUser(db: Tx | Kysely<DB>, user: SeededUser): Promise<string> {
  const id = user.id ?? uuidv7();
  await db
    .insertInto('users')
    .values({
      id,
      mobile: user.mobile,
      password_hash: user.passwordHash,
      account_type: user.accountType,
      nick_name: user.nickName ?? null,
      avatar_url: user.avatarUrl ?? null,
      status: user.status ?? 1,
      created_at: user.createdAt,
    })
    .execute();
  await db
    .insertInto('consents')
    .values({ user_id: id, version: agreementVersion, agreed_at: user.createdAt, address: 'seed' })
    .execute();
  return id;
}
