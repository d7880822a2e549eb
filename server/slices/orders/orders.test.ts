import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Reply } from '../../../contract/call.ts';
import {
  acceptOrder,
  cancelOrder,
  declineOrder,
  deleteOrder,
  getCancelReason,
  getOrderInfo,
  myDemandList,
  myDemandOrderList,
  myPartList,
  successful,
} from '../../../contract/orders.ts';
import { tenderOrder } from '../../../contract/demands.ts';
import { days, hours } from '../../../contract/process/facts.ts';
import { commonKeys } from '../../../contract/stages/stage.ts';
import { on } from '../../outbox/events.ts';
import { createWorker } from '../../outbox/worker.ts';
import { waitingForLocks } from '../../testing/locks.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { type BuiltUser, buildUser } from '../accounts/build.ts';
import { buildDemand } from '../demands/build.ts';
import { act, buildTender } from './build.ts';
import { orderMoved, type Recipients } from './events.ts';

const portal = await startPortal();
const { services } = portal.app;
let owner: BuiltUser;
let wang: BuiltUser;
let li: BuiltUser;

beforeAll(async () => {
  const now = portal.clock.now();
  owner = await buildUser(portal.db, { nickName: '陈掌柜', now });
  wang = await buildUser(portal.db, { nickName: '三榫制造', accountType: 2, now });
  li = await buildUser(portal.db, { nickName: '岭下木料行', accountType: 2, now });
});

// Signed in anew each time: the clock of these tests runs for weeks, a sign-in for a day.
const { signIn } = await import('../accounts/build.ts');
const as = async ({ id }: BuiltUser) => portal.as({ token: await signIn(portal.db, id, portal.clock.now()) });

const refusal = (reply: Reply<unknown>) => (reply.ok ? 'went through' : `${reply.code} ${reply.message}`);

async function tendered() {
  const demand = await buildDemand(services, { owner });
  const tenderId = await buildTender(services, demand, { bidder: wang });
  const other = await buildTender(services, demand, { bidder: li, offerFen: 9_100_000, days: 20 });
  return { demandNid: demand.nid, id: demand.id, tenderId, other };
}

async function awarded() {
  const demand = await tendered();
  dataOf(await (await as(owner))(successful, demand));
  return demand;
}

const rowOf = (nid: string) =>
  portal.db.selectFrom('demands').selectAll().where('nid', '=', nid).executeTakeFirstOrThrow();

/** Holds a demand's row until what was sent meanwhile waits for it, so that it truly happens at once. */
async function whileLocked<T>(demandId: string, waiting: number, send: () => T): Promise<T> {
  return portal.db.transaction().execute(async (tx) => {
    await tx.selectFrom('demands').select('id').where('id', '=', demandId).forUpdate().execute();
    const sent = send();
    await expect.poll(() => waitingForLocks(portal.db)).toBeGreaterThanOrEqual(waiting);
    return sent;
  });
}

/** Everything that the outbox tells about one order from now on, as a consumer would hear it. */
async function heard(demandId: string): Promise<{ action: string; recipients: Recipients }[]> {
  const told: { action: string; recipients: Recipients }[] = [];
  const listen = on(orderMoved, 'test.listen', async (payload) => {
    if (payload.demandId === demandId) told.push({ action: payload.action, recipients: payload.recipients });
  });
  await createWorker(services, services.outbox as Parameters<typeof createWorker>[1], [listen], []).tick();
  return told;
}

