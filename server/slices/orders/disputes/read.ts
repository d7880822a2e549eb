import { Refusal } from '../../../../contract/errors.ts';
import { isSide, type Side } from '../../../../contract/process/facts.ts';
import type { SignedInContext } from '../../../calls/context.ts';
import { publicUsers } from '../../accounts/queries.ts';
import { attachedFiles } from '../../uploads/attached.ts';
import { settleDue } from '../clock.ts';
import { factsOf, type OrderRow } from '../facts.ts';
import { findOrder, historyOf } from '../queries.ts';
import { roleOf } from '../transition.ts';
import { openedAt, presentDispute, standingDispute } from './present.ts';
import { evidenceOf } from './queries.ts';

/** An order with what the clock had to do to it done. Throws not_found. */
export async function currentOrder(context: SignedInContext, nid: string): Promise<OrderRow> {
  const { db, now } = context;
  let row = await findOrder(db, nid);
  if (row && (await settleDue(context, [row], now))) row = await findOrder(db, nid);
  if (!row) throw new Refusal('not_found', '没有找到这份订单');
  return row;
}

/** The newest request to cancel or dispute of an order, as one of its sides or an operator (null) reads it. */
export async function disputeOf(context: SignedInContext, row: OrderRow, reader: Side | null) {
  const { db, now, stages } = context;
  const facts = await factsOf(db, row, stages);
  const history = await historyOf(db, row.id);
  const steps = standingDispute(history);
  const opened = openedAt(steps);
  const evidence = opened === null ? [] : await evidenceOf(db, row.id, opened);
  const people = await publicUsers(
    db,
    steps.flatMap(({ actor_id }) => actor_id ?? []).concat(evidence.map(({ author_id }) => author_id)),
  );
  const filesNow = await attachedFiles(
    context,
    evidence.flatMap(({ pictures, files }) => [...pictures, ...files]),
    now,
  );
  return presentDispute({ row, facts, steps, evidence, people, reader, filesNow });
}

/** The same for whoever asks, if that is one of the two sides: to anybody else there is no such order. */
export async function ownDispute(context: SignedInContext, nid: string) {
  const row = await currentOrder(context, nid);
  const actor = await roleOf(context.db, context, row, context.caller.userId);
  if (!isSide(actor)) throw new Refusal('not_found', '没有找到这份订单');
  return disputeOf(context, row, actor);
}
