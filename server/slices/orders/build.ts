import { v7 as uuid } from 'uuid';
import type { Action } from '../../../contract/process/row.ts';
import type { ActionInput } from '../../../contract/process/guards.ts';
import type { Services } from '../../calls/context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { OrderColumns, OrderRow } from './facts.ts';
import { lockOrder, move, roleOf } from './transition.ts';

/** A standing tender for it, taken through the process like a real one. Gives its id. */
export async function buildTender(
  services: Services,
  demand: Pick<OrderRow, 'id' | 'nid'>,
  { bidder, days = 26, offerFen = 8_640_000 }: { bidder: { id: string }; days?: number; offerFen?: number },
): Promise<string> {
  const id = uuid();
  const now = services.clock.now();
  await inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, services, demand.nid, now);
    const actor = await roleOf(tx, services, order.row, bidder.id);
    await move(tx, services, order, { action: 'tender', actor, actorId: bidder.id, now });
    const tender = { id, demand_id: demand.id, bidder_id: bidder.id, days, offer_fen: offerFen };
    await tx
      .insertInto('tenders')
      .values({ ...tender, created_at: now, updated_at: now })
      .execute();
  });
  return id;
}

/** One action of a person through the process, as the calls do it. */
export async function act(
  services: Services,
  nid: string,
  action: Action,
  userId: string,
  input: ActionInput = {},
  /** what the call would write with it: the provider of an award */
  columns: OrderColumns = {},
): Promise<OrderRow> {
  const now = services.clock.now();
  return inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, services, nid, now);
    const actor = await roleOf(tx, services, order.row, userId);
    return (await move(tx, services, order, { action, actor, actorId: userId, input, columns, now })).row;
  });
}
