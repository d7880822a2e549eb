import { v7 as uuid } from 'uuid';
import type { Side } from '../../../../contract/process/facts.ts';
import type { SignedInContext } from '../../../calls/context.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { markUsed } from '../../uploads/use.ts';
import { step } from '../step.ts';
import { type LockedOrder, lockOrder, move, roleOf } from '../transition.ts';
import type { OrderDiaryRow } from './tables.ts';

interface Entry {
  kind: OrderDiaryRow['kind'];
  side: Side;
  percent?: number;
  content?: string;
  pictures?: readonly string[];
  documents?: readonly string[];
  requestId?: string | undefined;
}

/** Adds an entry; its pictures and documents are kept from now on. */
export async function writeEntry(
  tx: Tx,
  { caller, now }: SignedInContext,
  { row }: LockedOrder,
  entry: Entry,
): Promise<string> {
  const { kind, side, percent = null, content = '', pictures = [], documents = [], requestId = null } = entry;
  await markUsed(tx, pictures, { kind: 'image', now, field: 'files' });
  await markUsed(tx, documents, { kind: 'document', now, field: 'documents' });
  const id = uuid();
  await tx
    .insertInto('order_diary')
    .values({
      id,
      demand_id: row.id,
      kind,
      side,
      percent,
      content,
      pictures: JSON.stringify(pictures),
      files: JSON.stringify(documents),
      author_id: caller.userId,
      created_at: now,
      request_id: requestId,
    })
    .execute();
  return id;
}

/** The provider tells how far the work is. The same form sent twice is one entry. */
export async function report(
  context: SignedInContext,
  form: { demandNid: string; percent: number; content: string; files: string[]; requestId?: string | undefined },
) {
  const { db, caller, now } = context;
  const { demandNid, percent, content, files, requestId } = form;
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, context, demandNid, now);
    const actor = await roleOf(tx, context, order.row, caller.userId);
    // Under the lock: of two that arrive together, the second finds the first.
    const known = requestId === undefined ? undefined : await entryOf(tx, order.row.id, requestId, caller.userId);
    if (known) return { orderStatus: order.row.status, id: known.id };
    const moved = await move(tx, context, order, {
      action: 'report',
      actor,
      actorId: caller.userId,
      input: { percent },
      words: content,
      pictures: files,
      now,
    });
    const entry = { kind: 'report', side: 'provider', percent, content, pictures: files, requestId } as const;
    return { orderStatus: moved.row.status, id: await writeEntry(tx, context, moved, entry) };
  });
}

/** The entry that this form became already. */
export function entryOf(tx: Tx, demandId: string, requestId: string, authorId: string) {
  return tx
    .selectFrom('order_diary')
    .select('id')
    .where('demand_id', '=', demandId)
    .where('request_id', '=', requestId)
    .where('author_id', '=', authorId)
    .executeTakeFirst();
}

export const finish = (context: SignedInContext, demandNid: string) =>
  step(context, demandNid, 'finish', {}, async (tx, order) => {
    await writeEntry(tx, context, order, { kind: 'finish', side: 'provider', percent: order.facts.progress });
  });

export const affirm = (context: SignedInContext, demandNid: string) =>
  step(context, demandNid, 'affirm', {}, async (tx, order) => {
    await writeEntry(tx, context, order, { kind: 'affirm', side: 'owner' });
  });

export const sendBack = (
  context: SignedInContext,
  { demandNid, reason, files }: { demandNid: string; reason: string; files: string[] },
) =>
  step(
    context,
    demandNid,
    'sendBack',
    { reason },
    async (tx, order) => {
      await writeEntry(tx, context, order, { kind: 'sendBack', side: 'owner', content: reason, pictures: files });
    },
    files,
  );
