import { affirmOrder, completeOrder, finishOrder, reportProgress } from '../contract/order-work.ts';
import { acceptOrder, successful } from '../contract/orders.ts';
import { dataOf, type Person, type Portal } from './fixtures.ts';
import { makeTender, payInstalment, publishDemand, sendPicture, topUp } from './steps.ts';

// Deals through calls, for tests whose subject begins where a deal has got to.

/** Takes an open demand to 3: one tender, chosen and accepted. `offer` in yuan. */
export async function award(
  portal: Portal,
  { owner, provider, nid: demandNid, offer = 1000 }: { owner: Person; provider: Person; nid: string; offer?: number },
): Promise<void> {
  const tenderId = await makeTender(portal, provider, demandNid, { offer: String(offer), completionDay: '9' });
  await dataOf(portal.as(owner)(successful, { demandNid, tenderId }));
  await dataOf(portal.as(provider)(acceptOrder, { demandNid }));
}

/** Takes an open demand to 7 with its retention held; the owner must have the money. */
export async function complete(
  portal: Portal,
  deal: { owner: Person; provider: Person; nid: string; offer?: number; pictures?: readonly string[] },
): Promise<void> {
  const { owner, provider, nid: demandNid, pictures = [] } = deal;
  await award(portal, deal);
  await payInstalment(portal, owner, demandNid, 'down');
  const content = '做到一半，尺寸都对过图纸。';
  const report = { demandNid, percent: '60', content, files: pictures.join(',') };
  await dataOf(portal.as(provider)(reportProgress, report));
  await payInstalment(portal, owner, demandNid, 'second');
  await dataOf(portal.as(provider)(finishOrder, { demandNid }));
  await payInstalment(portal, owner, demandNid, 'final');
  await dataOf(portal.as(owner)(affirmOrder, { demandNid }));
  await dataOf(portal.as(owner)(completeOrder, { demandNid }));
}

/** Two people with an order of a stage that is done, its retention held. */
export async function finishedLine(portal: Portal, stage = 'design', name = `会议桌${Date.now() % 1e6}`) {
  const [owner, provider] = await Promise.all([
    portal.newPerson({ nickname: '陈掌柜' }),
    portal.newPerson({ nickname: '半亩木设计' }),
  ]);
  await topUp(portal, owner, '1000');
  const { demandNid: nid, productLineNid: line } = await publishDemand(portal, owner, { stage, values: { name } });
  await complete(portal, { owner, provider, nid, pictures: [await sendPicture(portal, provider)] });
  return { owner, provider, nid, line, name };
}
