import { describe, expect, it } from 'vitest';
import type { Send } from '../../../contract/call.ts';
import { demandCalls, getTenderList, needView, tenderOrder, withdrawTender } from '../../../contract/demands.ts';
import { successful } from '../../../contract/orders.ts';
import { next } from '../../../contract/process/next.ts';
import { stages } from '../../../contract/stages/index.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { orderStatuses } from '../../../contract/statuses.ts';
import { on } from '../../outbox/events.ts';
import { createWorker } from '../../outbox/worker.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { orderMoved } from '../orders/events.ts';
import { factsOf } from '../orders/facts.ts';
import { uploadPicture } from '../uploads/build.ts';
import { buildDemand, exampleForm } from './build.ts';

const portal = await startPortal();
const { services } = portal.app;
const hour = 3_600_000;
const stage = stages[1] as Stage;
const calls = demandCalls(stage);

async function people(count: number) {
  const now = portal.clock.now();
  return Promise.all(Array.from({ length: count }, () => buildUser(portal.db, { now })));
}

/** A demand with an owner and bidders of its own, due in an hour. */
async function open(bidders = 2) {
  const [owner, ...others] = await people(bidders + 1);
  if (!owner) throw new Error('no owner');
  const deadline = new Date(Math.floor(portal.clock.now().getTime() / 1000) * 1000 + hour);
  const demand = await buildDemand(services, { owner, stage: stage.key, deadline_at: deadline });
  return { demandNid: demand.nid, owner, asOwner: portal.as(owner), bidders: others.map((user) => portal.as(user)) };
}

const bid = (demandNid: string, more: Record<string, string> = {}) => ({
  demandNid,
  completionDay: '9',
  offer: '2860',
  note: '两轮样，含运费',
  ...more,
});
const info = async (send: Send, demandNid: string) => dataOf(await send(calls.info, { demandNid }));

