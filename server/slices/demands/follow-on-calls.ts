import type { z } from 'zod';
import { type FollowOnOrder, getFollowOnOrders, getFollowOnPrefill } from '../../../contract/follow-on.ts';
import { stageByNumber } from '../../../contract/stages/index.ts';
import { type Stage, wireName } from '../../../contract/stages/stage.ts';
import { orderStatusNames } from '../../../contract/statuses.ts';
import { seconds } from '../../../contract/wire.ts';
import { Refusal } from '../../../contract/errors.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { publicUsers } from '../accounts/queries.ts';
import { type Before, followOnOrders, takeOver } from './follow-on.ts';
import type { People } from './present.ts';

/** 我的订单 of the publish form, and what a form takes over from the order that is chosen there. */
export function followOnCalls(stages: readonly Stage[]): AnyImplementation[] {
  const numbered = (number: number): Stage => {
    const stage = stageByNumber(number, stages);
    if (!stage) throw new Refusal('not_found', '没有这个环节');
    return stage;
  };
  const present = ({ row, lineNid }: Before, people: People['users']): FollowOnOrder => {
    const stage = stages.find(({ key }) => key === row.stage);
    return {
      productLineNid: lineNid,
      demandNid: row.nid,
      name: row.name,
      orderType: stage?.number ?? 0,
      stageName: stage?.name ?? '',
      type: row.category,
      orderStatus: row.status,
      demandStatusName: orderStatusNames[row.status],
      providerName: people.get(row.provider_id ?? '')?.name ?? '',
      picture: row.pictures[0] ?? '',
      time: seconds(row.status_since),
    };
  };
  const providers = (rows: readonly Before[]) => rows.flatMap(({ row }) => row.provider_id ?? []);
  return [
    implement(getFollowOnOrders, async ({ demandType, ...paging }, context) => {
      const { rows, count } = await followOnOrders(context, numbered(demandType), paging);
      const people = await publicUsers(context.db, providers(rows));
      return { data: rows.map((one) => present(one, people)), page: { count, ...paging } };
    }),
    implement(getFollowOnPrefill, async ({ demandType, productLineNid }, context) => {
      const stage = numbered(demandType);
      const { before, values, inputHash } = await takeOver(context, stage, productLineNid);
      const people = await publicUsers(context.db, providers([before]));
      const data: z.input<typeof getFollowOnPrefill.output> = {
        order: present(before, people),
        inputHash,
        values: values.map(({ key, value, from }) => ({
          field: wireName(stage.demand, key),
          value: typeof value === 'string' ? value : value.join(','),
          demandNid: from.demandNid,
          stageName: from.stage.name,
        })),
      };
      return { data };
    }),
  ];
}
