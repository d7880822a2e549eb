import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import { bindBank } from '../../../contract/wallet.ts';
import { certificationStatus } from '../../../contract/statuses.ts';
import { newId } from '../../db/ids.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dataOf, type Portal } from '../../testing/portal.ts';
import { type BuiltUser, buildUser } from '../accounts/build.ts';
import { topUp } from '../ledger/movements.ts';
import { post } from '../ledger/post.ts';

/** Puts money into somebody's balance, as if it had come through a gateway. */
export async function buildMoney(db: Kysely<DB>, userId: string, fen: number, now = new Date()): Promise<void> {
  const cause = `test:${newId(now)}`;
  await inTransaction(db, (tx) => post(tx, topUp({ cause, userId, gateway: 'demo', fen, memo: '余额充值' }), now));
}

/** A passed certification under this name. */
export async function buildCertified(db: Kysely<DB>, userId: string, name: string, now = new Date()): Promise<void> {
  await db
    .insertInto('certifications')
    .values({
      id: newId(now),
      user_id: userId,
      account_type: 1,
      stage_key: null,
      name,
      province_code: '36',
      city_code: '3607',
      status: certificationStatus.passed,
      created_at: now,
      decided_at: now,
    })
    .execute();
}

/** A card number of 19 digits that no other test has. */
export const newCardNumber = (): string => `62220202${String(randomInt(1e11)).padStart(11, '0')}`;

/** Somebody who can withdraw: certified, with a card and money. */
export async function buildSaver(
  portal: Portal,
  fen: number,
  { name = '陈禾', number = newCardNumber() }: { name?: string; number?: string } = {},
): Promise<BuiltUser & { cardId: string }> {
  const now = portal.clock.now();
  const user = await buildUser(portal.db, { now });
  await buildCertified(portal.db, user.id, name, now);
  if (fen > 0) await buildMoney(portal.db, user.id, fen, now);
  const card = { bank_name: '中国工商银行', bank_account: number, truename: name };
  return { ...user, cardId: dataOf(await portal.as(user)(bindBank, card)).id };
}