describe('choosing a tender', () => {
  test('[O-02] the owner chooses, the provider accepts; both see it in their lists', async () => {
    const { demandNid, tenderId } = await tendered();
    expect(dataOf(await (await as(owner))(successful, { demandNid, tenderId }))).toEqual({ orderStatus: 2 });
    expect(await rowOf(demandNid)).toMatchObject({ provider_id: wang.id, amount_fen: 8_640_000, tender_count: 2 });

    const info = dataOf(await (await as(wang))(getOrderInfo, { demandNid }));
    expect(info).toMatchObject({
      role: 'provider',
      demandStatusName: '待接单',
      amount: '86400.00',
      tender: { completionDay: 26, offer: '86400.00' },
      counterpart: { nickname: '陈掌柜' },
      nextStep: {
        what: '您仍未答复，视为拒绝，重新招标',
        at: Math.floor((portal.clock.now().getTime() + hours(72)) / 1000),
        waitsFor: 'provider',
        to: 1,
      },
    });
    expect(info.actions.map(({ action, enabled }) => [action, enabled])).toEqual([
      ['accept', true],
      ['decline', true],
      ['openDispute', true],
    ]);
    expect(info.instalments.map(({ amount }) => amount)).toEqual(['25920.00', '43200.00', '17280.00']);

    expect(dataOf(await (await as(wang))(acceptOrder, { demandNid }))).toEqual({ orderStatus: 3 });
    const after = dataOf(await (await as(owner))(getOrderInfo, { demandNid }));
    expect(after).toMatchObject({ orderStatus: 3, downPaymentStatus: 1, paymentProgress: 0, role: 'owner' });
    expect(after.nextStep).toMatchObject({ what: '等待您支付首付 ¥25,920.00', at: null, waitsFor: 'owner' });
    expect(after.history.map(({ label, nickname, toStatus }) => [label, nickname, toStatus])).toEqual([
      ['发布需求', '陈掌柜', 1],
      ['合作成功', '陈掌柜', 2],
      ['接单', '三榫制造', 3],
    ]);
    expect(after.actions.map(({ action }) => action)).toEqual(expect.arrayContaining(['pay', 'cancel']));
  });

  test('[O-11] two choices at once leave one', async () => {
    const { demandNid, id, tenderId, other } = await tendered();
    const send = await as(owner);
    const choices = [tenderId, other];
    const sent = await whileLocked(id, 2, () =>
      choices.map((chosen) => send(successful, { demandNid, tenderId: chosen })),
    );
    const replies = await Promise.all(sent);
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    const refusals = new Set(replies.filter(({ ok }) => !ok).map(refusal));
    expect([...refusals]).toEqual(['1005 订单待接单，现在不能进行“合作成功”']);
    const awards = await portal.db
      .selectFrom('order_history')
      .selectAll()
      .where('demand_id', '=', id)
      .where('action', '=', 'award')
      .execute();
    expect(awards).toHaveLength(1);
    const winner = choices[replies.findIndex(({ ok }) => ok)];
    expect((await rowOf(demandNid)).awarded_tender_id).toBe(winner);
  });

  test('[O-02] only the owner chooses, and only a tender that stands for this demand', async () => {
    const one = await tendered();
    const two = await tendered();
    expect(refusal(await (await as(wang))(successful, one))).toBe('1003 只有发布方可以进行“合作成功”');
    const send = await as(owner);
    const gone = '1001 这份投标已撤回或失效，请刷新后再选';
    expect(refusal(await send(successful, { demandNid: one.demandNid, tenderId: two.tenderId }))).toBe(gone);
    expect(refusal(await send(successful, { demandNid: one.demandNid, tenderId: 'x' }))).toBe(gone);
    await portal.db.updateTable('tenders').set({ status: 'withdrawn' }).where('id', '=', one.tenderId).execute();
    expect(refusal(await send(successful, one))).toBe(gone);
    expect(refusal(await send(successful, { demandNid: 'nowhere', tenderId: one.tenderId }))).toBe(
      '1004 没有找到这份需求',
    );
    expect(refusal(await send(successful, { demandNid: '', tenderId: '' }))).toBe('1001 缺少需求编号');
    expect(refusal(await portal.send(successful, one))).toBe('1002 请先登录');
  });

  test('[O-02] a tender that was changed while the owner looked at it is not chosen unseen', async () => {
    const { demandNid, tenderId } = await tendered();
    const send = await as(owner);
    const seen = { demandNid, tenderId, offer: '86400.00', completionDay: '26' };
    dataOf(await (await as(wang))(tenderOrder, { demandNid, offer: '99000', completionDay: '26' }));
    const changed = '1005 对方刚刚修改了标书，请看过新的报价和工期再选';
    expect(refusal(await send(successful, seen))).toBe(changed);
    expect(refusal(await send(successful, { ...seen, offer: '99000', completionDay: '25' }))).toBe(changed);
    expect(refusal(await send(successful, { ...seen, offer: '九万' }))).toBe('1001 报价有误');
    expect((await rowOf(demandNid)).status).toBe(1);
    dataOf(await send(successful, { ...seen, offer: '99000' }));
    expect(await rowOf(demandNid)).toMatchObject({ status: 2, amount_fen: 9_900_000 });
  });

  test('[O-02] a declined tender is gone, the demand is open again, and the other bidders hear of it', async () => {
    const { demandNid, id, tenderId, other } = await awarded();
    await heard(id);
    const send = await as(wang);
    expect(refusal(await send(declineOrder, { demandNid, reason: '' }))).toBe('1001 请填写原因');
    dataOf(await send(declineOrder, { demandNid, reason: '排产已满，下月才有空' }));
    expect(await rowOf(demandNid)).toMatchObject({
      status: 1,
      provider_id: null,
      awarded_tender_id: null,
      ordered_at: null,
      amount_fen: 0,
      tender_count: 1,
    });
    expect(await heard(id)).toEqual([{ action: 'decline', recipients: { owner: owner.id, bidders: [li.id] } }]);
    expect(refusal(await send(declineOrder, { demandNid, reason: '再拒绝一次' }))).toContain('1005');
    expect(refusal(await (await as(owner))(successful, { demandNid, tenderId }))).toContain('1001');
    expect(dataOf(await (await as(owner))(getCancelReason, { demandNid }))).toMatchObject({
      reason: '排产已满，下月才有空',
      nickname: '三榫制造',
    });
    // whoever still bids, and the one chosen next, is told nothing of the first
    const sendLi = await as(li);
    expect(refusal(await sendLi(getCancelReason, { demandNid }))).toContain('1004');
    dataOf(await (await as(owner))(successful, { demandNid, tenderId: other }));
    expect(refusal(await sendLi(getCancelReason, { demandNid }))).toContain('1004');
    const info = dataOf(await (await as(li))(getOrderInfo, { demandNid }));
    expect(info.history.map(({ action }) => action)).toEqual(['publish', 'award']);
  });
});

