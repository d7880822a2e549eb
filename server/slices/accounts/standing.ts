import type { Kysely } from 'kysely';
import { Refusal } from '../../../contract/errors.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import { accountReopened } from './events.ts';
import type { UserRow } from './tables.ts';

/** 2 stopped by an operator; 3 waits to be closed, until it is signed in to; 4 closed for good */
export const userStatus = { open: 1, stopped: 2, closing: 3, closed: 4 } as const;

/** The row that an operator's deeds are kept under, which is nobody's at the portal. */
export const isOperator = ({ mobile }: Pick<UserRow, 'mobile'>): boolean => mobile.startsWith('operator:');

/** As everybody sees somebody who is gone. */
export const closedName = '已注销用户';

/**
 * Nothing new may begin with somebody who leaves: call it in the transaction that begins it, for each who is to be bound. It
 * holds off a closing until the commit, and one that was faster is seen.
 */
export async function mustBeOpen(tx: Tx, userId: string): Promise<void> {
  const row = await tx.selectFrom('users').select('status').where('id', '=', userId).forKeyShare().executeTakeFirst();
  if (row && row.status !== userStatus.open) throw new Refusal('state_conflict', '对方的账号已停用或正在注销');
}

/** Which of these have left for good. Nobody reads any more what is said to them, and nothing new of theirs may be kept. */
export async function closedAmong(db: Kysely<DB> | Tx, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...new Set(userIds)])
    .where('status', '=', userStatus.closed)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The row of somebody who leaves, is kept out or let in: nothing begins with them until the transaction ends. */
export function lockStanding(tx: Tx, userId: string): Promise<UserRow | undefined> {
  return tx.selectFrom('users').selectAll().where('id', '=', userId).forUpdate().executeTakeFirst();
}

export async function beginClosing(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('users').set({ status: userStatus.closing }).where('id', '=', userId).execute();
}

/** Takes a closing back for its owner who has come back; false when the account does not wait to be closed. */
export async function reopen(tx: Tx, outbox: Outbox, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ status: userStatus.open })
    .where('id', '=', userId)
    .where('status', '=', userStatus.closing)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await outbox.emit(tx, accountReopened, { userId });
  return true;
}
