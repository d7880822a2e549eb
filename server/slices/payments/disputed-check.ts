import { type InnerCheck, mostFindings, signed } from '../ledger/proof.ts';
import { disputedOnes } from './queries.ts';

/** A payment of which a gateway told another sum stands until somebody has looked into it. */
export const disputedCheck: InnerCheck = {
  key: 'payments',
  run: async (tx) => {
    const rows = await disputedOnes(tx, mostFindings);
    return rows.map(({ id, amount_fen: asked, told_fen: told }) => ({
      check: 'payments',
      subject: `payment:${id}`,
      message: `应付 ${signed(asked)}，通道通知收到 ${signed(told ?? 0)}，未入账，等待核实`,
    }));
  },
};
