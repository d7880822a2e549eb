import { Refusal } from '../../../../contract/errors.ts';
import { fenToYuan } from '../../../../contract/fields.ts';
import { operatorDispute, operatorDisputes, ruleDispute, rulings } from '../../../../contract/operator/disputes.ts';
import { held } from '../../../../contract/process/facts.ts';
import { available, pending } from '../../../../contract/process/next.ts';
import { actions } from '../../../../contract/process/row.ts';
import { orderStatusNames } from '../../../../contract/statuses.ts';
import { type AnyImplementation, implement } from '../../../calls/implement.ts';
import { publicUsers } from '../../accounts/queries.ts';
import type { DeskPart } from '../../operators/desk.ts';
import { hasRole, needRole } from '../../operators/policy.ts';
import { settleDue } from '../clock.ts';
import { factsOf } from '../facts.ts';
import { presentParty } from '../present.ts';
import { orderSeenByOperator } from '../read.ts';
import { awaitingRuling, disputed, disputeQueues, disputesDue, nextRuling } from './queries.ts';
import { currentOrder, disputeOf } from './read.ts';
import { judgeFault, judges, onlookers, rule } from './rule.ts';

/** The console's part for disputes. */
export const disputeDesk: DeskPart = {
  key: 'disputes',
  name: '争议裁决',
  roles: onlookers,
  waiting: awaitingRuling,
  queues: ({ db }) => disputeQueues(db),
  claims: { kind: 'dispute', roles: judges },
};

export const operatorDisputeCalls: AnyImplementation[] = [
  implement(operatorDisputes, async (listing, context) => {
    const { db, caller, now, stages } = context;
    needRole(caller, onlookers);
    await settleDue(context, await disputesDue(db, now), now);
    const { rows, count } = await disputed(db, listing);
    const sides = rows.flatMap(({ owner_id, provider_id }) => [owner_id, ...(provider_id ? [provider_id] : [])]);
    const people = await publicUsers(db, sides);
    const data = [];
    for (const row of rows) {
      const facts = await factsOf(db, row, stages);
      if (facts.dispute === null) continue;
      const { phase, openedBy, openedAt, phaseSince } = facts.dispute;
      const due = pending(facts)[0];
      data.push({
        demandNid: row.nid,
        name: row.name,
        orderStatus: row.status,
        demandStatusName: orderStatusNames[row.status],
        phase,
        openedBy,
        owner: presentParty(people, row.owner_id).nickname,
        provider: row.provider_id === null ? '' : presentParty(people, row.provider_id).nickname,
        held: fenToYuan(held(facts)),
        since: Math.floor(openedAt / 1000),
        waitsSince: phase === 'ruling' ? Math.floor(phaseSince / 1000) : null,
        until: due ? Math.floor(due.at / 1000) : null,
      });
    }
    return { data, page: { count, page: listing.page, pageSize: listing.pageSize } };
  }),
  implement(operatorDispute, async ({ demandNid }, context) => {
    needRole(context.caller, onlookers);
    const row = await currentOrder(context, demandNid);
    const dispute = await disputeOf(context, row, null);
    // Operators read the orders that somebody called them to.
    if (dispute.steps.length === 0) throw new Refusal('not_found', '这份订单没有争议');
    const facts = await factsOf(context.db, row, context.stages);
    const fault = judgeFault(context.caller, row);
    const open = available(facts, 'operator', context.now.getTime());
    const offers = rulings.map((action) => {
      const offer = open.find((one) => one.action === action);
      const reason = fault || (offer ? offer.reason : '双方还在协商或举证，举证期满后才能裁决');
      return { action, label: actions[action], enabled: reason === '', reason };
    });
    const since = facts.dispute?.phaseSince ?? 0;
    const next = fault ? null : await nextRuling(context.db, context, { id: row.id, since });
    const ids = { ownerId: row.owner_id, providerId: row.provider_id ?? '' };
    const hears = hasRole(context.caller, judges);
    return { data: { order: await orderSeenByOperator(context, row), ...ids, dispute, hears, actions: offers, next } };
  }),
  implement(ruleDispute, ({ demandNid, ruling, reason, ownerAmount, providerAmount }, context) => {
    const named = ownerAmount !== undefined && providerAmount !== undefined;
    const split = named ? { ownerFen: ownerAmount, providerFen: providerAmount } : undefined;
    return rule(context, demandNid, ruling, { reason, ...(split && { split }) });
  }),
];
