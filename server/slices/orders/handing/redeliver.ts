import type { SignedInContext } from '../../../calls/context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { lockOrder, move, roleOf } from '../transition.ts';
import { entryOf, writeEntry } from '../work/diary.ts';
import { markFollowers } from './inputs.ts';

interface Form {
  demandNid: string;
  content: string;
  files: string[];
  documents: string[];
  requestId?: string | undefined;
}

/** The provider delivers again what was accepted: a changed drawing, a mended part. The same form sent twice is one. */
export async function redeliverWork(
  context: SignedInContext,
  { demandNid, content, files, documents, requestId }: Form,
): Promise<{ id: string; marked: number }> {
  const { db, caller, now } = context;
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, context, demandNid, now);
    const actor = await roleOf(tx, context, order.row, caller.userId);
    const known = requestId === undefined ? undefined : await entryOf(tx, order.row.id, requestId, caller.userId);
    if (known) return { id: known.id, marked: 0 };
    const moved = await move(tx, context, order, {
      action: 'redeliver',
      actor,
      actorId: caller.userId,
      input: { reason: content },
      pictures: [...files, ...documents],
      words: content,
      now,
    });
    const entry = { kind: 'redeliver', side: 'provider', content, pictures: files, documents, requestId } as const;
    const id = await writeEntry(tx, context, moved, entry);
    return { id, marked: await markFollowers(tx, context, moved.row, caller.userId, now) };
  });
}
