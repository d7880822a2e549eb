import { instalments } from '../../../contract/process/money.ts';
import type { Effect } from '../../../contract/process/next.ts';
import type { Tx } from '../../db/transaction.ts';
import { divide, hold, type Movement, release } from '../ledger/movements.ts';
import { post } from '../ledger/post.ts';
import type { OrderRow } from './facts.ts';

export type LedgerEffect = Extract<Effect, { kind: 'ledger' }>;

type Parties = Pick<OrderRow, 'id' | 'nid' | 'name' | 'owner_id' | 'provider_id' | 'commission_basis_points'>;

/** What the process says of an order's money, as a movement of the ledger. `cause` is the step that says so. */
export function movementOf(order: Parties, effect: LedgerEffect, cause: string): Movement {
  const { id: demandId, owner_id: ownerId, provider_id: providerId } = order;
  const about = { cause: `order:${cause}`, demandId, title: `${order.nid} ${order.name}` };
  if (effect.move === 'hold') {
    const instalment = instalments.find(({ key }) => key === effect.instalment)?.name ?? '';
    return hold({ ...about, ownerId, instalment, fen: effect.fen });
  }
  if (providerId === null) throw new Error(`${order.nid} moves money and has no provider`);
  const to = { ...about, providerId, commissionBasisPoints: order.commission_basis_points };
  switch (effect.move) {
    case 'releaseWork':
      return release({ ...to, fen: effect.fen, what: '验收放款' });
    case 'releaseRetention':
      return release({ ...to, fen: effect.fen, what: '质保金放款' });
    case 'divide':
      return divide({ ...to, ownerId, ownerFen: effect.ownerFen, providerFen: effect.providerFen, what: '分账' });
  }
}

/** Moves what a step of an order says, in the step's transaction. Throws state_conflict when the payer has not enough. */
export async function carryOut(
  tx: Tx,
  order: Parties,
  effects: readonly Effect[],
  historyId: string | null,
  now: Date,
): Promise<void> {
  for (const effect of effects) {
    if (effect.kind !== 'ledger') continue;
    // A step of an order moves money once: its line in the history is the cause.
    if (historyId === null) throw new Error(`${order.nid} moves money by a step that leaves no history`);
    const posted = await post(tx, movementOf(order, effect, historyId), now);
    if (posted === 'known') throw new Error(`step ${historyId} of ${order.nid} moved money before`);
  }
}
