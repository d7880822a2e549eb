import { Refusal } from '../../../../contract/errors.ts';
import type { Side } from '../../../../contract/process/facts.ts';
import type { SignedInContext } from '../../../calls/context.ts';
import { hasRole } from '../../operators/policy.ts';
import { settleDue } from '../clock.ts';
import type { OrderRow } from '../facts.ts';
import { standingDispute } from '../disputes/present.ts';
import { onlookers } from '../disputes/rule.ts';
import { findOrder, historyOf } from '../queries.ts';

export interface Reading {
  row: OrderRow;
  /** what the reader is to it */
  as: Side | 'operator';
}

const none = () => new Refusal('not_found', '没有找到这份订单');

/**
 * An order for what concerns its two sides alone, and operators whom a dispute or a request to cancel called to it: to
 * everybody else there is none. What the clock owes it happens first.
 */
export async function readOrder(context: SignedInContext, nid: string): Promise<Reading> {
  const { db, caller, now } = context;
  let row = await findOrder(db, nid);
  if (!row) throw none();
  const as = sideOf(row, caller.userId) ?? (hasRole(caller, onlookers) ? 'operator' : undefined);
  if (as === undefined) throw none();
  if (as === 'operator' && standingDispute(await historyOf(db, row.id)).length === 0) throw none();
  if (await settleDue(context, [row], now)) row = await findOrder(db, nid);
  if (!row) throw none();
  return { row, as };
}

/** The same for one of the two sides. */
export async function readAsSide(context: SignedInContext, nid: string): Promise<{ row: OrderRow; side: Side }> {
  const { row, as } = await readOrder(context, nid);
  if (as === 'operator') throw none();
  return { row, side: as };
}

function sideOf(row: OrderRow, userId: string): Side | undefined {
  if (row.owner_id === userId) return 'owner';
  return row.provider_id === userId ? 'provider' : undefined;
}
