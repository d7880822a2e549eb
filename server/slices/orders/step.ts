import type { ActionInput } from '../../../contract/process/guards.ts';
import type { Action } from '../../../contract/process/row.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { type LockedOrder, lockOrder, move, roleOf } from './transition.ts';

/**
 * One action of the caller on an order: locks it, finds what the caller is to it, asks the table, and writes all that
 * follows. `pictures` came with it. `beside` runs in the same transaction afterwards, with the order as it stands then. Throws not_found, and the
 * table's refusal.
 */
export async function step(
  context: SignedInContext,
  demandNid: string,
  action: Action,
  input: ActionInput = {},
  beside?: (tx: Tx, order: LockedOrder) => Promise<void>,
  pictures: readonly string[] = [],
): Promise<{ data: { orderStatus: number } }> {
  const { caller, now } = context;
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, context, demandNid, now);
    const actor = await roleOf(tx, context, order.row, caller.userId);
    const moved = await move(tx, context, order, { action, actor, actorId: caller.userId, input, pictures, now });
    await beside?.(tx, moved);
    return { data: { orderStatus: moved.row.status } };
  });
}
