import { beforeAll, describe, expect, test } from 'vitest';
import type { Reply } from '../../../contract/call.ts';
import {
  demandCalls,
  getTenderList,
  needView,
  needViewList,
  publishDraft,
  tenderOrder,
  withdrawTender,
} from '../../../contract/demands.ts';
import { postCaseDelegate } from '../../../contract/entrust.ts';
import {
  acceptOrder,
  cancelOrder,
  declineOrder,
  deleteOrder,
  getCancelReason,
  getOrderInfo,
  myDemandList,
  myPartList,
  successful,
} from '../../../contract/orders.ts';
import { hours } from '../../../contract/process/facts.ts';
import { stages } from '../../../contract/stages/index.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { newId } from '../../db/ids.ts';
import { on } from '../../outbox/events.ts';
import { createWorker } from '../../outbox/worker.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { type BuiltUser, buildUser, signIn } from '../accounts/build.ts';
import { buildCase } from '../cases/build.ts';
import { orderMoved } from '../orders/events.ts';
import { buildShop } from '../shop/build.ts';
import { uploadPicture } from '../uploads/build.ts';
import { exampleForm } from './build.ts';

const portal = await startPortal({ parts: { limits: { take: async () => 0 } } });
const { services } = portal.app;
const design = stages.find(({ key }) => key === 'design') as Stage;
let owner: BuiltUser;
let keeper: BuiltUser;
let stranger: BuiltUser;
let shopId: string;
let picture: string;

// Signed in anew each time: the clock of these tests runs for days.
const as = async ({ id }: { id: string }) => portal.as({ token: await signIn(portal.db, id, portal.clock.now()) });
const refusal = (reply: Reply<unknown>) => (reply.ok ? 'went through' : `${reply.code} ${reply.message}`);

beforeAll(async () => {
  const now = portal.clock.now();
  owner = await buildUser(portal.db, { nickName: '陈掌柜', now });
  stranger = await buildUser(portal.db, { nickName: '路人', now });
  ({ id: shopId, keeper } = await buildShop(portal.db, { shop_name: '云岫家具设计室', stage_keys: ['design'] }));
  picture = await uploadPicture(await as(owner));
});

/** The form of an entrusting, good but for the overrides. */
function formFor(stage: Stage, caseId: string, overrides: Record<string, unknown> = {}) {
  const { type: _category, ...fields } = exampleForm(stage, { now: portal.clock.now(), picture });
  return { ...fields, type: stage.number, case_id: caseId, ...overrides };
}

async function entrusted(overrides: Record<string, unknown> = {}) {
  const caseId = await buildCase(portal.db, { shop_id: shopId, category: 'pet', name: '藤编猫窝' });
  const data = dataOf(await (await as(owner))(postCaseDelegate, formFor(design, caseId, overrides)));
  return { caseId, nid: data.demandNid, id: data.id, status: data.orderStatus };
}

const rowOf = (nid: string) =>
  portal.db.selectFrom('demands').selectAll().where('nid', '=', nid).executeTakeFirstOrThrow();

