import { Refusal } from '../../../contract/errors.ts';
import {
  acceptOrder,
  cancelOrder,
  declineOrder,
  deleteOrder,
  getCancelReason,
  getOrderInfo,
  myDemandList,
  myDemandOrderList,
  myPartList,
  successful,
} from '../../../contract/orders.ts';
import { seconds } from '../../../contract/wire.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publicUsers } from '../accounts/queries.ts';
import { award } from './award.ts';
import { settleDue } from './clock.ts';
import { mayRead, visibleHistory } from './policy.ts';
import { presentLine, presentParty } from './present.ts';
import { dueOf, findOrder, historyOf, joinedBy, lineDemands, linesOf, startedBy } from './queries.ts';
import { orderDetail, orderList } from './read.ts';
import { step } from './step.ts';
import { roleOf } from './transition.ts';

export const orderCalls: AnyImplementation[] = [
  implement(myDemandList, ({ orderStatus, ...paging }, context) =>
    orderList(context, { status: orderStatus, ...paging }, startedBy),
  ),
  implement(myPartList, ({ orderStatus, ...paging }, context) =>
    orderList(context, { status: orderStatus, ...paging }, joinedBy),
  ),
  implement(myDemandOrderList, async (paging, context) => {
    const { db, caller, now, stages } = context;
    await settleDue(context, await dueOf(db, caller.userId, now), now);
    const { rows, count } = await linesOf(db, caller.userId, paging);
    const demands = await lineDemands(
      db,
      rows.map(({ id }) => id),
    );
    const data = rows.map(({ id, name, nid }) =>
      presentLine({ name, nid, demands: demands.filter(({ lineId }) => lineId === id) }, stages),
    );
    return { data, page: { count, ...paging } };
  }),
  implement(getOrderInfo, async ({ demandNid }, context) => ({ data: await orderDetail(context, demandNid) })),
  implement(successful, async (choice, context) => {
    const { row } = await inTransaction(context.db, (tx) => award(tx, context, context.caller.userId, choice));
    return { data: { orderStatus: row.status } };
  }),
  implement(acceptOrder, ({ demandNid }, context) => step(context, demandNid, 'accept')),
  implement(declineOrder, ({ demandNid, reason }, context) => step(context, demandNid, 'decline', { reason })),
  implement(cancelOrder, ({ demandNid, reason }, context) => step(context, demandNid, 'cancel', { reason })),
  implement(deleteOrder, ({ demandNid }, context) => step(context, demandNid, 'remove')),
  implement(getCancelReason, async ({ demandNid }, context) => {
    const { db, caller } = context;
    const row = await findOrder(db, demandNid);
    if (!row) throw new Refusal('not_found', '没有找到这份订单');
    const actor = await roleOf(db, context, row, caller.userId);
    mayRead(actor);
    // Why somebody else declined before is not the next one's to read.
    const history = visibleHistory(actor, await historyOf(db, row.id));
    const found = history.findLast(({ action }) => action === 'cancel' || action === 'decline');
    if (!found?.actor_id) throw new Refusal('not_found', '这份订单没有被取消或拒绝');
    const people = await publicUsers(db, [found.actor_id]);
    const { nickname } = presentParty(people, found.actor_id);
    return { data: { reason: found.reason ?? '', nickname, time: seconds(found.at) } };
  }),
];
