import { describe, expect, it } from 'vitest';
import type { CallInput, Send } from '../../../contract/call.ts';
import {
  demandCalls,
  demandListTag,
  demandsTag,
  demandTag,
  getDemandCounts,
  needView,
  needViewList,
  publishDraft,
  tenderOrder,
} from '../../../contract/demands.ts';
import { deleteOrder } from '../../../contract/orders.ts';
import { chainRefusal } from '../../../contract/process/chain.ts';
import { stages } from '../../../contract/stages/index.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { type OrderStatus, orderStatuses } from '../../../contract/statuses.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { uploadPicture } from '../uploads/build.ts';
import { buildDemand, exampleForm } from './build.ts';

const portal = await startPortal();
const { services } = portal.app;
const now = portal.clock.now();
const person = (nickName: string) => buildUser(portal.db, { now, nickName });
const [owner, stranger] = [await person('陈掌柜'), await person('半坡打样间')];
const asOwner = portal.as(owner);
const asStranger = portal.as(stranger);
const picture = await uploadPicture(asOwner);

const stageOf = (key: string): Stage => stages.find((stage) => stage.key === key) as Stage;
const proofing = stageOf('proofing');
const calls = demandCalls(proofing);
type Form = CallInput<typeof calls.save>;
const form = (more: Record<string, string> = {}): Form => ({ ...exampleForm(proofing, { now, picture }), ...more });
const save = async (send: Send, more?: Record<string, string>) => dataOf(await send(calls.save, form(more)));
const read = async (send: Send, demandNid: string) => dataOf(await send(calls.info, { demandNid }));

describe('publishing', () => {
  it('[D-13] an empty id is none; a deadline that has passed and a budget under 10 yuan are refused', async () => {
    const saved = await save(asOwner, { id: '' });
    expect(saved.orderStatus).toBe(1);
    const justNow = String(Math.floor(now.getTime() / 1000));
    expect(await asOwner(calls.save, form({ issueEndTime: justNow }))).toMatchObject({
      code: 1001,
      fields: { issueEndTime: '截止时间不能早于现在' },
    });
    expect(await asOwner(calls.save, form({ budget: '9.99' }))).toMatchObject({
      code: 1001,
      fields: { budget: '最低预算10元人民币' },
    });
    expect(await asOwner(calls.save, form({ budget: '10.00' }))).toMatchObject({ ok: true });
  });

  it('[D-03] needs a signed-in person', async () => {
    expect(await portal.send(calls.save, form())).toMatchObject({ code: 1002, status: 401, message: '请先登录' });
  });

  it('[D-03] the same form sent ten times at once is published once', async () => {
    const requestId = 'form-0001-abcdef';
    const replies = await Promise.all(Array.from({ length: 10 }, () => asOwner(calls.save, form({ requestId }))));
    const nids = new Set(replies.map((reply) => dataOf(reply).demandNid));
    expect(nids.size).toBe(1);
    // Another person's form may have the same id.
    expect(nids).not.toContain((await save(asStranger, { requestId })).demandNid);
  });

  it('[D-03] what was changed before the form is sent again is taken for a change', async () => {
    const requestId = 'form-0002-abcdef';
    const first = await save(asOwner, { requestId });
    const again = await save(asOwner, { requestId, budget: '4000' });
    expect(again.demandNid).toBe(first.demandNid);
    expect(await read(portal.send, first.demandNid)).toMatchObject({ budget: '4000.00' });
  });

  it('[D-03] script text is text, and one ticked box or several arrive alike', async () => {
    const name = '<script>alert(1)</script>'.slice(0, 20);
    const describe = '<img src=x onerror=alert(1)> 榉木框架，四角圆弧';
    const { demandNid } = await save(asOwner, { name, demandDescribe: describe, typess: '床,沙发' });
    expect(await read(portal.send, demandNid)).toMatchObject({ name, describe, typess: '床,沙发' });
  });

  it('[D-03] pictures must be uploads of the portal, a category one of three', async () => {
    expect(await asOwner(calls.save, form({ demandPic: 'https://elsewhere.example/a.jpg' }))).toMatchObject({
      code: 1001,
      fields: { demandPic: '上传的文件不存在或已过期，请重新上传' },
    });
    expect(await asOwner(calls.save, form({ type: 'kitchen' }))).toMatchObject({
      code: 1001,
      fields: { type: '请选择类别' },
    });
  });

  it('[D-08] a destination that is no place is refused', async () => {
    const logistics = stageOf('logistics');
    const wrong = { ...exampleForm(logistics, { now, picture }), destination: '36,4401' };
    expect(await asOwner(demandCalls(logistics).save, wrong)).toMatchObject({
      code: 1001,
      fields: { destination: '目的地不在可选范围内' },
    });
  });
});