describe('entrusting', () => {
  test('[D-12] a case of every stage goes straight to its provider, on the terms of the form', async () => {
    for (const stage of stages) {
      const caseId = await buildCase(portal.db, { shop_id: shopId, stage_key: stage.key, category: 'business' });
      const reply = dataOf(await (await as(owner))(postCaseDelegate, formFor(stage, caseId, { budget: '5000' })));
      expect([stage.key, reply.orderStatus]).toEqual([stage.key, 2]);
      const info = dataOf(await (await as(keeper))(getOrderInfo, { demandNid: reply.demandNid }));
      expect(info).toMatchObject({
        role: 'provider',
        entrusted: true,
        category: 'business',
        amount: '5000.00',
        fromCase: { id: caseId, stage: stage.key, shown: true },
        provider: { shopId },
      });
      expect(info.history.map(({ label }) => label)).toEqual(['委托案例']);
    }
  });

  test('[D-12] the provider is told, once, in the same transaction', async () => {
    const { id } = await entrusted();
    const told: unknown[] = [];
    const listener = on(orderMoved, 'entrust-test', async (event) => {
      if (event.demandId === id) told.push([event.action, event.recipients]);
    });
    const worker = createWorker(services, services.outbox as never, [listener], []);
    await worker.tick();
    expect(told).toEqual([['publish', { provider: keeper.id }]]);
  });

  test('[D-12] accepted, it runs as any order; each side finds it in the own list', async () => {
    const { nid } = await entrusted({ budget: '800' });
    const info = dataOf(await (await as(keeper))(getOrderInfo, { demandNid: nid }));
    expect(info.actions.filter(({ enabled }) => enabled).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['accept', 'decline']),
    );
    expect(dataOf(await (await as(keeper))(acceptOrder, { demandNid: nid }))).toEqual({ orderStatus: 3 });
    const started = dataOf(await (await as(owner))(myDemandList, { orderStatus: '3' }));
    expect(started.find((one) => one.demandNid === nid)).toMatchObject({ entrusted: true, amount: '800.00' });
    const joined = dataOf(await (await as(keeper))(myPartList, { orderStatus: '3' }));
    expect(joined.find((one) => one.demandNid === nid)).toMatchObject({ entrusted: true, role: 'provider' });
  });

  test('[D-12] declined it is closed, and never becomes public', async () => {
    const { nid } = await entrusted();
    const send = await as(keeper);
    expect(dataOf(await send(declineOrder, { demandNid: nid, reason: '排期满了' }))).toEqual({ orderStatus: 8 });
    expect(refusal(await portal.send(demandCalls(design).info, { demandNid: nid }))).toMatch(/^1004/);
    expect(dataOf(await (await as(owner))(getCancelReason, { demandNid: nid })).reason).toBe('排期满了');
  });

  test('[D-12] 72 hours of silence decline it', async () => {
    const { nid } = await entrusted();
    portal.clock.advance(hours(72) - 1000);
    await portal.app.worker.tick();
    expect((await rowOf(nid)).status).toBe(2);
    portal.clock.advance(2000);
    await portal.app.worker.tick();
    expect((await rowOf(nid)).status).toBe(8);
    const { history } = dataOf(await (await as(owner))(getOrderInfo, { demandNid: nid }));
    expect(history.map(({ label }) => label)).toEqual(['委托案例', '超时未接单']);
  });

  test('[D-12] the owner may take it back while it is not accepted', async () => {
    const { nid } = await entrusted();
    expect(dataOf(await (await as(owner))(cancelOrder, { demandNid: nid, reason: '尺寸量错了' }))).toEqual({
      orderStatus: 6,
    });
    expect(refusal(await (await as(keeper))(acceptOrder, { demandNid: nid }))).toMatch(/^1005/);
  });
});

describe('who may', () => {
  test('[D-12] nobody entrusts without signing in, or to oneself', async () => {
    const caseId = await buildCase(portal.db, { shop_id: shopId });
    expect(refusal(await portal.send(postCaseDelegate, formFor(design, caseId)))).toMatch(/^1002/);
    expect(refusal(await (await as(keeper))(postCaseDelegate, formFor(design, caseId)))).toBe(
      '1003 不能委托自己的案例',
    );
  });

  test('[D-12] only an approved case, of the stage that was named', async () => {
    const send = await as(owner);
    const hidden = [
      await buildCase(portal.db, { shop_id: shopId, review_status: 0 }),
      await buildCase(portal.db, { shop_id: shopId, review_status: 2, review_reason: '图片不清' }),
      await buildCase(portal.db, { shop_id: shopId, removed_at: new Date() }),
      await buildCase(portal.db, { shop_id: shopId, stage_key: 'proofing' }),
      newId(new Date()),
    ];
    for (const caseId of hidden)
      expect(refusal(await send(postCaseDelegate, formFor(design, caseId)))).toBe('1004 案例不存在或已下架');
    const caseId = await buildCase(portal.db, { shop_id: shopId });
    expect(refusal(await send(postCaseDelegate, formFor(design, caseId, { type: 8 })))).toBe('1004 没有这个环节');
  });

  test('[D-12] a product line takes it under the chain rule only', async () => {
    const { nid, caseId } = await entrusted();
    const send = await as(owner);
    const { productLineNid } = dataOf(await send(getOrderInfo, { demandNid: nid }));
    const again = formFor(design, caseId, { productLineNid });
    expect(refusal(await send(postCaseDelegate, again))).toBe('1005 这条产品线的本环节已有需求');
    expect(refusal(await (await as(stranger))(postCaseDelegate, again))).toBe('1001 没有找到这条产品线');
    dataOf(await send(cancelOrder, { demandNid: nid, reason: '换一家' }));
    expect(dataOf(await send(postCaseDelegate, again)).productLineNid).toBe(productLineNid);
  });
});