describe('a tender', () => {
  // Specification §5 "Bid", written down from there.
  it.each([
    ['completionDay', '', '请输入预计完成天数'],
    ['completionDay', '-1', '天数不能为负'],
    ['completionDay', '三天', '预计完成天数须为整数'],
    ['offer', '', '请输入您的报价'],
    ['offer', '-5', '报价不能为负'],
    ['offer', '9.99', '最低报价10元人民币'],
    ['offer', '1e3', '报价须为数字，最多两位小数'],
    ['note', '长'.repeat(501), '报价说明过长！'],
    ['demandNid', '', '请指明需求编号'],
  ])('[D-11] %s "%s": %s', async (field, value, message) => {
    const [user] = await people(1);
    if (!user) return;
    const reply = await portal.as(user)(tenderOrder, bid('DP-2611-000000', { [field]: value }));
    expect(reply).toMatchObject({ code: 1001, status: 400, message, fields: { [field]: message } });
  });

  it('[D-11] needs an account, an existing demand, and one that is not one’s own', async () => {
    const { demandNid, asOwner, bidders } = await open(1);
    expect(await portal.send(tenderOrder, bid(demandNid))).toMatchObject({ code: 1002 });
    expect(await asOwner(tenderOrder, bid(demandNid))).toMatchObject({ code: 1003, message: '不能给自己的需求投标' });
    expect(await bidders[0]?.(tenderOrder, bid('DP-2611-000000'))).toMatchObject({ code: 1004 });
    expect(await info(portal.send, demandNid)).toMatchObject({ tenderCount: 0 });
  });

  it('[D-11] is sent once, changed and withdrawn while the demand is open, and sent again', async () => {
    const { demandNid, bidders } = await open(1);
    const send = bidders[0] as Send;
    expect(dataOf(await send(tenderOrder, bid(demandNid)))).toMatchObject({ tenderCount: 1 });
    const changed = dataOf(await send(tenderOrder, bid(demandNid, { offer: '2700.5', completionDay: '0' })));
    expect(changed).toMatchObject({
      tenderCount: 1,
      myTender: { offer: '2700.50', completionDay: 0, status: 'standing' },
    });
    expect(dataOf(await send(withdrawTender, { demandNid }))).toMatchObject({ tenderCount: 0 });
    expect(await send(withdrawTender, { demandNid })).toMatchObject({ ok: false, code: 1003 });
    expect((await info(send, demandNid)).myTender).toMatchObject({ status: 'withdrawn' });
    const again = dataOf(await send(tenderOrder, bid(demandNid)));
    expect(again).toMatchObject({ tenderCount: 1, myTender: { id: changed.myTender.id, status: 'standing' } });
    const rows = await portal.db.selectFrom('tenders').selectAll().where('id', '=', again.myTender.id).execute();
    expect(rows).toHaveLength(1);
  });

  it('[D-11] 20 sent at once by one person leave one', async () => {
    const { demandNid, bidders, asOwner } = await open(1);
    const send = bidders[0] as Send;
    const offers = Array.from({ length: 20 }, (_, index) => String(1000 + index));
    const replies = await Promise.all(offers.map((offer) => send(tenderOrder, bid(demandNid, { offer }))));
    for (const reply of replies) expect(dataOf(reply).tenderCount).toBe(1);
    const list = await asOwner(getTenderList, { demandNid });
    expect(list).toMatchObject({ count: 1 });
    expect(dataOf(list)).toHaveLength(1);
    expect(await info(portal.send, demandNid)).toMatchObject({ tenderCount: 1 });
  });

  it('[D-11] 20 people at once are all counted, and the owner is told of each', async () => {
    const { demandNid, bidders, owner } = await open(20);
    await portal.app.worker.tick();
    const told: string[] = [];
    const listen = on(orderMoved, 'test', async ({ action, recipients }) => {
      if (action === 'tender') told.push(recipients.owner ?? '');
    });
    await Promise.all(bidders.map((send) => send(tenderOrder, bid(demandNid))));
    expect(await info(portal.send, demandNid)).toMatchObject({ tenderCount: 20 });
    await createWorker(services, services.outbox as Parameters<typeof createWorker>[1], [listen], []).tick();
    expect(told).toEqual(Array.from({ length: 20 }, () => owner.id));
  });

  it('[D-11] is refused after the deadline and on a demand that is no longer open', async () => {
    const { demandNid, bidders, asOwner } = await open(2);
    const [first, second] = bidders as [Send, Send];
    const { myTender } = dataOf(await first(tenderOrder, bid(demandNid)));
    const start = portal.clock.now();
    portal.clock.advance(hour + 1000);
    for (const send of [first, second])
      expect(await send(tenderOrder, bid(demandNid))).toMatchObject({ code: 1005, message: '投标已截止' });
    expect(await first(withdrawTender, { demandNid })).toMatchObject({ code: 1005 });
    expect(dataOf(await asOwner(successful, { demandNid, tenderId: myTender.id })).orderStatus).toBe(2);
    expect(await second(tenderOrder, bid(demandNid))).toMatchObject({ code: 1005 });
    portal.clock.set(start);
  });

  // The call asks in SQL what the process's table says; they must say the same.
  it('[D-11] is taken exactly when the process takes it', async () => {
    const { demandNid, bidders, asOwner } = await open(2);
    const [first, second] = bidders as [Send, Send];
    dataOf(await first(tenderOrder, bid(demandNid)));
    const provider = await portal.db.selectFrom('tenders').select('bidder_id').executeTakeFirstOrThrow();
    const start = portal.clock.now();
    const said: unknown[] = [];
    const expected: unknown[] = [];
    for (const status of orderStatuses)
      for (const late of [false, true]) {
        portal.clock.set(new Date(start.getTime() + (late ? hour + 1000 : 0)));
        const provider_id = status >= 2 && status <= 5 ? provider.bidder_id : null;
        const update = portal.db.updateTable('demands').set({ status, provider_id }).where('nid', '=', demandNid);
        const row = await update.returningAll().executeTakeFirstOrThrow();
        const facts = await factsOf(portal.db, row, services.stages);
        const asks = [
          ['owner', asOwner, 'tender'],
          ['bidder', first, 'changeTender'],
          ['stranger', second, 'tender'],
        ] as const;
        for (const [role, send, action] of asks) {
          const actor = role === 'bidder' && status !== 1 ? 'stranger' : role;
          expected.push([status, late, role, next(facts, action, actor, portal.clock.now().getTime()).ok]);
          said.push([status, late, role, (await send(tenderOrder, bid(demandNid))).ok]);
        }
        await second(withdrawTender, { demandNid });
      }
    portal.clock.set(start);
    expect(said).toEqual(expected);
  });

  it('[D-13] the clock waits for the owner’s choice after a deadline with tenders, and closes without', async () => {
    const [chosen, empty] = [await open(1), await open(0)];
    dataOf(await (chosen.bidders[0] as Send)(tenderOrder, bid(chosen.demandNid)));
    const start = portal.clock.now();
    const statuses = async () => {
      await portal.app.worker.tick();
      const rows = await portal.db
        .selectFrom('demands')
        .select(['nid', 'status'])
        .where('nid', 'in', [chosen.demandNid, empty.demandNid])
        .execute();
      return [chosen, empty].map(({ demandNid }) => rows.find(({ nid }) => nid === demandNid)?.status);
    };
    portal.clock.advance(hour);
    expect(await statuses()).toEqual([1, 8]);
    portal.clock.advance(7 * 24 * hour - 1000);
    expect(await statuses()).toEqual([1, 8]);
    portal.clock.advance(1000);
    expect(await statuses()).toEqual([8, 8]);
    portal.clock.set(start);
  });
});