describe('drafts and changes', () => {
  it('[D-03] a draft is its owner’s alone until it is published', async () => {
    const { demandNid, id, orderStatus } = await save(asOwner, { draft: '1' });
    expect(orderStatus).toBe(0);
    for (const send of [portal.send, asStranger])
      expect(await send(calls.info, { demandNid })).toMatchObject({ code: 1004, status: 404 });
    expect(await asStranger(calls.save, form({ id }))).toMatchObject({ code: 1004 });
    expect(await asStranger(publishDraft, { demandNid })).toMatchObject({ code: 1004 });
    expect((await read(asOwner, demandNid)).actions.map(({ action }) => action)).toContain('publish');

    const before = dataOf(await portal.send(getDemandCounts, {}))[1]?.count ?? 0;
    expect(dataOf(await asOwner(publishDraft, { demandNid })).orderStatus).toBe(1);
    expect(dataOf(await portal.send(getDemandCounts, {}))[1]).toMatchObject({ demandType: 2, count: before + 1 });
    expect(await read(portal.send, demandNid)).toMatchObject({ orderStatus: 1 });
    expect(await asOwner(publishDraft, { demandNid })).toMatchObject({ code: 1005, status: 409 });
  });

  it('[D-03] a draft that is sent as a form is changed and published', async () => {
    const { demandNid, id } = await save(asOwner, { draft: '1' });
    expect(await save(asOwner, { id, name: '三层猫爬架' })).toMatchObject({ demandNid, orderStatus: 1 });
    const [first] = dataOf(await portal.send(calls.list, { type: 'pet' }));
    expect(first).toMatchObject({ demandNid, name: '三层猫爬架' });
    dataOf(await asOwner(calls.save, form({ id, draft: '1' })));
    expect(await read(portal.send, demandNid)).toMatchObject({ orderStatus: 1 });
  });

  it('[D-03] only the owner changes a demand, and only in its stage', async () => {
    const { id, demandNid } = await save(asOwner);
    expect(await asStranger(calls.save, form({ id, name: '改了名字' }))).toMatchObject({
      code: 1003,
      message: '只能修改自己发布的需求',
    });
    const design = stageOf('design');
    const other = { ...exampleForm(design, { now, picture }), id };
    expect(await asOwner(demandCalls(design).save, other)).toMatchObject({
      code: 1001,
      fields: { id: expect.anything() },
    });
    expect(await asOwner(calls.save, form({ id: 'not-an-id' }))).toMatchObject({ code: 1001 });
    expect(await asOwner(calls.save, form({ id: '01900000-0000-7000-8000-000000000000' }))).toMatchObject({
      code: 1004,
    });
    expect(await read(portal.send, demandNid)).toMatchObject({ name: form().name });
  });

  it('[D-01] a change of category moves a demand from list to list', async () => {
    const { id, demandNid } = await save(asOwner, { type: 'business' });
    const nids = async (type: string) => {
      const reply = await portal.send(calls.list, { type, pageSize: 100 });
      const data = dataOf(reply);
      expect(reply).toMatchObject({ count: data.length });
      return data.map((item) => item.demandNid);
    };
    expect(await nids('business')).toContain(demandNid);
    await save(asOwner, { id, type: 'maternal' });
    expect(await nids('business')).not.toContain(demandNid);
    expect(await nids('maternal')).toContain(demandNid);
  });
});