describe('privacy', () => {
  test('[D-12] for everybody but the two sides there is no such demand', async () => {
    const { nid } = await entrusted({ name: '私密猫窝' });
    const { info, list } = demandCalls(design);
    for (const send of [portal.send, await as(stranger)]) {
      const none = [
        await send(info, { demandNid: nid }),
        await send(needViewList, { demandType: design.number, demandNid: nid }),
      ];
      expect(none.map(refusal)).toEqual(['1004 没有找到这份需求', '1004 没有找到这份需求']);
      for (const sort of ['newest', 'deadline'] as const) {
        const listed = dataOf(await send(list, { sort, pageSize: 100 }));
        expect(listed.filter(({ demandNid }) => demandNid === nid)).toEqual([]);
      }
    }
    const send = await as(stranger);
    const tries = [
      await send(getOrderInfo, { demandNid: nid }),
      await send(getCancelReason, { demandNid: nid }),
      await send(tenderOrder, { demandNid: nid, offer: '100', completionDay: '3' }),
      await send(withdrawTender, { demandNid: nid }),
      await send(getTenderList, { demandNid: nid }),
      await send(needView, { demandType: design.number, demandNid: nid, demandView: '多少钱' }),
      await send(acceptOrder, { demandNid: nid }),
      await send(declineOrder, { demandNid: nid, reason: '做不了' }),
      await send(cancelOrder, { demandNid: nid, reason: '做不了' }),
      await send(deleteOrder, { demandNid: nid }),
      await send(publishDraft, { demandNid: nid }),
      await send(successful, { demandNid: nid, tenderId: newId(new Date()) }),
    ];
    expect(tries.map((reply) => !reply.ok && reply.code)).toEqual(tries.map(() => 1004));
    expect((await rowOf(nid)).status).toBe(2);
  });

  test('[D-12] both sides read it, and see each other', async () => {
    const { nid } = await entrusted();
    for (const send of [await as(owner), await as(keeper)]) {
      expect(dataOf(await send(demandCalls(design).info, { demandNid: nid })).demandNid).toBe(nid);
      expect(dataOf(await send(getOrderInfo, { demandNid: nid })).entrusted).toBe(true);
    }
  });
});

describe('sent twice, and spoilt', () => {
  test('[D-12] [O-11] the same form sent at once entrusts once', async () => {
    const caseId = await buildCase(portal.db, { shop_id: shopId });
    const send = await as(owner);
    const form = formFor(design, caseId, { requestId: 'form-2026-1121', name: '按两次的床' });
    const replies = await Promise.all(Array.from({ length: 6 }, () => send(postCaseDelegate, form)));
    const numbers = replies.map((reply) => dataOf(reply).demandNid);
    expect(new Set(numbers).size).toBe(1);
    const mine = await portal.db.selectFrom('demands').select('id').where('name', '=', '按两次的床').execute();
    expect(mine).toHaveLength(1);
    const lines = await portal.db.selectFrom('product_lines').select('id').where('name', '=', '按两次的床').execute();
    expect(lines).toHaveLength(1);

    // Another case with the form of this one is no repetition.
    const other = await buildCase(portal.db, { shop_id: shopId });
    expect(refusal(await send(postCaseDelegate, { ...form, case_id: other }))).toMatch(/^1005/);
    // What is with the provider cannot be changed by the ordinary form either.
    const { type: _type, case_id: _case, ...fields } = form;
    const change = { ...fields, type: 'pet', budget: '99999' } as const;
    expect(refusal(await send(demandCalls(design).save, change as never))).toMatch(/^1005/);
  });

  test.each(stages)('[D-12] [D-13] every field of $name is checked as in the publish form', async (stage) => {
    const caseId = await buildCase(portal.db, { shop_id: shopId, stage_key: stage.key });
    const send = await as(owner);
    for (const field of stage.demand) {
      const spoilt = ['', '-1', '9'.repeat(400), '床'.repeat(5000), '{}', '\u202E', ['a', 'b'], '/files/none.jpg'];
      for (const value of spoilt) {
        const reply = await send(postCaseDelegate, formFor(stage, caseId, { [field.wire]: value }));
        // Some of it is good for some field; what is not is refused by its name, in Chinese.
        if (reply.ok) continue;
        expect([field.wire, value, reply.code]).toEqual([field.wire, value, 1001]);
        expect(Object.keys(reply.fields)).toContain(field.wire);
        expect(reply.message).toMatch(/[\u4e00-\u9fff]/);
      }
    }
    const past = await send(postCaseDelegate, formFor(stage, caseId, { issueEndTime: '1000000000' }));
    expect(refusal(past)).toBe('1001 截止时间不能早于现在');
  });
});
