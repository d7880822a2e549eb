import { beforeAll, expect, it } from 'vitest';
import { getMyTenders, withdrawTender } from '../../../contract/demands.ts';
import { acceptOrder, declineOrder, successful } from '../../../contract/orders.ts';
import { orderStatus } from '../../../contract/statuses.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { type BuiltUser, buildUser } from '../accounts/build.ts';
import { act, buildTender } from '../orders/build.ts';
import { buildDemand } from './build.ts';
import { stateOf } from './my-tenders.ts';
import { demandPart } from './personal.ts';

const portal = await startPortal();
const { services } = portal.app;
let owner: BuiltUser;
let rival: BuiltUser;

beforeAll(async () => {
  const now = portal.clock.now();
  owner = await buildUser(portal.db, { nickName: '陈掌柜', now });
  rival = await buildUser(portal.db, { now });
});

it.each([
  ['standing', orderStatus.tendering, null, 'tendering'],
  ['standing', orderStatus.awarded, 'mine', 'chosen'],
  ['standing', orderStatus.cancelled, 'mine', 'chosen'],
  ['standing', orderStatus.working, 'other', 'lost'],
  ['standing', orderStatus.cancelled, null, 'ended'],
  ['standing', orderStatus.closed, null, 'ended'],
  ['withdrawn', orderStatus.tendering, null, 'withdrawn'],
  ['voided', orderStatus.closed, null, 'voided'],
  ['declined', orderStatus.working, 'other', 'declined'],
] as const)('a tender that is %s, of a demand in %s given to %s, is %s', (status, of, given, state) => {
  expect(stateOf({ id: 'mine', status }, { status: of, awarded_tender_id: given })).toBe(state);
});

it('[O-02] one’s own tenders, the newest first, each with what became of it, and nobody else’s', async () => {
  const bidder = await buildUser(portal.db, { now: portal.clock.now() });
  const mine = portal.as(bidder);
  const made: { nid: string; id: string; rivalId: string }[] = [];
  for (const name of ['开着', '选中', '落选', '撤回', '婉拒', '作废']) {
    portal.clock.advance(1000);
    const demand = await buildDemand(services, { owner, name });
    const rivalId = await buildTender(services, demand, { bidder: rival });
    const id = await buildTender(services, demand, { bidder, days: 12, offerFen: 320_000 });
    made.push({ nid: demand.nid, id, rivalId });
  }
  const [, chosen, lost, withdrawn, declined, voided] = made.map(({ nid, ...rest }) => ({ demandNid: nid, ...rest }));
  if (!chosen || !lost || !withdrawn || !declined || !voided) throw new Error('six were made');
  dataOf(await portal.as(owner)(successful, { demandNid: chosen.demandNid, tenderId: chosen.id }));
  dataOf(await mine(acceptOrder, chosen));
  dataOf(await portal.as(owner)(successful, { demandNid: lost.demandNid, tenderId: lost.rivalId }));
  dataOf(await mine(withdrawTender, withdrawn));
  dataOf(await portal.as(owner)(successful, { demandNid: declined.demandNid, tenderId: declined.id }));
  dataOf(await mine(declineOrder, { ...declined, reason: '排不开了' }));
  await act(services, voided.demandNid, 'editTerms', owner.id);

  const reply = await mine(getMyTenders, { pageSize: 4 });
  expect(reply).toMatchObject({ ok: true, count: 6, pages: 2 });
  const rows = [...dataOf(reply), ...dataOf(await mine(getMyTenders, { pageSize: 4, page: 2 }))];
  expect(rows.map(({ name, state, stateName }) => [name, state, stateName])).toEqual([
    ['作废', 'voided', '已作废'],
    ['婉拒', 'declined', '没有达成'],
    ['撤回', 'withdrawn', '已撤回'],
    ['落选', 'lost', '未中标'],
    ['选中', 'chosen', '进行中'],
    ['开着', 'tendering', '招标中'],
  ]);
  const leaves = (await demandPart.collect?.(services, bidder.id)) ?? [];
  const taken = leaves.find(({ path }) => path === '投标.json')?.content;
  // What one takes along says it in the same words.
  expect(taken).toMatchObject({
    json: rows.toReversed().map(({ name, stateName }) => ({ 需求名称: name, 状态: stateName })),
  });
  expect(rows[5]).toMatchObject({ offer: '3200.00', completionDay: 12, nickname: '陈掌柜', demandNid: made[0]?.nid });
  expect(dataOf(await portal.as(owner)(getMyTenders, {}))).toEqual([]);
  expect(await portal.send(getMyTenders, {})).toMatchObject({ code: 1002 });
});
