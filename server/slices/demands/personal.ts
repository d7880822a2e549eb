import type { Stage } from '../../../contract/stages/stage.ts';
import { orderStatus, orderStatusNames } from '../../../contract/statuses.ts';
import type { PersonalPart } from '../personal-data/part.ts';
import { timeOf, yuanOf } from '../personal-data/words.ts';
import type { DemandRow } from './tables.ts';
import { becameOf } from './my-tenders.ts';
import { bringBack, holdBack } from './hold.ts';
import { withdrawTender } from './tender.ts';

/** What a demand asked for, in the words of its form. */
export function demandWords(row: DemandRow, stages: readonly Stage[]) {
  const stage = stages.find(({ key }) => key === row.stage);
  const asked = stage?.demand.filter(({ key }) => key in row.details) ?? [];
  return {
    编号: row.nid,
    环节: stage?.name ?? row.stage,
    名称: row.name,
    说明: row.description,
    ...Object.fromEntries(asked.map(({ key, label }) => [label, row.details[key]])),
    预算: yuanOf(row.budget_fen),
    截止时间: timeOf(row.deadline_at),
    图片: row.pictures,
    附件: row.files,
    状态: orderStatusNames[row.status],
    发布时间: timeOf(row.published_at),
  };
}

export const demandPart: PersonalPart = {
  name: 'demands',
  collect: async ({ db, stages }, userId) => {
    const own = await db.selectFrom('demands').selectAll().where('owner_id', '=', userId).orderBy('id').execute();
    const tenders = await db
      .selectFrom('tenders as t')
      .innerJoin('demands as d', 'd.id', 't.demand_id')
      .select(['d.nid', 'd.name', 'd.status as demand_status', 'd.awarded_tender_id'])
      .select(['t.id', 't.offer_fen', 't.days', 't.note', 't.status', 't.created_at', 't.updated_at'])
      .where('t.bidder_id', '=', userId)
      .orderBy('t.id')
      .execute();
    return [
      {
        path: '需求.json',
        about: '您发布的和存为草稿的需求',
        content: { json: own.map((row) => demandWords(row, stages)) },
      },
      {
        path: '投标.json',
        about: '您投过的标；需求只列编号和名称',
        content: {
          json: tenders.map((row) => ({
            需求编号: row.nid,
            需求名称: row.name,
            报价: yuanOf(row.offer_fen),
            工期天数: row.days,
            说明: row.note,
            状态: becameOf(row, { status: row.demand_status, awarded_tender_id: row.awarded_tender_id }),
            投标时间: timeOf(row.created_at),
            修改时间: timeOf(row.updated_at),
          })),
        },
      },
    ];
  },
  blocks: async (db, userId) => {
    const rows = await db
      .selectFrom('demands')
      .select(['nid', 'name'])
      .where('owner_id', '=', userId)
      .where('status', '=', orderStatus.tendering)
      .orderBy('id', 'desc')
      .execute();
    if (rows.length === 0) return [];
    return [{ text: `有${rows.length}个需求还在招标`, link: '/personal/order/initiate?status=1', demands: rows }];
  },
  // A tender of somebody who leaves must not be chosen. It does not come back with its bidder: the choice goes on meanwhile.
  hide: async (tx, services, { userId, now }) => {
    const rows = await tx
      .selectFrom('tenders as t')
      .innerJoin('demands as d', 'd.id', 't.demand_id')
      .select('d.nid')
      .where('t.bidder_id', '=', userId)
      .where('t.status', '=', 'standing')
      .where('d.status', '=', orderStatus.tendering)
      .orderBy('d.id')
      .execute();
    for (const { nid } of rows) await withdrawTender(tx, services, nid, userId, now);
    await holdBack(tx, services, userId, now);
  },
  show: (tx, services, { userId }) => bringBack(tx, services, userId),
};