describe('the clock', () => {
  test('[O-02] 72 hours of silence decline, once, however many sweeps run', async () => {
    const { demandNid, id } = await awarded();
    await heard(id);
    portal.clock.advance(hours(72) - 1);
    await portal.app.worker.tick();
    expect((await rowOf(demandNid)).status).toBe(2);
    portal.clock.advance(1);
    await Promise.all([portal.app.worker.tick(), portal.app.worker.tick(), portal.app.worker.tick()]);
    expect(await rowOf(demandNid)).toMatchObject({ status: 1, provider_id: null, tender_count: 1 });
    const steps = await portal.db
      .selectFrom('order_history')
      .select(['action', 'actor', 'actor_id'])
      .where('demand_id', '=', id)
      .orderBy('id')
      .execute();
    expect(steps.slice(2)).toEqual([{ action: 'lapse', actor: 'clock', actor_id: null }]);
  });

  test('[O-02] the clock is checked again on read and before an action, without a sweep', async () => {
    const read = await awarded();
    const acted = await awarded();
    portal.clock.advance(hours(72));
    expect(dataOf(await (await as(owner))(getOrderInfo, read)).orderStatus).toBe(1);
    expect(refusal(await (await as(wang))(acceptOrder, acted))).toBe('1005 订单招标中，现在不能进行“接单”');
    const listed = dataOf(await (await as(owner))(myDemandList, { orderStatus: 1, pageSize: 100 }));
    expect(listed.map(({ demandNid }) => demandNid)).toContain(acted.demandNid);
  });

  test('[O-02] an order that the clock cannot move does not hold up the others', async () => {
    const log = vi.spyOn(services.log, 'error').mockImplementation(() => {});
    const [stuck, fine] = [await awarded(), await awarded()];
    const moveTo = (nid: string, columns: { stage?: string; due_at?: Date }) =>
      portal.db.updateTable('demands').set(columns).where('nid', '=', nid).execute();
    const { stage } = await rowOf(stuck.demandNid);
    await moveTo(stuck.demandNid, { stage: 'gone', due_at: portal.clock.now() });
    portal.clock.advance(hours(72));
    await portal.app.worker.tick();
    expect(await rowOf(fine.demandNid)).toMatchObject({ status: 1 });
    expect(log.mock.calls).toEqual([[expect.objectContaining({ demandId: stuck.id }), expect.any(String)]]);
    log.mockRestore();
    await moveTo(stuck.demandNid, { stage });
  });

  test('[D-13] a demand closes at its deadline without a tender, 7 days later with one', async () => {
    const alone = await buildDemand(services, { owner });
    const { demandNid, id } = await tendered();
    expect((await rowOf(alone.nid)).due_at).toEqual(alone.deadline_at);
    await heard(id);
    portal.clock.set(alone.deadline_at);
    await portal.app.worker.tick();
    expect([(await rowOf(alone.nid)).status, (await rowOf(demandNid)).status]).toEqual([8, 1]);
    portal.clock.advance(days(7));
    await portal.app.worker.tick();
    expect(await rowOf(demandNid)).toMatchObject({ status: 8, due_at: null });
    const info = dataOf(await (await as(owner))(getOrderInfo, { demandNid }));
    expect(info.history.at(-1)).toMatchObject({
      label: '招标到期',
      actor: 'clock',
      nickname: '',
      statusName: '已关闭',
    });
  });
});

