import type { Side } from '../../../contract/process/facts.ts';
import { instalments, splitAmount, yuan } from '../../../contract/process/money.ts';
import type { Audience } from '../../../contract/process/row.ts';
import { stepWords, warningWords } from '../../../contract/process/words.ts';
import { orderStatusNames, paymentStatus } from '../../../contract/statuses.ts';
import { publicUsers } from '../accounts/queries.ts';
import { operatorsWith } from '../operators/queries.ts';
import { demandById } from '../demands/queries.ts';
import { onlookers } from '../orders/disputes/rule.ts';
import { orderMoved, orderNearing, paymentDue, type Recipients } from '../orders/events.ts';
import { historyLine } from '../orders/queries.ts';
import { because, hears, type Source, timeText } from './source.ts';
import type { Told } from './write.ts';

const orderPage = (nid: string) => `/personal/order/${nid}`;

/** Each who is told, and as what: first of all as a side, last as an operator. */
function audienceOf(recipients: Recipients, operators: readonly string[]): [Audience, string][] {
  const { owner, provider, nextProvider, bidders = [] } = recipients;
  return [
    ...(owner ? [['owner', owner] as [Audience, string]] : []),
    ...(provider ? [['provider', provider] as [Audience, string]] : []),
    ...(nextProvider ? [['nextProvider', nextProvider] as [Audience, string]] : []),
    ...bidders.map((id): [Audience, string] => ['bidders', id]),
    ...operators.map((id): [Audience, string] => ['operators', id]),
  ];
}

/** Steps of orders: whom to tell comes with the event, what to say from the process. */
export const orderSources: Source[] = [
  hears(orderMoved, async ({ demandId, action, historyId, recipients }, { db }, cause) => {
    const [row, step] = await Promise.all([
      demandById(db, demandId),
      historyId === null ? undefined : historyLine(db, historyId),
    ]);
    if (!row) return [];
    const actorId = step?.actor_id ?? null;
    const operators = recipients.operators ? await operatorsWith(db, onlookers) : [];
    const who = actorId === null ? '' : ((await publicUsers(db, [actorId])).get(actorId)?.name ?? '');
    const facts = {
      who,
      name: row.name,
      nid: row.nid,
      progress: row.progress,
      status: orderStatusNames[step?.to_status ?? row.status],
      reason: because(step?.reason),
    };
    return audienceOf(recipients, operators).flatMap(([audience, userId]): Told[] => {
      const words = stepWords[action]?.[audience];
      if (words === undefined) return [];
      const common = { userId, cause, actorId, facts: { ...facts, words } };
      if (action === 'tender') return [{ ...common, kind: 'tender', bundle: demandId }];
      if (audience === 'operators') return [{ ...common, kind: 'dispute' }];
      // Whoever has no part in it any more finds the demand and no order.
      const link = [row.owner_id, row.provider_id].includes(userId) ? orderPage(row.nid) : `/demand/${row.nid}`;
      return [{ ...common, kind: 'order', facts: { ...common.facts, link } }];
    });
  }),

  hears(paymentDue, async ({ demandId, instalment }, { db }, cause) => {
    const row = await demandById(db, demandId);
    const status = row && { down: row.down_status, second: row.second_status, final: row.final_status }[instalment];
    // Paid or called off meanwhile.
    if (!row || status !== paymentStatus.due) return [];
    const name = instalments.find(({ key }) => key === instalment)?.name ?? '';
    const sum = yuan(splitAmount(row.amount_fen)[instalment]);
    const facts = { name: row.name, nid: row.nid, instalment: name, sum };
    return [{ userId: row.owner_id, kind: 'paymentDue', cause, facts }];
  }),

  hears(orderNearing, async ({ demandId, timer, at, recipients }, { db }) => {
    const row = await demandById(db, demandId);
    if (!row) return [];
    return Object.entries(recipients).map(([side, userId]) => ({
      userId,
      kind: 'near',
      cause: `near ${demandId} ${timer} ${at}`,
      facts: { name: row.name, nid: row.nid, time: timeText(at), words: warningWords(timer, side as Side) },
    }));
  }),
];
