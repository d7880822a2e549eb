import { sql } from 'kysely';
import { paymentStatus } from '../../../contract/statuses.ts';
import { type InnerCheck, mostFindings, signed } from '../ledger/proof.ts';

// `splitAmount` and `heldFen` of the process, over all orders at once; a test holds the two against each other.
const part = (column: 'down' | 'second' | 'final') => {
  const down = sql`(amount_fen * 30 / 100)`;
  const second = sql`(amount_fen * 50 / 100)`;
  const fen = { down, second, final: sql`(amount_fen - ${down} - ${second})` }[column];
  return sql`case when ${sql.ref(`${column}_status`)} = ${sql.lit(paymentStatus.held)} then ${fen} else 0 end`;
};

/** For every order there is: what the ledger holds for it is what the order says is held. */
export const escrowCheck: InnerCheck = {
  key: 'escrow',
  run: async (tx) => {
    const { rows } = await sql<{ account: string; nid: string | null; held: number; escrow: number }>`
      select coalesce(b.account, 'escrow:' || d.id) as account, d.nid, coalesce(d.held, 0) as held,
        coalesce(b.fen, 0) as escrow
      from (
        select id::text as id, nid, ${part('down')} + ${part('second')} + ${part('final')} as held from demands
        where ${sql.lit(paymentStatus.held)} in (down_status, second_status, final_status)
      ) d
      full join (
        select account, sum(balance_fen)::int8 as fen from ledger_balances
        where account like 'escrow:%' and balance_fen <> 0 group by 1
      ) b on b.account = 'escrow:' || d.id
      where coalesce(d.held, 0) <> coalesce(b.fen, 0)
      limit ${mostFindings}`.execute(tx);
    return rows.map(({ account, nid, held, escrow }) => ({
      check: 'escrow',
      subject: account,
      message: `${nid ? `订单 ${nid}` : '没有托管款的订单'}：应托管 ${signed(held)}，账上托管 ${signed(escrow)}`,
    }));
  },
};
