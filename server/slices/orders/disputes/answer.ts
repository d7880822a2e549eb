import { Refusal } from '../../../../contract/errors.ts';
import type { OrderFacts, Split } from '../../../../contract/process/facts.ts';
import type { ActionInput } from '../../../../contract/process/guards.ts';
import type { Action } from '../../../../contract/process/row.ts';
import type { SignedInContext } from '../../../calls/context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { lockOrder, move, roleOf } from '../transition.ts';

/** A division as it comes over the wire, in fen. */
export interface NamedSplit {
  ownerAmount: number;
  providerAmount: number;
}

export const splitOf = ({ ownerAmount, providerAmount }: NamedSplit): Split => ({
  ownerFen: ownerAmount,
  providerFen: providerAmount,
});

/** What waits for the other side's answer. */
const standing = { acceptCancel: 'cancelRequest', acceptSplit: 'offer' } as const satisfies Partial<
  Record<Action, string>
>;

function offered(facts: OrderFacts, what: (typeof standing)[keyof typeof standing]): Split | undefined {
  return what === 'cancelRequest' ? facts.cancelRequest?.split : facts.dispute?.offer.split;
}

/**
 * Accepts what the other side proposed. The division is named as it was seen: of one that was changed in the meantime
 * nothing is accepted.
 */
export async function accept(
  context: SignedInContext,
  demandNid: string,
  action: keyof typeof standing,
  seen: NamedSplit,
): Promise<{ data: { orderStatus: number } }> {
  const { caller, now } = context;
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, context, demandNid, now);
    const actor = await roleOf(tx, context, order.row, caller.userId);
    const split = offered(order.facts, standing[action]);
    const wanted = splitOf(seen);
    const same = split?.ownerFen === wanted.ownerFen && split.providerFen === wanted.providerFen;
    // Whose turn it is, and whether there is anything to accept, is the table's to say.
    if (split && !same && (actor === 'owner' || actor === 'provider'))
      throw new Refusal('state_conflict', '方案刚刚有变化，请看过新的方案再答复');
    const input: ActionInput = {};
    const moved = await move(tx, context, order, { action, actor, actorId: caller.userId, input, now });
    return { data: { orderStatus: moved.row.status } };
  });
}