describe('pages that show a demand', () => {
  it('[D-01] [D-10] are told of every change after it is committed, and of nothing that is refused', async () => {
    const told: string[][] = [];
    const end = services.bus.subscribe(({ tags }) => void told.push([...tags]));
    const tagsAfter = async (work: () => Promise<unknown>) => {
      told.length = 0;
      await work();
      return told.flat();
    };
    const { demandNid, id } = await save(asOwner);
    expect(told.flat()).toEqual([
      demandTag(demandNid),
      demandListTag('proofing', 'pet'),
      demandListTag('proofing', ''),
      demandsTag,
    ]);
    const place = { demandType: '2', demandNid };
    const bid = { demandNid, completionDay: '9', offer: '2860' };
    const shown = expect.arrayContaining([demandTag(demandNid), demandListTag('proofing', 'pet')]);
    expect(await tagsAfter(() => asStranger(needView, { ...place, demandView: '多大的猫？' }))).toEqual([
      demandTag(demandNid),
    ]);
    expect(await tagsAfter(() => asStranger(tenderOrder, bid))).toEqual(shown);
    expect(await tagsAfter(() => save(asOwner, { id, type: 'maternal' }))).toEqual(
      expect.arrayContaining([demandListTag('proofing', 'pet'), demandListTag('proofing', 'maternal')]),
    );
    expect(await tagsAfter(() => asOwner(tenderOrder, bid))).toEqual([]);
    expect(await tagsAfter(() => save(asOwner, { draft: '1' }))).toEqual([]);
    end();
  });
});

describe('follow-on', () => {
  const statuses: (OrderStatus | null)[] = [null, ...orderStatuses];
  const over = [null, 6, 8];

  // Rulings §3, written out: the stage before is 7, this stage has none, 6 or 8, no later stage has a demand.
  it('[D-09] the chain rule over every pair of stage before and stage, with and without a later one', () => {
    for (const before of statuses)
      for (const self of statuses)
        for (const later of statuses) {
          const may = before === 7 && over.includes(self) && later === null;
          expect([before, self, later, chainRefusal([7, before, self, later], 2) === null]).toEqual([
            before,
            self,
            later,
            may,
          ]);
        }
  });

  it('[D-09] the server refuses a line that the rule refuses, and a line of somebody else', async () => {
    const design = stageOf('design');
    const { productLineNid } = dataOf(await asOwner(demandCalls(design).save, exampleForm(design, { now, picture })));
    const refused = { code: 1005, fields: { productLineNid: '上一环节的订单还没有完成' } };
    expect(await asOwner(calls.save, form({ productLineNid }))).toMatchObject(refused);
    const unknown = { code: 1001, fields: { productLineNid: '没有找到这条产品线' } };
    expect(await asStranger(calls.save, form({ productLineNid }))).toMatchObject(unknown);
    expect(await asOwner(calls.save, form({ productLineNid: '' }))).toMatchObject({ ok: true });
  });

  it('[D-09] joins the line after a finished stage, once, and replaces what came to nothing', async () => {
    const design = await buildDemand(services, { owner, stage: 'design' });
    // Nothing in this slice can finish an order; the status is what the rule reads.
    await portal.db.updateTable('demands').set({ status: 7 }).where('id', '=', design.id).execute();
    const { nid: productLineNid } = await portal.db
      .selectFrom('product_lines')
      .select('nid')
      .where('id', '=', design.line_id)
      .executeTakeFirstOrThrow();
    const requests = Array.from({ length: 5 }, () => asOwner(calls.save, form({ productLineNid })));
    const replies = await Promise.all(requests);
    const refusals = replies.flatMap((reply) => (reply.ok ? [] : [[reply.code, reply.message]]));
    expect(refusals).toEqual(Array.from({ length: 4 }, () => [1005, '这条产品线的本环节已有需求']));

    const first = replies.flatMap((reply) => (reply.ok ? [reply.data] : []))[0];
    await portal.db
      .updateTable('demands')
      .set({ status: 6 })
      .where('nid', '=', first?.demandNid ?? '')
      .execute();
    const second = await save(asOwner, { productLineNid });
    expect(second.productLineNid).toBe(productLineNid);
    expect(await read(portal.send, first?.demandNid ?? '')).toMatchObject({ orderStatus: 6, productLineNid });
    const standing = await portal.db
      .selectFrom('demands')
      .select(['nid', 'in_line'])
      .where('line_id', '=', design.line_id)
      .where('stage', '=', 'proofing')
      .orderBy('id')
      .execute();
    expect(standing).toEqual([
      { nid: first?.demandNid, in_line: false },
      { nid: second.demandNid, in_line: true },
    ]);
  });
});

