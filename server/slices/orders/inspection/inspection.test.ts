import { beforeAll, describe, expect, it } from 'vitest';
import { getDispute } from '../../../../contract/order-disputes.ts';
import { getInspections, inspectFaulty, inspectSound } from '../../../../contract/order-inspection.ts';
import { getOrderInfo } from '../../../../contract/orders.ts';
import { stages as theStages } from '../../../../contract/stages/index.ts';
import { polish } from '../../../../contract/stages/polish.test-data.ts';
import { dataOf, startPortal } from '../../../testing/portal.ts';
import { type BuiltUser, buildUser, signIn } from '../../accounts/build.ts';
import { buildDemand } from '../../demands/build.ts';
import { available, escrow } from '../../ledger/accounts.ts';
import { balanceOf } from '../../ledger/queries.ts';
import { uploadPicture } from '../../uploads/build.ts';
import { act, buildTender } from '../build.ts';
import type { OrderRow } from '../facts.ts';
import { buildDelivered } from '../work/build.ts';

const portal = await startPortal({ stages: [...theStages, polish] });
const { services } = portal.app;
let owner: BuiltUser;
let maker: BuiltUser;
let sprayer: BuiltUser;
let stranger: BuiltUser;

beforeAll(async () => {
  const person = (nickName: string) => buildUser(portal.db, { nickName, now: portal.clock.now() });
  owner = await person('陈掌柜');
  maker = await person('三榫制造');
  sprayer = await person('青砖喷涂');
  stranger = await person('路人');
});

const as = async (user: BuiltUser) => portal.as({ token: await signIn(portal.db, user.id, portal.clock.now()) });
const offerFen = 100_000;

/** An order that is 7 with its retention held, and the one of the next stage on it, tendered for by `bidder`. */
async function buildPair({
  stage = 'make',
  next = 'spray',
  bidder = sprayer,
}: { stage?: string; next?: string; bidder?: BuiltUser } = {}): Promise<{ before: OrderRow; after: OrderRow }> {
  const delivered = await buildDelivered(services, { owner, provider: maker, offerFen, stage });
  await act(services, delivered.nid, 'affirm', owner.id);
  const before = await act(services, delivered.nid, 'complete', owner.id);
  const demand = await buildDemand(services, { owner, stage: next, line_id: before.line_id });
  const tenderId = await buildTender(services, demand, { bidder });
  const columns = { provider_id: bidder.id, awarded_tender_id: tenderId, ordered_at: services.clock.now() };
  return { before, after: await act(services, demand.nid, 'award', owner.id, { amountFen: 8_640_000 }, columns) };
}
const buildAtWork = async (options?: Parameters<typeof buildPair>[0]) => {
  const { before, after } = await buildPair(options);
  return { before, after: await act(services, after.nid, 'accept', options?.bidder?.id ?? sprayer.id) };
};

const balances = async (before: OrderRow) => [
  await balanceOf(portal.db, escrow(before.id)),
  await balanceOf(portal.db, available(maker.id)),
];

