import { available } from '../../../contract/process/next.ts';
import type { Action } from '../../../contract/process/row.ts';
import { Refusal } from '../../../contract/errors.ts';
import type { Context } from '../../calls/context.ts';
import { settleDue } from '../orders/clock.ts';
import { factsOf } from '../orders/facts.ts';
import { mayKnow } from '../orders/policy.ts';
import { roleOf } from '../orders/transition.ts';
import { presentTender, type ReaderPart } from './present.ts';
import { findDemand, tenderOf } from './queries.ts';
import type { DemandRow } from './tables.ts';

/**
 * A demand for those who may know of it, after the clock has done what was due. Throws not_found for others, and also
 * for a demand of another stage than the one asked for.
 */
export async function readDemand(context: Context, nid: string, stage?: string): Promise<DemandRow> {
  const { db, caller, now } = context;
  let row = await findDemand(db, nid);
  if (row && (await settleDue(context, [row], now))) row = await findDemand(db, nid);
  if (!row || !mayKnow(row, caller?.userId) || (stage !== undefined && row.stage !== stage))
    throw new Refusal('not_found', '没有找到这份需求');
  return row;
}

/** What one may do with a demand on its public page; the rest of an order's actions belong to the personal centre. */
const pageActions: readonly Action[] = ['publish', 'comment', 'tender', 'changeTender', 'withdrawTender', 'award'];
const ownerActions: readonly Action[] = [...pageActions, 'editTerms', 'cancel'];

/** What the reader's account adds to a demand: nothing for a visitor (rulings §6). */
export async function asReader(context: Context, row: DemandRow): Promise<ReaderPart> {
  const { db, caller, now, stages } = context;
  if (!caller) return { isOwner: false, myTender: null, actions: [] };
  const isOwner = row.owner_id === caller.userId;
  const [actor, facts, tender] = await Promise.all([
    roleOf(db, context, row, caller.userId),
    factsOf(db, row, stages),
    isOwner ? undefined : tenderOf(db, row.id, caller.userId),
  ]);
  const shown = isOwner ? ownerActions : pageActions;
  const actions = available(facts, actor, now.getTime())
    .filter(({ action }) => shown.includes(action))
    .map(({ action, label, enabled, reason }) => ({ action, label, enabled, reason }));
  return { isOwner, myTender: tender ? presentTender(tender) : null, actions };
}
