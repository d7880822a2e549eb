import type { Services } from '../../calls/context.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { buildDemand } from '../demands/build.ts';
import { topUp } from '../ledger/movements.ts';
import { post } from '../ledger/post.ts';
import { award } from '../orders/award.ts';
import { act, buildTender } from '../orders/build.ts';

type Person = { id: string };

/** Money in somebody's balance, in fen. */
export async function fund(services: Services, user: Person, fen: number): Promise<void> {
  const now = services.clock.now();
  const movement = topUp({ cause: `test:${newId(now)}`, userId: user.id, gateway: 'demo', fen, memo: '余额充值' });
  await inTransaction(services.db, (tx) => post(tx, movement, now));
}

/** An order that was taken on, whose down payment is due: 30 % of `offerFen`. */
export async function buildDue(
  services: Services,
  { owner, provider, offerFen = 8_640_000 }: { owner: Person; provider: Person; offerFen?: number },
): Promise<{ id: string; nid: string }> {
  const demand = await buildDemand(services, { owner });
  const tenderId = await buildTender(services, demand, { bidder: provider, offerFen });
  const now = services.clock.now();
  await inTransaction(services.db, (tx) =>
    award(tx, { ...services, now }, owner.id, { demandNid: demand.nid, tenderId }),
  );
  await act(services, demand.nid, 'accept', provider.id);
  return { id: demand.id, nid: demand.nid };
}
