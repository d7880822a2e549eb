import { hours } from '../../../contract/process/facts.ts';
import type { Services } from '../../calls/context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { clearing, holderOf } from './accounts.ts';
import { type Movement, topUp } from './movements.ts';
import { post } from './post.ts';

/** Money that moved in a past that was played. */
export interface PastMovement {
  at: Date;
  movement: Movement;
}

/** fen that every demo buyer may spend at once */
const pocketMoney = 2_000_000;
/** what demo money is topped up by at least, in fen */
const round = 100_000;

const demoGateway = clearing('demo').slice('clearing:'.length);

/** Who pays out of the spending account in a movement, and how much. */
function payer({ entries }: Movement): { userId: string; fen: number } | null {
  for (const { account, fen } of entries) {
    const userId = holderOf(account);
    if (userId !== null && fen < 0) return { userId, fen: -fen };
  }
  return null;
}

/**
 * Posts the money of the demo data in the order in which it moved. Whoever pays topped up shortly before, in whole
 * thousands of yuan; buyers have something left to pay with.
 */
export async function seedLedger(
  { db }: Pick<Services, 'db'>,
  past: readonly PastMovement[],
  buyerIds: readonly string[],
  now: Date,
): Promise<void> {
  const ordered = past.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const begun = Math.min(now.getTime(), ...ordered.map(({ at }) => at.getTime())) - hours(24);
  await inTransaction(db, async (tx) => {
    const balance = new Map<string, number>();
    const give = async (userId: string, fen: number, at: Date, cause: string) => {
      await post(tx, topUp({ cause: `demo:${cause}`, userId, gateway: demoGateway, fen, memo: '余额充值' }), at);
      balance.set(userId, (balance.get(userId) ?? 0) + fen);
    };
    for (const userId of buyerIds) await give(userId, pocketMoney, new Date(begun), userId);
    for (const { at, movement } of ordered) {
      const paying = payer(movement);
      const missing = paying === null ? 0 : pocketMoney + paying.fen - (balance.get(paying.userId) ?? 0);
      if (paying !== null && missing > 0) {
        const fen = Math.ceil(missing / round) * round;
        await give(paying.userId, fen, new Date(at.getTime() - hours(1)), movement.cause);
      }
      await post(tx, movement, at);
      for (const { account, fen } of movement.entries) {
        const holder = holderOf(account);
        if (holder !== null) balance.set(holder, (balance.get(holder) ?? 0) + fen);
      }
    }
  });
}
