import { expect, it } from 'vitest';
import { getTenderList, needView, needViewList, tenderOrder } from '../../../contract/demands.ts';
import { noticesAfter } from '../../../contract/notices.ts';
import { acceptOrder, successful } from '../../../contract/orders.ts';
import { stages } from '../../../contract/stages/index.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { buildDemand } from './build.ts';

const portal = await startPortal();

it('[D-10] [D-11] [Z-09] what tenders and comments say of how to reach somebody is covered until the order is taken on', async () => {
  const now = portal.clock.now();
  const [owner, bidder, rival] = await Promise.all([1, 2, 3].map(() => buildUser(portal.db, { now })));
  if (!owner || !bidder || !rival) throw new Error('nobody there');
  const { nid: demandNid, stage } = await buildDemand(portal.app.services, { owner });
  const demandType = String(stages.find(({ key }) => key === stage)?.number);
  for (const one of [bidder, rival]) {
    const note = '两轮样，打 138 0000 0001 细聊';
    const sent = dataOf(
      await portal.as(one)(tenderOrder, {
        demandNid,
        completionDay: '9',
        offer: one === bidder ? '2860' : '3860',
        note,
      }),
    );
    // One's own words are all there.
    expect(sent.myTender).toMatchObject({ note });
  }
  dataOf(await portal.as(bidder)(needView, { demandType, demandNid, demandView: '加微信 sanshun88 看样' }));

  const notes = async () => {
    const rows = dataOf(await portal.as(owner)(getTenderList, { demandNid, sort: 'offer' }));
    return rows.map(({ note }) => note);
  };
  const said = async () =>
    dataOf(await portal.send(needViewList, { demandType, demandNid })).map(({ demandView }) => demandView);
  const covered = '两轮样，打 *** 细聊';
  expect([await notes(), await said()]).toEqual([[covered, covered], ['加微信 *** 看样']]);
  await portal.app.worker.tick();
  const told = dataOf(await portal.as(owner)(noticesAfter, {})).items.map(({ text }) => text);
  expect(told).toContainEqual(expect.stringContaining('加微信 *** 看样'));

  const [tender] = dataOf(await portal.as(owner)(getTenderList, { demandNid, sort: 'offer' }));
  dataOf(await portal.as(owner)(successful, { demandNid, tenderId: tender?.id ?? '' }));
  expect([await notes(), await said()]).toEqual([[covered, covered], ['加微信 *** 看样']]);
  dataOf(await portal.as(bidder)(acceptOrder, { demandNid }));
  // The one who was not chosen stays out of reach.
  expect(await notes()).toEqual(['两轮样，打 138 0000 0001 细聊', covered]);
  expect(await said()).toEqual(['加微信 sanshun88 看样']);
});
