import { expect, test } from 'vitest';
import type { Reply } from '../../../contract/call.ts';
import { acceptOrder, successful } from '../../../contract/orders.ts';
import { hours } from '../../../contract/process/facts.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser, signIn } from '../accounts/build.ts';
import { buildDemand } from '../demands/build.ts';
import { buildTender } from './build.ts';

const portal = await startPortal();
const { services } = portal.app;

test('[O-01] what is refused because its time is over leaves the step of the clock that it came upon', async () => {
  const [owner, provider] = [
    await buildUser(portal.db, { now: portal.clock.now() }),
    await buildUser(portal.db, { accountType: 2, now: portal.clock.now() }),
  ];
  const demand = await buildDemand(services, { owner });
  const tenderId = await buildTender(services, demand, { bidder: provider });
  dataOf(await portal.as(owner)(successful, { demandNid: demand.nid, tenderId }));
  portal.clock.advance(hours(73));

  const send = portal.as({ token: await signIn(portal.db, provider.id, portal.clock.now()) });
  const answers: Reply<unknown>[] = await Promise.all(
    Array.from({ length: 8 }, () => send(acceptOrder, { demandNid: demand.nid })),
  );
  expect(answers.filter(({ ok }) => ok)).toEqual([]);
  const row = await portal.db
    .selectFrom('demands')
    .select(['status', 'provider_id'])
    .where('id', '=', demand.id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ status: 1, provider_id: null });
  const lines = await portal.db
    .selectFrom('order_history')
    .select(['action', 'actor'])
    .where('demand_id', '=', demand.id)
    .where('actor', '=', 'clock')
    .execute();
  expect(lines).toHaveLength(1);
});