describe('cancelling and removing', () => {
  test('[O-03] free in 1 and 2 for the owner, at once in 3 for either side, with a reason', async () => {
    const open = await tendered();
    const sendOwner = await as(owner);
    const sendWang = await as(wang);
    expect(refusal(await sendWang(cancelOrder, { ...open, reason: '不想做了' }))).toBe('1003 只有发布方可以进行“取消”');
    expect(dataOf(await sendOwner(cancelOrder, { ...open, reason: '改了方案' }))).toEqual({ orderStatus: 6 });
    expect(refusal(await sendOwner(cancelOrder, { ...open, reason: '改了方案' }))).toBe(
      '1005 订单已取消，现在不能进行“取消”',
    );
    const chosen = await awarded();
    dataOf(await sendOwner(cancelOrder, { ...chosen, reason: '改了方案' }));
    const working = await awarded();
    dataOf(await sendWang(acceptOrder, working));
    dataOf(await sendWang(cancelOrder, { ...working, reason: '木料断供，做不了' }));
    expect(await rowOf(working.demandNid)).toMatchObject({ status: 6, down_status: 0 });
    expect(dataOf(await sendOwner(getCancelReason, working))).toMatchObject({
      reason: '木料断供，做不了',
      nickname: '三榫制造',
    });
  });

  test('[O-09] removing takes an ended order off one’s own list only, and deletes nothing', async () => {
    const chosen = await awarded();
    const sendOwner = await as(owner);
    const sendWang = await as(wang);
    expect(refusal(await sendOwner(deleteOrder, chosen))).toBe('1005 订单待接单，现在不能进行“从列表移除”');
    dataOf(await sendOwner(cancelOrder, { ...chosen, reason: '改了方案' }));
    dataOf(await sendOwner(deleteOrder, chosen));
    expect(refusal(await sendOwner(deleteOrder, chosen))).toBe('1005 已从列表中移除');
    const mine = dataOf(await sendOwner(myDemandList, { pageSize: 100 }));
    expect(mine.map(({ demandNid }) => demandNid)).not.toContain(chosen.demandNid);
    const theirs = dataOf(await sendWang(myPartList, { orderStatus: 6, pageSize: 100 }));
    expect(theirs.map(({ demandNid }) => demandNid)).toContain(chosen.demandNid);
    expect((await rowOf(chosen.demandNid)).status).toBe(6);
  });
});

