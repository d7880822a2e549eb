import { Refusal } from '../../../contract/errors.ts';
import type { Actor } from '../../../contract/process/facts.ts';
import type { OrderStatus } from '../../../contract/statuses.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { publicUsers } from '../accounts/queries.ts';
import { caseTitle } from '../cases/queries.ts';
import { shopIdsOf } from '../shop/queries.ts';
import { settleDue } from './clock.ts';
import { factsFrom, type OrderRow } from './facts.ts';
import { mayRead, visibleHistory } from './policy.ts';
import { presentInfo, presentSummary, type Seen } from './present.ts';
import {
  dueOf,
  findOrder,
  historyOf,
  type LineDemand,
  lineDemands,
  type Listing,
  productLines,
  tenderById,
} from './queries.ts';
import { roleOf } from './transition.ts';

type Reading = SignedInContext;

/** One's own list: what has become due among one's orders happens first, so that each stands under its true status. */
export async function orderList(
  context: Reading,
  listing: Listing,
  list: (db: Reading['db'], userId: string, listing: Listing) => Promise<{ rows: OrderRow[]; count: number }>,
) {
  const { db, caller, now, stages } = context;
  await settleDue(context, await dueOf(db, caller.userId, now), now);
  const found = await list(db, caller.userId, listing);
  const demands = await lineDemands(db, [...new Set(found.rows.map((row) => row.line_id))]);
  const lines = await productLines(db, [...new Set(found.rows.map((row) => row.line_id))]);
  const sides = found.rows.flatMap((row) => [row.owner_id, ...(row.provider_id ? [row.provider_id] : [])]);
  const [people, shops] = await Promise.all([publicUsers(db, sides), shopIdsOf(db, sides)]);
  const data = [];
  for (const row of found.rows) {
    const lineNid = lines.find(({ id }) => id === row.line_id)?.nid ?? '';
    const actor = await roleOf(db, context, row, caller.userId);
    data.push(presentSummary({ ...seen(row, demands, stages), actor, people, shops, lineNid, now }));
  }
  return { data, page: { count: found.count, page: listing.page, pageSize: listing.pageSize } };
}

function seen(
  row: OrderRow,
  demands: readonly LineDemand[],
  stages: Reading['stages'],
): Pick<Seen, 'row' | 'facts' | 'stage'> {
  const own = demands.filter(({ lineId }) => lineId === row.line_id);
  const line = stages.map(({ key }): OrderStatus | null => own.find((one) => one.stage === key)?.status ?? null);
  const stage = stages.find(({ key }) => key === row.stage);
  if (!stage) throw new Error(`demand ${row.nid} is of stage ${row.stage}, which the catalogue does not have`);
  return { row, facts: factsFrom(row, line, stages), stage };
}

/** One order for one who may read it. Throws not_found for everybody else. */
export async function orderDetail(context: Reading, nid: string) {
  const { db, caller, now } = context;
  let row = await findOrder(db, nid);
  if (row && (await settleDue(context, [row], now))) row = await findOrder(db, nid);
  if (!row) throw new Refusal('not_found', '没有找到这份订单');
  const actor = await roleOf(db, context, row, caller.userId);
  mayRead(actor);
  return whole(context, row, actor);
}

/** One order for an operator who was called to it: all of it, and nothing to be done from here. */
export function orderSeenByOperator(context: Reading, row: OrderRow) {
  return whole(context, row, 'operator');
}

async function whole(context: Reading, row: OrderRow, actor: Actor) {
  const { db, now, stages } = context;
  const demands = await lineDemands(db, [row.line_id]);
  const [line] = await productLines(db, [row.line_id]);
  if (!line) throw new Error(`product line ${row.line_id} is gone`);
  const history = visibleHistory(actor, await historyOf(db, row.id));
  const tender = row.awarded_tender_id === null ? undefined : await tenderById(db, row.awarded_tender_id);
  const people = await publicUsers(db, [
    row.owner_id,
    ...[row.provider_id, ...demands.map((one) => one.providerId), ...history.map((step) => step.actor_id)].filter(
      (id) => id !== null,
    ),
  ]);
  const shops = await shopIdsOf(
    db,
    [row.owner_id, row.provider_id].filter((id) => id !== null),
  );
  const found = row.case_id === null ? undefined : await caseTitle(db, row.case_id);
  const fromCase = found
    ? { id: found.id, name: found.name, stage: found.stageKey, category: found.category, shown: found.shown }
    : null;
  return presentInfo(
    { ...seen(row, demands, stages), actor, people, shops, lineNid: line.nid, now },
    { line: { name: line.name, nid: line.nid, demands }, stages, history, tender, fromCase },
  );
}
