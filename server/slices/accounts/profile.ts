import type { Kysely } from 'kysely';
import { Refusal } from '../../../contract/errors.ts';
import type { Services } from '../../calls/context.ts';
import { refuseName } from '../../public-names.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { markUsed } from '../uploads/use.ts';
import type { UserRow } from './tables.ts';

/** @param nickname stands before whom nobody has chosen yet; refused where it is no name for that, field nickeName */
export async function changeNickname(
  { db, moderation }: Pick<Services, 'db' | 'moderation'>,
  userId: string,
  nickname: string,
): Promise<UserRow> {
  await refuseName(moderation, 'nickeName', '昵称', nickname);
  return changed(db, userId, { nick_name: nickname });
}

/** @param url of an uploaded picture; any other is refused, field iconUrl */
export function changeAvatar(db: Kysely<DB>, userId: string, url: string, now: Date): Promise<UserRow> {
  return inTransaction(db, async (tx) => {
    await markUsed(tx, [url], { kind: 'image', now, field: 'iconUrl' });
    return changed(tx, userId, { avatar_url: url });
  });
}

async function changed(
  db: Kysely<DB> | Tx,
  userId: string,
  change: { avatar_url: string } | { nick_name: string },
): Promise<UserRow> {
  const user = await db.updateTable('users').set(change).where('id', '=', userId).returningAll().executeTakeFirst();
  if (!user) throw new Refusal('sign_in_needed');
  return user;
}
