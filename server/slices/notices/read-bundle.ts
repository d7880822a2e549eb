import type { NoticeKind } from '../../../contract/notice-kinds.ts';
import type { Services } from '../../calls/context.ts';
import type { Tx } from '../../db/transaction.ts';
import { tellUser } from '../../live/topics.ts';
import { lastSeq } from './queries.ts';

/** What a notice is about was seen where it is: the notice that says so counts as read, and the person's pages count anew. */
export async function readBundle(
  tx: Tx,
  { bus }: Pick<Services, 'bus'>,
  { userId, kind, bundle, now }: { userId: string; kind: NoticeKind; bundle: string; now: Date },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('notices')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('bundle', '=', bundle)
    .where('read_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) tellUser(tx, bus, userId, `notice/${await lastSeq(tx, userId)}`);
}
