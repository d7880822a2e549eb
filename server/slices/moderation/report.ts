import type { CallParsed } from '../../../contract/call.ts';
import { Refusal } from '../../../contract/errors.ts';
import type { reportContent } from '../../../contract/reports.ts';
import { reviewStatus } from '../../../contract/statuses.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { contentReported } from './events.ts';
import { moderated } from './things.ts';

/** Reports something that is shown: once a person and thing. Gives whether it had been reported by them before. */
export async function report(context: SignedInContext, given: CallParsed<typeof reportContent>): Promise<boolean> {
  const { caller, now, outbox } = context;
  const { kind, id, reason, words } = given;
  return inTransaction(context.db, async (tx) => {
    const thing = await moderated[kind].lock(tx, id);
    const seen = await (moderated[kind].reaches?.(tx, id, caller.userId) ?? true);
    if (thing?.status !== reviewStatus.shown || !seen) throw new Refusal('not_found', '这条内容已经不在了');
    if (thing.authorId === caller.userId) throw new Refusal('not_allowed', '自己发布的内容可以直接删除，不用举报');
    const others = await tx
      .selectFrom('reports')
      .select('id')
      .where('kind', '=', kind)
      .where('subject_id', '=', id)
      .where('settled_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    const row = await tx
      .insertInto('reports')
      .values({
        id: newId(now),
        kind,
        subject_id: id,
        reporter_id: caller.userId,
        author_id: thing.authorId,
        reason,
        words,
        created_at: now,
        settled_at: null,
        outcome: null,
      })
      .onConflict((conflict) => conflict.columns(['kind', 'subject_id', 'reporter_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row && !others) await outbox.emit(tx, contentReported, { kind, id, reportId: row.id });
    return row === undefined;
  });
}
