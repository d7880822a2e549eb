import { v7 as uuid } from 'uuid';
import type { Services } from '../../../calls/context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { buildDemand } from '../../demands/build.ts';
import { topUp } from '../../ledger/movements.ts';
import { post } from '../../ledger/post.ts';
import { act, buildTender } from '../build.ts';
import type { OrderRow } from '../facts.ts';

interface Person {
  id: string;
}

/** Puts money into somebody's balance, for tests. */
export async function fund(services: Services, user: Person, fen: number): Promise<void> {
  const movement = topUp({ cause: `test:${uuid()}`, userId: user.id, gateway: 'demo', fen, memo: '充值' });
  await inTransaction(services.db, (tx) => post(tx, movement, services.clock.now()));
}

type Options = { owner: Person; provider: Person; offerFen?: number; stage?: string; name?: string };

/** An order in 3 进行中 with the money for all its instalments in the owner's balance, for tests. */
export async function buildWorking(services: Services, options: Options): Promise<OrderRow> {
  const { owner, provider, offerFen = 8_640_000, ...named } = options;
  const demand = await buildDemand(services, { owner, ...named });
  const tenderId = await buildTender(services, demand, { bidder: provider, offerFen });
  const columns = { provider_id: provider.id, awarded_tender_id: tenderId, ordered_at: services.clock.now() };
  await act(services, demand.nid, 'award', owner.id, { amountFen: offerFen }, columns);
  await fund(services, owner, offerFen);
  return act(services, demand.nid, 'accept', provider.id);
}

/** The same with the work finished and all three instalments held: 4 待验收. */
export async function buildDelivered(services: Services, options: Options): Promise<OrderRow> {
  const { owner, provider } = options;
  const { nid } = await buildWorking(services, options);
  await act(services, nid, 'pay', owner.id);
  await act(services, nid, 'report', provider.id, { percent: 60 });
  await act(services, nid, 'pay', owner.id);
  await act(services, nid, 'finish', provider.id);
  return act(services, nid, 'pay', owner.id);
}

/** The same affirmed and its retention released: 7 已完成. */
export async function buildCompleted(services: Services, options: Options): Promise<OrderRow> {
  const { nid } = await buildDelivered(services, options);
  await act(services, nid, 'affirm', options.owner.id);
  return act(services, nid, 'releaseRetention', options.owner.id);
}
