import { getInspections, inspectFaulty, inspectSound } from '../../../../contract/order-inspection.ts';
import { held } from '../../../../contract/process/facts.ts';
import type { Action } from '../../../../contract/process/row.ts';
import { orderStatus } from '../../../../contract/statuses.ts';
import { seconds } from '../../../../contract/wire.ts';
import type { SignedInContext } from '../../../calls/context.ts';
import { type AnyImplementation, implement } from '../../../calls/implement.ts';
import { publicUsers } from '../../accounts/queries.ts';
import { settleDue } from '../clock.ts';
import { factsOf, type OrderRow } from '../facts.ts';
import { type People, presentActions, presentParty } from '../present.ts';
import { roleOf } from '../transition.ts';
import { readOrder } from '../work/access.ts';
import { inspect } from './inspect.ts';
import { inspectionsOf, neighbour } from './queries.ts';
import type { InspectionRow } from './tables.ts';

const inspecting: readonly Action[] = ['inspectSound', 'inspectFaulty'];
const writing = { max: 30, per: 60 };

export const inspectionCalls: AnyImplementation[] = [
  implement(getInspections, async ({ demandNid }, context) => {
    const { db, stages } = context;
    const { row } = await readOrder(context, demandNid);
    const [before, after] = await Promise.all([settled(context, row, -1), neighbour(db, row, stages, 1)]);
    const delivered = before?.status === orderStatus.completed ? before : undefined;
    const [found, gone] = await Promise.all([
      delivered ? inspectionsOf(db, delivered.id) : [],
      after ? inspectionsOf(db, row.id) : [],
    ]);
    const people = await publicUsers(
      db,
      [...found, ...gone]
        .map(({ inspector_id }) => inspector_id)
        .concat([delivered?.provider_id ?? [], after?.provider_id ?? []].flat()),
    );
    const incoming = delivered && {
      ...(await presentGoods(context, delivered, delivered, found, people)),
      actions: await actionsOf(context, row, delivered),
    };
    const outgoing = after && gone.length > 0 ? await presentGoods(context, row, after, gone, people) : null;
    return { data: { incoming: incoming ?? null, outgoing } };
  }),
  implement(inspectSound, async ({ demandNid }, context) => {
    const { released } = await inspect(context, demandNid, { result: 'sound' });
    return { data: { result: 'sound' as const, released } };
  }),
  implement(
    inspectFaulty,
    async ({ demandNid, reason, files }, context) => {
      const { disputed } = await inspect(context, demandNid, { result: 'faulty', reason, pictures: files });
      return { data: { result: 'faulty' as const, disputed } };
    },
    { limit: writing },
  ),
];

/** The order before, after the clock has done what it owes it. */
async function settled(context: SignedInContext, row: OrderRow, step: -1): Promise<OrderRow | undefined> {
  const { db, stages, now } = context;
  const found = await neighbour(db, row, stages, step);
  return found && (await settleDue(context, [found], now)) ? neighbour(db, row, stages, step) : found;
}

/** What the reader may say of the goods: only who works on the order that they came in for. */
async function actionsOf(context: SignedInContext, own: OrderRow, before: OrderRow) {
  const { db, stages, caller, now } = context;
  if (own.provider_id !== caller.userId) return [];
  const actor = await roleOf(db, context, before, caller.userId);
  const facts = await factsOf(db, before, stages);
  return presentActions({ facts, actor, now }).filter(({ action }) => inspecting.some((one) => one === action));
}

async function presentGoods(
  { db, stages }: SignedInContext,
  goods: OrderRow,
  other: OrderRow,
  rows: readonly InspectionRow[],
  people: People,
) {
  const facts = await factsOf(db, goods, stages);
  const { dispute, retentionUntil } = facts;
  const isHeld = held(facts) > 0;
  return {
    demandNid: other.nid,
    stageName: stages.find(({ key }) => key === other.stage)?.name ?? '',
    nickname: other.provider_id === null ? '' : presentParty(people, other.provider_id).nickname,
    held: isHeld,
    heldUntil: isHeld && dispute === null && retentionUntil !== null ? Math.floor(retentionUntil / 1000) : null,
    disputed: dispute !== null,
    inspections: rows.map(({ result, reason, pictures, inspector_id, created_at }) => ({
      result,
      reason,
      pictures,
      nickname: presentParty(people, inspector_id).nickname,
      time: seconds(created_at),
    })),
  };
}
