import type { Kysely } from 'kysely';
import { actors } from '../../../contract/process/facts.ts';
import { instalments } from '../../../contract/process/money.ts';
import { actions } from '../../../contract/process/row.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import {
  type OrderStatus,
  orderStatus,
  orderStatusNames,
  paymentStatus,
  paymentStatusNames,
} from '../../../contract/statuses.ts';
import type { DB } from '../../db/schema.ts';
import { type PublicUser, publicUsers } from '../accounts/queries.ts';
import { demandWords } from '../demands/personal.ts';
import type { PersonalPart } from '../personal-data/part.ts';
import { timeOf, yuanOf } from '../personal-data/words.ts';
import type { OrderRow } from './facts.ts';
import { visibleHistory } from './policy.ts';
import { historyOf } from './queries.ts';
import type { OrderHistoryRow } from './tables.ts';
import { appraisalsOf, contractsOf } from './work/queries.ts';

/** Orders of either side, with what both sides saw of them. */
export const orderPart: PersonalPart = {
  name: 'orders',
  collect: async ({ db, stages }, userId) => [
    {
      path: '订单.json',
      about: '您发起和承接的订单：往来记录、款项、合同、进度、评价和争议证据；对方以显示的名称出现',
      content: { json: orders(db, stages, userId) },
    },
  ],
  blocks: async (db, userId) => {
    const rows = await db
      .selectFrom('demands')
      .select(['nid', 'status', 'owner_id', 'down_status', 'second_status', 'final_status', 'proceedings'])
      .where((eb) => eb.or([eb('owner_id', '=', userId), eb('provider_id', '=', userId)]))
      .where('provider_id', 'is not', null)
      .orderBy('id')
      .execute();
    const disputed = rows.filter(({ proceedings }) => proceedings.dispute);
    const open = rows.filter((row) => underWay.includes(row.status) && !disputed.includes(row));
    const retained = rows.filter(
      (row) =>
        row.status === orderStatus.completed &&
        [row.down_status, row.second_status, row.final_status].includes(paymentStatus.held) &&
        !disputed.includes(row),
    );
    const block = (found: typeof rows, what: string) => {
      if (found.length === 0) return [];
      const nids = found.slice(0, 3).map(({ nid }) => nid);
      const text = `有${found.length}份订单${what}：${nids.join('、')}${found.length > 3 ? '等' : ''}`;
      const owned = found.some(({ owner_id }) => owner_id === userId);
      const link = found.length === 1 ? `/personal/order/${nids[0]}` : `/personal/order/${owned ? 'initiate' : 'part'}`;
      return [{ text, link, demands: [] }];
    };
    return [...block(open, '还在进行'), ...block(retained, '的质保金还在托管'), ...block(disputed, '有争议还没有了结')];
  },
};

const underWay: readonly OrderStatus[] = [
  orderStatus.awarded,
  orderStatus.working,
  orderStatus.delivered,
  orderStatus.affirmed,
];

/** Orders whose rows are held at once. */
const batch = 100;

async function* orders(db: Kysely<DB>, stages: readonly Stage[], userId: string) {
  let after: string | undefined;
  for (;;) {
    const rows = await db
      .selectFrom('demands')
      .selectAll()
      .where('provider_id', 'is not', null)
      .where((eb) => eb.or([eb('owner_id', '=', userId), eb('provider_id', '=', userId)]))
      .$if(after !== undefined, (select) => select.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(batch)
      .execute();
    const people = await publicUsers(
      db,
      rows.flatMap(({ owner_id, provider_id }) => [owner_id, provider_id ?? owner_id]),
    );
    for (const row of rows) yield { ...demandWords(row, stages), ...(await orderWords(db, row, userId, people)) };
    after = rows.at(-1)?.id;
    if (rows.length < batch) return;
  }
}

async function orderWords(db: Kysely<DB>, row: OrderRow, userId: string, people: ReadonlyMap<string, PublicUser>) {
  const side = row.owner_id === userId ? 'owner' : 'provider';
  const other = side === 'owner' ? row.provider_id : row.owner_id;
  const [history, contracts, diary, appraisals, evidence] = await Promise.all([
    historyOf(db, row.id),
    contractsOf(db, row.id),
    db.selectFrom('order_diary').selectAll().where('demand_id', '=', row.id).orderBy('id').execute(),
    appraisalsOf(db, row.id),
    db
      .selectFrom('dispute_evidence')
      .selectAll()
      .where('demand_id', '=', row.id)
      .where('author_id', '=', userId)
      .orderBy('id')
      .execute(),
  ]);
  const seen = appraisals.filter(({ author_id, public_at }) => author_id === userId || public_at !== null);
  return {
    我是: actors[side],
    对方: people.get(other ?? '')?.name ?? '',
    成交金额: yuanOf(row.amount_fen),
    成交时间: timeOf(row.ordered_at),
    款项: instalments.map(({ key, name }) => ({ 名称: name, 状态: paymentStatusNames[row[`${key}_status`]] })),
    记录: visibleHistory(side, history).map(historyWords),
    合同: contracts.map((one) => ({
      文件名: one.name,
      提交方: actors[one.side],
      SHA256: one.hash,
      时间: timeOf(one.created_at),
    })),
    进度: diary.map((one) => ({
      类型: actions[one.kind],
      进度百分比: one.percent,
      内容: one.content,
      图片: one.pictures,
      提交方: actors[one.side],
      时间: timeOf(one.created_at),
    })),
    评价: seen.map((one) => ({
      评价方: actors[one.side],
      分数: one.score,
      标签: one.labels,
      内容: one.content,
      图片: one.pictures,
      回复: one.reply,
      时间: timeOf(one.created_at),
    })),
    我提交的争议证据: evidence.map((one) => ({
      内容: one.content,
      图片: one.pictures,
      附件: one.files,
      时间: timeOf(one.created_at),
    })),
  };
}

const historyWords = (line: OrderHistoryRow) => ({
  时间: timeOf(line.at),
  动作: line.action in actions ? actions[line.action as keyof typeof actions] : line.action,
  由: line.actor === 'owner' || line.actor === 'provider' ? actors[line.actor] : '平台',
  状态: orderStatusNames[line.to_status],
  理由: line.reason ?? '',
});