describe('a change of the demand', () => {
  async function published() {
    const [owner, other] = await people(2);
    if (!owner || !other) throw new Error('nobody');
    const now = portal.clock.now();
    const form = { ...exampleForm(stage, { now, picture: await uploadPicture(portal.as(owner)) }) };
    const { demandNid, id } = dataOf(await portal.as(owner)(calls.save, form));
    dataOf(await portal.as(other)(tenderOrder, bid(demandNid)));
    const edit = (more: Record<string, string>) => portal.as(owner)(calls.save, { ...form, id, ...more });
    return { demandNid, other, form, edit, asOther: portal.as(other) };
  }

  it('[D-11] of its words leaves the tenders', async () => {
    const { demandNid, form, edit } = await published();
    dataOf(await edit({ name: '四层猫爬架' }));
    dataOf(await edit({ ...form, name: '四层猫爬架' }));
    expect(await info(portal.send, demandNid)).toMatchObject({ name: '四层猫爬架', tenderCount: 1 });
  });

  it.each([
    ['budget', '9000'],
    ['issueEndTime', String(Math.floor(Date.now() / 1000) + 40 * 86_400)],
    ['typess', '沙发'],
  ])('[D-11] of its %s voids the tenders and tells the bidders', async (field, value) => {
    const { demandNid, edit, asOther, other } = await published();
    await portal.app.worker.tick();
    const told: unknown[] = [];
    const listen = on(orderMoved, 'test', async ({ action, recipients }) => {
      told.push([action, recipients.bidders]);
    });
    dataOf(await edit({ [field]: value }));
    expect(await info(portal.send, demandNid)).toMatchObject({ tenderCount: 0 });
    expect((await info(asOther, demandNid)).myTender).toMatchObject({ status: 'voided', offer: '2860.00' });
    await createWorker(services, services.outbox as Parameters<typeof createWorker>[1], [listen], []).tick();
    expect(told).toEqual([['editTerms', [other.id]]]);
    expect(dataOf(await asOther(tenderOrder, bid(demandNid)))).toMatchObject({ tenderCount: 1 });
  });
});

describe('sealed tenders', () => {
  it('[Z-03] the owner sees days and offers and sorts them; the bidder sees the own one; all others how many', async () => {
    const { demandNid, asOwner, bidders } = await open(3);
    const [first, second, third] = bidders as [Send, Send, Send];
    dataOf(await first(tenderOrder, bid(demandNid, { offer: '777.77', completionDay: '31' })));
    dataOf(await second(tenderOrder, bid(demandNid, { offer: '888.88', completionDay: '12' })));

    const order = async (sort: 'offer' | 'days' | 'time') =>
      dataOf(await asOwner(getTenderList, { demandNid, sort })).map(({ offer }) => offer);
    expect(await order('offer')).toEqual(['777.77', '888.88']);
    expect(await order('days')).toEqual(['888.88', '777.77']);
    expect(await order('time')).toEqual(['777.77', '888.88']);

    for (const send of [first, second, third]) {
      expect(await send(getTenderList, { demandNid })).toMatchObject({ code: 1003, message: '只有发布人可以查看投标' });
    }
    expect(await portal.send(getTenderList, { demandNid })).toMatchObject({ code: 1002 });

    // What a stranger and another bidder are sent anywhere names no offer but their own.
    await third(needView, { demandType: String(stage.number), demandNid, demandView: '可以看现场吗' });
    const offers = ['777.77', '888.88'];
    const seen = async (send: Send) => {
      const sent = JSON.stringify([await info(send, demandNid), await send(calls.list, { pageSize: 100 })]);
      expect(sent).toContain('"tenderCount":2');
      return offers.filter((offer) => sent.includes(offer));
    };
    expect(await seen(portal.send)).toEqual([]);
    expect(await seen(third)).toEqual([]);
    expect(await seen(second)).toEqual(['888.88']);
  });
});