describe('[O-07] incoming inspection', () => {
  it('sound goods release the retention of the stage before, once', async () => {
    const { before, after } = await buildAtWork();
    const send = await as(sprayer);
    const demandNid = after.nid;
    const { incoming, outgoing } = dataOf(await send(getInspections, { demandNid }));
    expect(outgoing).toBeNull();
    expect(incoming).toMatchObject({
      demandNid: before.nid,
      stageName: '制造',
      nickname: '三榫制造',
      held: true,
      inspections: [],
    });
    expect(incoming?.actions.map(({ action, enabled }) => [action, enabled])).toEqual([
      ['inspectSound', true],
      ['inspectFaulty', true],
    ]);
    const [held, paid] = await balances(before);
    expect(held).toBe(offerFen / 5);
    const replies = await Promise.all(Array.from({ length: 6 }, () => send(inspectSound, { demandNid })));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    expect(replies.find(({ ok }) => ok)).toMatchObject({ data: { result: 'sound', released: true } });
    expect(replies.filter(({ ok }) => !ok)).toMatchObject(Array.from({ length: 5 }, () => ({ code: 1005 })));
    expect(await balances(before)).toEqual([0, (paid ?? 0) + offerFen / 5]);

    const told = dataOf(await (await as(maker))(getInspections, { demandNid: before.nid }));
    expect(told.outgoing).toMatchObject({
      demandNid,
      stageName: '喷涂',
      held: false,
      inspections: [{ result: 'sound', nickname: '青砖喷涂' }],
    });
    const info = dataOf(await (await as(owner))(getOrderInfo, { demandNid: before.nid }));
    expect(info.history.map(({ action }) => action)).toContain('inspectSound');
    expect(info).toMatchObject({ orderStatus: 7, finalPaymentStatus: 3 });
  });

  it('faulty goods are told to both with reason and pictures, release nothing, and may be found sound later', async () => {
    const { before, after } = await buildAtWork();
    const send = await as(sprayer);
    const demandNid = after.nid;
    const url = await uploadPicture(send);
    expect(await send(inspectFaulty, { demandNid, reason: '' })).toMatchObject({
      code: 1001,
      fields: { reason: '请写明不合格的原因' },
    });
    const elsewhere = { demandNid, reason: '护栏间距超过六十毫米', files: 'https://elsewhere.example/a.jpg' };
    expect(await send(inspectFaulty, elsewhere)).toMatchObject({ code: 1001, fields: { files: expect.anything() } });
    expect(await send(inspectFaulty, { ...elsewhere, files: url })).toMatchObject({ data: { disputed: true } });
    expect((await balances(before))[0]).toBe(offerFen / 5);
    expect(await send(inspectFaulty, { ...elsewhere, files: url })).toMatchObject({ code: 1005 });
    for (const [user, nid, end] of [
      [owner, before.nid, 'outgoing'],
      [maker, before.nid, 'outgoing'],
      [owner, demandNid, 'incoming'],
    ] as const) {
      const found = dataOf(await (await as(user))(getInspections, { demandNid: nid }))[end];
      expect(found).toMatchObject({
        held: true,
        heldUntil: null,
        disputed: true,
        inspections: [{ result: 'faulty', reason: '护栏间距超过六十毫米', pictures: [url], nickname: '青砖喷涂' }],
      });
    }
    const events = await portal.db.selectFrom('order_history').selectAll().where('demand_id', '=', before.id).execute();
    expect(events.filter(({ action }) => action === 'inspectFaulty')).toMatchObject([
      { actor: 'nextProvider', reason: '护栏间距超过六十毫米' },
    ]);
    // All that is retained is disputed in the owner's name; the clock releases nothing meanwhile.
    const told = dataOf(await (await as(maker))(getDispute, { demandNid: before.nid }));
    expect(told).toMatchObject({
      phase: 'negotiation',
      openedBy: 'owner',
      offer: { by: 'owner', ownerAmount: '200.00' },
    });
    expect(told.steps[0]).toMatchObject({ reason: '护栏间距超过六十毫米', ownerAmount: '200.00' });
    expect(dataOf(await (await as(owner))(getOrderInfo, { demandNid: before.nid })).frozen).toBe(true);
    const traced = await portal.db
      .selectFrom('trace_records')
      .select('body')
      .where('line_id', '=', before.line_id)
      .execute();
    const record = traced.find(({ body }) => body.event === 'inspectFaulty')?.body;
    expect(record).toMatchObject({
      by: 'nextProvider',
      demand: before.nid,
      files: [expect.stringMatching(/^[\da-f]{64}$/)],
    });
    // Mended and sent again.
    expect(await send(inspectSound, { demandNid })).toMatchObject({ ok: true, data: { released: true } });
    expect((await balances(before))[0]).toBe(0);
    expect(dataOf(await (await as(owner))(getOrderInfo, { demandNid: before.nid })).frozen).toBe(false);
  });

  it('a maker who has nothing to say of faulty goods loses what is retained after seven days', async () => {
    const { before, after } = await buildAtWork();
    const [held, paid] = await balances(before);
    expect(await (await as(sprayer))(inspectFaulty, { demandNid: after.nid, reason: '六张不合格' })).toMatchObject({
      ok: true,
    });
    portal.clock.advance(7 * 86_400_000 + 1000);
    const info = dataOf(await (await as(owner))(getOrderInfo, { demandNid: before.nid }));
    expect(info).toMatchObject({ orderStatus: 7, frozen: false, finalPaymentStatus: 4 });
    expect(held).toBeGreaterThan(0);
    expect(await balances(before)).toEqual([0, paid]);
  });

  it('only who has taken the next stage on may inspect, and sees nothing of the other deal', async () => {
    const { before, after } = await buildPair();
    const demandNid = after.nid;
    // Chosen, but not taken on yet.
    expect(await (await as(sprayer))(inspectSound, { demandNid })).toMatchObject({ ok: false });
    expect((await balances(before))[0]).toBe(offerFen / 5);
    await act(services, after.nid, 'accept', sprayer.id);
    expect(await (await as(owner))(inspectSound, { demandNid })).toMatchObject({ code: 1003 });
    for (const user of [maker, stranger])
      expect(await (await as(user))(inspectSound, { demandNid })).toMatchObject({ code: 1004 });
    expect(await portal.send(inspectSound, { demandNid })).toMatchObject({ code: 1002 });
    const seen = JSON.stringify(dataOf(await (await as(sprayer))(getInspections, { demandNid })));
    expect(seen).not.toMatch(/1000\.00|200\.00|amount/);
    expect(await (await as(sprayer))(getOrderInfo, { demandNid: before.nid })).toMatchObject({ code: 1004 });
    expect(await (await as(sprayer))(getInspections, { demandNid: before.nid })).toMatchObject({ code: 1004 });
  });

  it('who did both stages releases nothing to himself', async () => {
    const { before, after } = await buildAtWork({ bidder: maker });
    const send = await as(maker);
    const { incoming } = dataOf(await send(getInspections, { demandNid: after.nid }));
    expect(incoming?.actions).toEqual([]);
    expect(await send(inspectSound, { demandNid: after.nid })).toMatchObject({ ok: false });
    expect((await balances(before))[0]).toBe(offerFen / 5);
  });

  it('after the clock has released it, it is a word without money; the first stage has no goods coming in', async () => {
    const { before, after } = await buildAtWork();
    portal.clock.advance(16 * 86_400_000);
    const send = await as(sprayer);
    expect(dataOf(await send(getInspections, { demandNid: after.nid })).incoming).toMatchObject({ held: false });
    expect(await send(inspectSound, { demandNid: after.nid })).toMatchObject({ ok: true, data: { released: false } });
    expect((await balances(before))[0]).toBe(0);
    const makers = await as(maker);
    expect(dataOf(await makers(getInspections, { demandNid: before.nid })).incoming).toBeNull();
    expect(await makers(inspectSound, { demandNid: before.nid })).toMatchObject({ code: 1005 });
  });

  it('a stage that nobody has thought of yet inspects what logistics brought', async () => {
    const { before, after } = await buildAtWork({ stage: 'logistics', next: 'polish' });
    expect(await (await as(sprayer))(inspectSound, { demandNid: after.nid })).toMatchObject({
      ok: true,
      data: { released: true },
    });
    expect((await balances(before))[0]).toBe(0);
  });
});
