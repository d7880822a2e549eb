import { sql } from 'kysely';
import { type InnerCheck, mostFindings, signed } from '../ledger/proof.ts';
import { openStatuses } from './queries.ts';

/** What is frozen of somebody's money is what their withdrawals that are under way come to. */
export const frozenCheck: InnerCheck = {
  key: 'frozen',
  run: async (tx) => {
    const { rows } = await sql<{ account: string; asked: number; frozen: number }>`
      select coalesce(b.account, w.account) as account, coalesce(w.fen, 0) as asked, coalesce(b.fen, 0) as frozen
      from (
        select 'frozen:' || user_id as account, sum(amount_fen)::int8 as fen from withdrawals
        where status in (${sql.join(openStatuses.map((status) => sql.lit(status)))}) group by 1
      ) w
      full join (
        select account, sum(balance_fen)::int8 as fen from ledger_balances
        where account like 'frozen:%' and balance_fen <> 0 group by 1
      ) b using (account)
      where coalesce(w.fen, 0) <> coalesce(b.fen, 0)
      limit ${mostFindings}`.execute(tx);
    return rows.map(({ account, asked, frozen }) => ({
      check: 'frozen',
      subject: account,
      message: `在途提现 ${signed(asked)}，账上冻结 ${signed(frozen)}`,
    }));
  },
};