describe('lists', () => {
  test('[O-01] started and joined, paged by status, newest first', async () => {
    const now = portal.clock.now();
    const buyer = await buildUser(portal.db, { nickName: '木作买手', now });
    const maker = await buildUser(portal.db, { nickName: '半坡打样间', now });
    for (let n = 0; n < 8; n++) {
      const demand = await buildDemand(services, { owner: buyer, name: `婴儿床${n}` });
      const tenderId = await buildTender(services, demand, { bidder: maker });
      if (n < 2) dataOf(await (await as(buyer))(successful, { demandNid: demand.nid, tenderId }));
    }
    const send = await as(buyer);
    const first = await send(myDemandList, {});
    expect(first).toMatchObject({ ok: true, count: 8, page: 1, pages: 2 });
    expect(dataOf(first).map(({ name }) => name)).toEqual([
      '婴儿床7',
      '婴儿床6',
      '婴儿床5',
      '婴儿床4',
      '婴儿床3',
      '婴儿床2',
    ]);
    expect(dataOf(await send(myDemandList, { page: 2 })).map(({ name }) => name)).toEqual(['婴儿床1', '婴儿床0']);
    const chosen = await send(myDemandList, { orderStatus: '2' });
    expect(chosen).toMatchObject({ count: 2 });
    expect(dataOf(chosen)[0]).toMatchObject({ orderStatus: 2, counterpart: { nickname: '半坡打样间' }, role: 'owner' });
    const joined = await (await as(maker))(myPartList, { pageSize: 20 });
    expect(joined).toMatchObject({ count: 8 });
    expect(new Set(dataOf(joined).map(({ role }) => role))).toEqual(new Set(['provider', 'bidder']));
    expect(await (await as(maker))(myDemandList, {})).toMatchObject({ count: 0, data: [] });
    expect(refusal(await send(myDemandList, { orderStatus: '9' }))).toBe('1001 订单状态有误');
    expect(refusal(await send(myDemandList, { page: '0' }))).toContain('1001');
  });

  test('[O-01] the product line: a status and a number a stage, under the catalogue’s names', async () => {
    const now = portal.clock.now();
    const buyer = await buildUser(portal.db, { now });
    const { stages } = services;
    const [first, second] = stages;
    const design = await buildDemand(services, { owner: buyer, name: '猫爬架' });
    await sql`update demands set status = 7, provider_id = ${wang.id}, due_at = null where id = ${design.id}`.execute(
      portal.db,
    );
    const proof = await buildDemand(services, {
      owner: buyer,
      name: '猫爬架',
      line_id: design.line_id,
      stage: second?.key,
    });
    const send = await as(buyer);
    const [line] = dataOf(await send(myDemandOrderList, {}));
    expect(line).toMatchObject({
      name: '猫爬架',
      designDemandStatus: 7,
      proofDemandStatus: 1,
      prepareDemandStatus: null,
      marketingDemandStatus: null,
      sprayDemandStatus: null,
      produceDemandStatus: null,
      logisticsDemandStatus: null,
      [first?.nidField ?? '']: design.nid,
      [second?.nidField ?? '']: proof.nid,
    });
    const info = dataOf(await send(getOrderInfo, { demandNid: proof.nid }));
    expect(info.productLine).toEqual(line);
    expect(info.line.map(({ name, statusName }) => `${name}${statusName}`).slice(0, 3)).toEqual([
      '设计已完成',
      '打样招标中',
      '备料未开始',
    ]);
    expect(info.line[0]?.providerName).toBe('三榫制造');
  });

  test('[O-01] an order says its stage’s own fields in words, in every stage', async () => {
    const send = await as(owner);
    for (const stage of services.stages) {
      const details = Object.fromEntries(
        stage.demand
          .filter(({ key }) => !commonKeys.includes(key))
          .map(({ key, schema, example }) => [key, schema.parse(example)]),
      );
      const demand = await buildDemand(services, { owner, stage: stage.key, details: JSON.stringify(details) });
      const info = dataOf(await send(getOrderInfo, { demandNid: demand.nid }));
      expect(info.details.map(({ label }) => label)).toEqual(
        stage.demand.filter(({ key }) => !commonKeys.includes(key)).map(({ label }) => label),
      );
      expect(info.details.map(({ value }) => value).join()).not.toMatch(/undefined|\[object|\b\d{4,6}\b/);
    }
  });

  test('[O-01] nobody else can tell that an order exists', async () => {
    const { demandNid } = await awarded();
    const stranger = await buildUser(portal.db, { now: portal.clock.now() });
    expect(refusal(await (await as(stranger))(getOrderInfo, { demandNid }))).toBe('1004 没有找到这份订单');
    expect(refusal(await (await as(li))(getOrderInfo, { demandNid }))).toBe('1004 没有找到这份订单');
    expect(refusal(await (await as(stranger))(getCancelReason, { demandNid }))).toBe('1004 没有找到这份订单');
    expect(refusal(await (await as(stranger))(acceptOrder, { demandNid }))).toBe('1003 只有承接方可以进行“接单”');
  });
});

describe('a transition', () => {
  test('[O-11] sent ten times at once, is made once', async () => {
    const { demandNid, id } = await awarded();
    await heard(id);
    const send = await as(wang);
    const replies = await Promise.all(Array.from({ length: 10 }, () => send(acceptOrder, { demandNid })));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    expect(new Set(replies.filter(({ ok }) => !ok).map(refusal))).toEqual(
      new Set(['1005 订单进行中，现在不能进行“接单”']),
    );
    expect(await heard(id)).toEqual([{ action: 'accept', recipients: { owner: owner.id, bidders: [li.id] } }]);
  });

  test('[O-11] writes all or nothing', async () => {
    const { demandNid, id } = await awarded();
    await heard(id);
    const broken = { ...services, outbox: { emit: () => Promise.reject(new Error('outbox is gone')) } };
    await expect(act(broken, demandNid, 'accept', wang.id)).rejects.toThrow('outbox is gone');
    expect((await rowOf(demandNid)).status).toBe(2);
    const steps = await portal.db.selectFrom('order_history').select('action').where('demand_id', '=', id).execute();
    expect(steps.map(({ action }) => action)).toEqual(['publish', 'award']);
    expect(await heard(id)).toEqual([]);
  });

  test('[O-02] an entrusted case goes straight to the provider, and closes when declined', async () => {
    const demand = await buildDemand(services, { owner, status: 2, provider_id: wang.id, amount_fen: 5_000_000 });
    expect(await heard(demand.id)).toEqual([{ action: 'publish', recipients: { provider: wang.id } }]);
    const send = await as(wang);
    expect(dataOf(await send(declineOrder, { demandNid: demand.nid, reason: '不做这一类' }))).toEqual({
      orderStatus: 8,
    });
    const info = dataOf(await (await as(owner))(getOrderInfo, { demandNid: demand.nid }));
    expect(info.history.map(({ label }) => label)).toEqual(['委托案例', '拒绝接单']);
  });
});
