import { yuan } from '../../../contract/process/money.ts';
import { withdrawalStatusNames } from '../../../contract/statuses.ts';
import { available, frozen } from '../ledger/accounts.ts';
import { balancesOf } from '../ledger/queries.ts';
import type { PersonalPart } from '../personal-data/part.ts';
import { timeOf, yuanOf } from '../personal-data/words.ts';
import { cardSeal } from './card-seal.ts';
import { recordColumns, recordLines } from './export.ts';
import { masked } from './present.ts';
import { withCards } from './queries.ts';

export const walletPart: PersonalPart = {
  name: 'wallet',
  collect: async ({ db, secret }, userId) => {
    const cards = await db.selectFrom('bank_cards').selectAll().where('user_id', '=', userId).orderBy('id').execute();
    const rows = await db.selectFrom('withdrawals').selectAll().where('user_id', '=', userId).orderBy('id').execute();
    const seals = cardSeal(secret);
    const withdrawals = await withCards(db, rows);
    return [
      {
        path: '钱包/收支明细.csv',
        about: '余额的每一笔收支，和网页上导出的明细相同',
        content: { csv: recordLines({ db }, userId, {}), columns: recordColumns },
      },
      {
        path: '钱包/提现.json',
        about: '提现申请和结果',
        content: {
          json: withdrawals.map(({ row, card }) => ({
            编号: row.number,
            金额: yuanOf(row.amount_fen),
            银行: card.bank_name,
            卡号: masked(card.last4),
            状态: withdrawalStatusNames[row.status],
            说明: row.reason,
            申请时间: timeOf(row.created_at),
            处理时间: timeOf(row.decided_at),
          })),
        },
      },
      {
        path: '钱包/银行卡.json',
        about: '绑定过的银行卡，只有后四位',
        content: {
          json: cards.map((row) => ({
            银行: row.bank_name,
            卡号: masked(row.last4),
            持卡人: seals.holderOf(row),
            绑定时间: timeOf(row.bound_at),
            解绑时间: timeOf(row.unbound_at),
          })),
        },
      },
    ];
  },
  blocks: async (db, userId) => {
    const balances = await balancesOf(db, [available(userId), frozen(userId)]);
    const link = '/personal/account/balance';
    const spendable = balances[available(userId)] ?? 0;
    const held = balances[frozen(userId)] ?? 0;
    return [
      ...(held > 0 ? [{ text: `有 ${yuan(held)} 提现还没有到账`, link, demands: [] }] : []),
      ...(spendable > 0 ? [{ text: `余额还有 ${yuan(spendable)}，请先全部提现`, link, demands: [] }] : []),
    ];
  },
  // The last four digits stay with the withdrawals that went there; nothing is left from which the number could be had.
  erase: async (tx, _services, { userId, now }) => {
    const none = Buffer.alloc(0);
    await tx
      .updateTable('bank_cards')
      .set((eb) => ({
        true_name: null,
        name_key_id: null,
        sealed_name: null,
        sealed: none,
        number_index: none,
        unbound_at: eb.fn.coalesce('unbound_at', eb.val(now)),
      }))
      .where('user_id', '=', userId)
      .execute();
  },
};
