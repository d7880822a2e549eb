import { v7 as uuid } from 'uuid';
import { Refusal } from '../../../../contract/errors.ts';
import { evidenceAtMost } from '../../../../contract/order-disputes.ts';
import { isSide } from '../../../../contract/process/facts.ts';
import type { SignedInContext } from '../../../calls/context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { markUsed } from '../../uploads/use.ts';
import { lockOrder, move, roleOf } from '../transition.ts';
import { evidenceCount, evidenceOfRequest } from './queries.ts';

export interface Evidence {
  demandNid: string;
  content: string;
  pictures: string[];
  files: string[];
  requestId?: string | undefined;
}

/** Adds a piece of evidence to the dispute that is open. The same form sent again gives the piece that it made. */
export async function addEvidence(context: SignedInContext, given: Evidence): Promise<{ data: { id: string } }> {
  const { caller, now } = context;
  const { content, pictures, files, requestId } = given;
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, context, given.demandNid, now);
    const actor = await roleOf(tx, context, order.row, caller.userId);
    if (requestId !== undefined && isSide(actor)) {
      const known = await evidenceOfRequest(tx, order.row.id, actor, requestId);
      if (known) return { data: { id: known.id } };
    }
    const { dispute } = order.facts;
    await move(tx, context, order, { action: 'addEvidence', actor, actorId: caller.userId, now });
    if (!isSide(actor) || dispute === null) throw new Error('evidence was let through where there is no dispute');
    const opened_at = new Date(dispute.openedAt);
    if ((await evidenceCount(tx, order.row.id, opened_at, actor)) >= evidenceAtMost)
      throw new Refusal('state_conflict', `每一方最多提交 ${evidenceAtMost} 份证据`);
    await markUsed(tx, pictures, { kind: 'image', now, field: 'pictures', privateOf: caller.userId });
    await markUsed(tx, files, { kind: 'document', now, field: 'files', privateOf: caller.userId });
    const id = uuid();
    await tx
      .insertInto('dispute_evidence')
      .values({
        id,
        demand_id: order.row.id,
        opened_at,
        side: actor,
        author_id: caller.userId,
        content,
        pictures: JSON.stringify(pictures),
        files: JSON.stringify(files),
        created_at: now,
        request_id: requestId ?? null,
      })
      .execute();
    return { data: { id } };
  });
}
