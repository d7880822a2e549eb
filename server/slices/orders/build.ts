import { v7 as uuid } from 'uuid';
import type { Action } from '../../../contract/process/row.ts';
import type { ActionInput } from '../../../contract/process/guards.ts';
import type { Services } from '../../calls/context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { OrderColumns, OrderRow } from './facts.ts';
import { buildDemand } from '../demands/build.ts';
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

/** The way of an order in which nothing goes wrong, up to its completion with the retention still held. */
const way = [
  ['accept', 'provider', {}],
  ['pay', 'owner', {}],
  ['report', 'provider', { percent: 60 }],
  ['pay', 'owner', {}],
  ['finish', 'provider', {}],
  ['pay', 'owner', {}],
  ['affirm', 'owner', {}],
  ['complete', 'owner', {}],
] as const satisfies readonly (readonly [Action, 'owner' | 'provider', ActionInput])[];

/** How far an order has come: the number of steps of its way. */
export const reached = {
  awarded: 0,
  accepted: 1,
  downHeld: 2,
  halfDone: 3,
  secondHeld: 4,
  delivered: 5,
  finalHeld: 6,
  affirmed: 7,
  completed: 8,
} as const;

/** An order of an entrusted case that has come so far, paid from the owner's balance, which must have the money. */
export async function buildOrder(
  services: Services,
  options: {
    owner: { id: string };
    provider: { id: string };
    so: keyof typeof reached;
    amountFen?: number;
  } & Parameters<typeof buildDemand>[1],
): Promise<OrderRow> {
  const { owner, provider, so, amountFen = 8_640_001, ...values } = options;
  const opened = { ...values, owner, status: 2, provider_id: provider.id, amount_fen: amountFen } as const;
  let row: OrderRow = await buildDemand(services, opened);
  for (const [action, by, input] of way.slice(0, reached[so]))
    row = await act(services, row.nid, action, (by === 'owner' ? owner : provider).id, input);
  return row;
}
