import { beforeEach, expect, test } from 'vitest';
import { noticesAfter } from '../../../contract/notices.ts';
import { days, hours } from '../../../contract/process/facts.ts';
import { MovableClock } from '../../clock.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { type BuiltUser, buildUser, signIn } from '../accounts/build.ts';
import { buildDemand } from '../demands/build.ts';
import { act, buildOrder, buildTender } from './build.ts';
import { fund } from '../payments/build.ts';

const portal = await startPortal({ clock: new MovableClock(new Date('2026-11-23T10:00:00+08:00')) });
const { services, worker } = portal.app;
const { db, clock } = portal;

let owner: BuiltUser;
let provider: BuiltUser;

beforeEach(async () => {
  clock.set(new Date('2026-11-23T10:00:00+08:00'));
  owner = await buildUser(db, { now: clock.now() });
  provider = await buildUser(db, { now: clock.now() });
});

/** What somebody was warned of so far. */
async function warned(user: BuiltUser): Promise<string[]> {
  const send = portal.as({ token: await signIn(db, user.id, clock.now()) });
  return dataOf(await send(noticesAfter, { after: '0' })).items.flatMap(({ kind, text }) =>
    kind === 'near' ? [text] : [],
  );
}

/** Moves on in hours, as a clock that is looked at now and then. */
async function pass(period: number) {
  const until = clock.now().getTime() + period;
  while (clock.now().getTime() < until) {
    clock.advance(Math.min(hours(6), until - clock.now().getTime()));
    await worker.tick();
  }
}

const deadline_at = new Date('2026-11-27T18:00:00+08:00');

test('[Z-08] a day before the deadline of a demand, and before the choice runs out; once each', async () => {
  const demand = await buildDemand(services, { owner, name: '三层猫爬架', deadline_at });
  await buildTender(services, demand, { bidder: provider });
  await pass(days(3) + hours(7));
  expect(await warned(owner)).toEqual([]);
  await pass(hours(2));
  expect(await warned(owner)).toEqual(['《三层猫爬架》的招标将于 11月27日 18:00 截止']);
  await pass(days(7) - hours(3));
  expect(await warned(owner)).toHaveLength(1);
  await pass(hours(3));
  expect((await warned(owner)).at(-1)).toBe('请在 12月4日 18:00 前为《三层猫爬架》选定承接方，否则需求自动关闭');
  await pass(days(2));
  expect(await warned(owner)).toHaveLength(2);
  expect(await warned(provider)).toEqual([]);
});

test('[Z-08] who was chosen is told before the answer is too late, and not when it was given', async () => {
  const demands = [];
  for (const name of ['答复了的', '忘了的']) {
    const demand = await buildDemand(services, { owner, name, deadline_at });
    const tenderId = await buildTender(services, demand, { bidder: provider });
    const chosen = { provider_id: provider.id, awarded_tender_id: tenderId };
    await act(services, demand.nid, 'award', owner.id, { amountFen: 100_000 }, chosen);
    demands.push(demand);
  }
  await act(services, demands[0]?.nid ?? '', 'accept', provider.id);
  await pass(days(2) + hours(1));
  expect(await warned(provider)).toEqual(['请在 11月26日 10:00 前答复是否接下《忘了的》，过时视为不接单']);
  await pass(days(2));
  expect(await warned(provider)).toHaveLength(1);
});

test('[Z-08] the side that has to answer a cancellation is told, the one who asked is not', async () => {
  await fund(services, owner, 100_000_000);
  const order = await buildOrder(services, { owner, provider, so: 'downHeld', name: '橡木餐边柜' });
  const split = { ownerFen: 2_592_000, providerFen: 0 };
  await act(services, order.nid, 'requestCancel', owner.id, { reason: '不做了', split });
  await pass(hours(25));
  expect(await warned(provider)).toEqual(['请在 11月25日 10:00 前答复《橡木餐边柜》的取消申请，过时转为争议']);
  expect(await warned(owner)).toEqual([]);
});

test('[Z-08] what begins less than a day before its end warns nobody', async () => {
  await buildDemand(services, { owner, deadline_at: new Date(clock.now().getTime() + hours(20)) });
  await pass(hours(19));
  expect(await warned(owner)).toEqual([]);
});
