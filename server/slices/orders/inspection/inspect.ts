import { v7 as uuid } from 'uuid';
import { Refusal } from '../../../../contract/errors.ts';
import { held } from '../../../../contract/process/facts.ts';
import { paymentStatus } from '../../../../contract/statuses.ts';
import type { SignedInContext } from '../../../calls/context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { markUsed } from '../../uploads/use.ts';
import type { OrderRow } from '../facts.ts';
import { lockOrder, move, roleOf } from '../transition.ts';
import { readAsSide } from '../work/access.ts';
import { neighbour } from './queries.ts';
import type { InspectionRow } from './tables.ts';

interface Finding {
  result: InspectionRow['result'];
  reason?: string;
  pictures?: readonly string[];
}

/**
 * What the provider of one order says of the goods from the stage before. It is a step of the order before, whose table
 * knows that order's next provider; the row beside it keeps words and pictures.
 */
export async function inspect(
  context: SignedInContext,
  demandNid: string,
  { result, reason = '', pictures = [] }: Finding,
): Promise<{ order: OrderRow; released: boolean; disputed: boolean }> {
  const { db, caller, now, stages } = context;
  const { row: own, side } = await readAsSide(context, demandNid);
  if (side !== 'provider') throw new Refusal('not_allowed', '只有承接方可以检验来料');
  const from = await neighbour(db, own, stages, -1);
  if (!from) throw new Refusal('state_conflict', '这张订单没有上一环节的来料');
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, context, from.nid, now);
    const actor = await roleOf(tx, context, order.row, caller.userId);
    const before = held(order.facts);
    const action = result === 'sound' ? 'inspectSound' : 'inspectFaulty';
    const input = result === 'faulty' ? { reason } : {};
    const moved = await move(tx, context, order, { action, actor, actorId: caller.userId, input, pictures, now });
    await markUsed(tx, pictures, { kind: 'image', now, field: 'files' });
    await tx
      .insertInto('incoming_inspections')
      .values({
        id: uuid(),
        demand_id: order.row.id,
        next_id: own.id,
        result,
        reason,
        pictures: JSON.stringify(pictures),
        inspector_id: caller.userId,
        created_at: now,
      })
      .execute();
    const released = before > 0 && moved.facts.payments.final === paymentStatus.released;
    return { order: moved.row, released, disputed: moved.facts.dispute !== null };
  });
}