describe('reading', () => {
  it.each(['XX-0000-000000', "' or 1=1 --", '木'.repeat(40)])(
    '[D-10] an unknown number %s is not found',
    async (demandNid) => {
      expect(await portal.send(calls.info, { demandNid })).toMatchObject({ code: 1004, message: '没有找到这份需求' });
      expect(await portal.send(needViewList, { demandType: '2', demandNid })).toMatchObject({ code: 1004 });
    },
  );

  it('[D-10] a demand is found under its own stage only', async () => {
    const { demandNid } = await save(asOwner);
    expect(await portal.send(demandCalls(stageOf('design')).info, { demandNid })).toMatchObject({ code: 1004 });
    expect(await portal.send(calls.info, { demandNid: '' })).toMatchObject({ code: 1001 });
  });

  it('[D-10] comments are read by all, written by whoever is signed in, while the demand is open', async () => {
    const { demandNid } = await save(asOwner);
    const place = { demandType: '2', demandNid };
    expect(await portal.send(needView, { ...place, demandView: '多大的猫？' })).toMatchObject({ code: 1002 });
    expect(await asStranger(needView, { ...place, demandView: ' ' })).toMatchObject({
      code: 1001,
      fields: { demandView: '请输入评论' },
    });
    expect(await asStranger(needView, { ...place, demandView: '多大的猫？' })).toMatchObject({
      ok: true,
      data: { nickname: '半坡打样间', isOwner: false, demandView: '多大的猫？' },
    });
    await asOwner(needView, { ...place, demandView: '<b>七公斤</b>' });
    const comments = await portal.send(needViewList, place);
    expect(comments).toMatchObject({ count: 2 });
    expect(dataOf(comments).map(({ demandView, isOwner }) => [demandView, isOwner])).toEqual([
      ['<b>七公斤</b>', true],
      ['多大的猫？', false],
    ]);
    expect(await read(portal.send, demandNid)).toMatchObject({ comments: 2, nickname: '陈掌柜' });
    expect(await portal.send(needViewList, { ...place, demandType: '1' })).toMatchObject({ code: 1004 });
    expect(await portal.send(needViewList, { ...place, demandType: '77' })).toMatchObject({ code: 1004 });

    await portal.db.updateTable('demands').set({ status: 8 }).where('nid', '=', demandNid).execute();
    expect(await asStranger(needView, { ...place, demandView: '还招吗' })).toMatchObject({ code: 1005 });
  });

  it('[D-03] a draft can be taken off the own list', async () => {
    const { demandNid } = await save(asOwner, { draft: '1' });
    expect(await asOwner(deleteOrder, { demandNid })).toMatchObject({ ok: true });
  });
});
