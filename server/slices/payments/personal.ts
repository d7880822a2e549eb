import { paymentStateNames } from '../../../contract/payments.ts';
import { instalments } from '../../../contract/process/money.ts';
import { demandNids } from '../orders/queries.ts';
import type { PersonalPart } from '../personal-data/part.ts';
import { timeOf, yuanOf } from '../personal-data/words.ts';

export const paymentPart: PersonalPart = {
  name: 'payments',
  collect: async ({ db }, userId) => {
    const rows = await db.selectFrom('payments').selectAll().where('user_id', '=', userId).orderBy('id').execute();
    const nids = await demandNids(
      db,
      rows.flatMap(({ demand_id }) => demand_id ?? []),
    );
    const json = rows.map((row) => ({
      用途: row.purpose === 'topUp' ? '充值' : (instalments.find(({ key }) => key === row.instalment)?.name ?? ''),
      订单编号: nids.get(row.demand_id ?? '') ?? '',
      金额: yuanOf(row.amount_fen),
      状态: paymentStateNames[row.status],
      支付渠道单号: row.gateway_number,
      说明: row.note,
      发起时间: timeOf(row.created_at),
      支付时间: timeOf(row.paid_at),
    }));
    return [{ path: '钱包/支付.json', about: '充值和订单款项的每一次支付', content: { json } }];
  },
  blocks: async (db, userId, now) => {
    const rows = await db
      .selectFrom('payments')
      .select('id')
      .where('user_id', '=', userId)
      .where((eb) => eb.or([eb('status', 'in', ['open', 'disputed']), eb('watch_until', '>', now)]))
      .execute();
    if (rows.length === 0) return [];
    const text = `有${rows.length}笔支付还没有结果，请先付清或等它失效`;
    return [{ text, link: '/personal/account/deposit', demands: [] }];
  },
};
