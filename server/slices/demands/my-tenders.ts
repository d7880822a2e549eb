import { fenToYuan } from '../../../contract/fields.ts';
import { orderStatus, orderStatusNames, type TenderState, tenderStateNames } from '../../../contract/statuses.ts';
import { seconds } from '../../../contract/wire.ts';
import type { SignedInContext } from '../../calls/context.ts';
import type { Page } from '../../db/page.ts';
import { publicUsers } from '../accounts/queries.ts';
import { ordersByIds } from '../orders/queries.ts';
import { presentTender } from './present.ts';
import { tendersBy } from './queries.ts';
import type { DemandRow, TenderRow } from './tables.ts';

/** What became of a tender, from its own state and the order's. Pure. */
export function stateOf(
  tender: Pick<TenderRow, 'status' | 'id'>,
  demand: Pick<DemandRow, 'status' | 'awarded_tender_id'>,
): TenderState {
  if (tender.status !== 'standing') return tender.status;
  if (demand.awarded_tender_id === tender.id) return 'chosen';
  if (demand.awarded_tender_id !== null) return 'lost';
  return demand.status === orderStatus.tendering ? 'tendering' : 'ended';
}

/** The same in the words that the bidder reads. */
export function becameOf(tender: Parameters<typeof stateOf>[0], demand: Parameters<typeof stateOf>[1]): string {
  const state = stateOf(tender, demand);
  return state === 'chosen' ? orderStatusNames[demand.status] : tenderStateNames[state];
}

/** One's own tenders, whatever became of them. */
export async function ownTenders({ db, caller }: SignedInContext, page: Page) {
  const { rows, count } = await tendersBy(db, caller.userId, page);
  const found = await ordersByIds(
    db,
    rows.map((row) => row.demand_id),
  );
  const demands = new Map(found.map((row) => [row.id, row]));
  const owners = await publicUsers(
    db,
    found.map((row) => row.owner_id),
  );
  const data = rows.flatMap((row) => {
    const demand = demands.get(row.demand_id);
    if (!demand) return [];
    return [
      {
        ...presentTender(row),
        demandNid: demand.nid,
        name: demand.name,
        stage: demand.stage,
        type: demand.category,
        picture: demand.pictures[0] ?? '',
        budget: fenToYuan(demand.budget_fen),
        issueEndTime: seconds(demand.deadline_at),
        nickname: owners.get(demand.owner_id)?.name ?? '用户',
        state: stateOf(row, demand),
        stateName: becameOf(row, demand),
        inputState: demand.proceedings.input ?? ('' as const),
      },
    ];
  });
  return { data, page: { count, ...page } };
}
