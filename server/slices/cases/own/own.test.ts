import { beforeAll, describe, expect, it, test } from 'vitest';
import { caseCalls, getCaseFavourable } from '../../../../contract/cases.ts';
import { getFigures } from '../../../../contract/content.ts';
import { decideCase, operatorCaseList, reviewCallsOf } from '../../../../contract/operator/cases.ts';
import { deleteCase, getMyCaseList, ownCaseCalls, saveCaseDraft } from '../../../../contract/own-cases.ts';
import { search } from '../../../../contract/search.ts';
import { getMyShop, getShopCases, getShopInfo, saveMyShop } from '../../../../contract/shop.ts';
import { caseRefusals } from '../../../../contract/stages/case-refusals.test-data.ts';
import { stages as theStages } from '../../../../contract/stages/index.ts';
import { polish } from '../../../../contract/stages/polish.test-data.ts';
import { posterOf, type Stage } from '../../../../contract/stages/stage.ts';
import type { CallInput, Send } from '../../../../contract/call.ts';
import { readImages } from '../../../../contract/wire.ts';
import { dataOf, startPortal } from '../../../testing/portal.ts';
import { buildUser, type BuiltUser } from '../../accounts/build.ts';
import { alsoOperator } from '../../operators/build.ts';
import { shopSource } from '../../shop/found.ts';
import { storedVideo, uploadPicture } from '../../uploads/build.ts';
import { exampleCase } from './build.ts';

const stages: readonly Stage[] = [...theStages, polish];
const portal = await startPortal({ stages });
const { db } = portal;
const now = portal.clock.now();
let files: { picture: string; video: string };
let reviewer: Send;
const design = theStages[0] as Stage;
const nil = '00000000-0000-0000-0000-000000000000';

const keeper = async (): Promise<{ user: BuiltUser; send: Send }> => {
  const user = await buildUser(db, { now });
  return { user, send: portal.as(user) };
};

beforeAll(async () => {
  files = { picture: await uploadPicture((await keeper()).send), video: await storedVideo(db) };
  reviewer = portal.as(await buildUser(db, { now, operatorRoles: ['reviewer'] }));
});

type SaveInput = CallInput<ReturnType<typeof ownCaseCalls>['save']>;
const save = (send: Send, stage: Stage, more: Record<string, unknown> = {}) =>
  send(ownCaseCalls(stage).save, { ...exampleCase(stage, files), ...more } as SaveInput);
const saved = async (send: Send, stage: Stage, more: Record<string, unknown> = {}) =>
  dataOf(await save(send, stage, more));
const approve = async (id: string, version: number) =>
  dataOf(await reviewer(decideCase, { id, version, decision: 'approve' }));

describe.each(stages.map((stage) => [stage.name, stage] as const))('%s', (_name, stage) => {
  const calls = ownCaseCalls(stage);

  it('[A-08] [P-02] a case goes from the form to the public, and can be read back whole', async () => {
    const { send } = await keeper();
    const { id, version } = await saved(send, stage);
    const own = dataOf(await send(calls.info, { id }));
    expect(own).toMatchObject({ status: 0, statusName: '审核中', draft: 0, is_public: 0, version: 1, reason: '' });
    expect(await portal.send(caseCalls(stage).info, { id })).toMatchObject({ code: 1004, status: 404 });
    expect(dataOf(await send(calls.list, { status: '0' })).map((one) => one.id)).toEqual([id]);

    const seen = dataOf(await reviewer(reviewCallsOf(stage).info, { id }));
    expect(seen).toMatchObject({ before: null, version, may: { enabled: true, reason: '' } });
    await approve(id, version);
    const shown = dataOf(await portal.send(caseCalls(stage).info, { id }));
    // What the operator and the owner saw is what the public sees.
    for (const { wire, widget } of stage.case) {
      const names =
        widget.kind === 'location'
          ? ['lat', 'lng', 'datum', 'has_point']
          : widget.kind === 'video'
            ? [wire, posterOf(wire)]
            : [wire];
      for (const one of names) {
        expect([one, shown[one]]).not.toEqual([one, '']);
        expect([one, shown[one]]).toEqual([one, own[one]]);
        expect([one, shown[one]]).toEqual([one, seen.item[one]]);
      }
    }
    expect(readImages(shown.img_list)).toEqual([files.picture]);
    expect(dataOf(await send(calls.info, { id }))).toMatchObject({ status: 1, statusName: '审核通过', is_public: 1 });
  });

  it.each(caseRefusals[stage.key] ?? [])('[A-08] $field $value: $message', async ({ field, value, message }) => {
    const { send } = await keeper();
    const reply = await save(send, stage, { [field]: value });
    expect(reply).toMatchObject({ ok: false, code: 1001, status: 400, message, fields: { [field]: message } });
  });

  it('[A-08] an empty form names every required field, the first one first', async () => {
    const { send } = await keeper();
    const reply = await send(calls.save, { type: 'pet' } as SaveInput);
    if (reply.ok) throw new Error('an empty form was taken');
    // A point, a film, a list: everything is required.
    expect(Object.keys(reply.fields)).toEqual(stage.case.map(({ wire }) => wire));
  });
});

test('[A-08] everyone has a shop: its name by default, its record from real deals', async () => {
  const { send, user } = await keeper();
  expect(dataOf(await send(getMyShop, {}))).toMatchObject({
    id: '',
    shop_name: '我的店铺',
    score: 0,
    deal_num: 0,
    favourable: 0,
    counts: [],
  });
  await saved(send, design);
  const opened = dataOf(await send(getMyShop, {}));
  expect(opened).toMatchObject({ shop_name: '我的店铺', counts: [{ type: 1, status: '0', count: 1 }] });
  await db
    .updateTable('shops')
    .set({ deal_count: 7, score_count: 4, score_total: 18, favourable_count: 3 })
    .where('user_id', '=', user.id)
    .execute();
  const told: string[] = [];
  const end = portal.app.services.bus.subscribe(({ tags }) => void told.push(...tags));
  const named = dataOf(
    await send(saveMyShop, {
      shop_name: '三榫制造',
      introduction: '榫卯和板式各一条线',
      region: '36,3607',
      stages: '1,4',
      avatar_url: files.picture,
    }),
  );
  end();
  expect(named).toMatchObject({ shop_name: '三榫制造', region: '36,3607', stages: '1,4', score: 4.5, deal_num: 7 });
  expect(named.favourable).toBe(75);
  expect(told).toContain(`shop:${opened.id}`);
  const shown = dataOf(await portal.send(getShopInfo, { id: opened.id }));
  expect(shown).toMatchObject({ shop_name: '三榫制造', region: '江西省赣州市', avatar_url: files.picture });
  for (const [field, value] of [
    ['shop_name', '木'.repeat(31)],
    ['shop_name', '三榫 138 0000 0001'],
    ['shop_name', '三榫微信mu8888'],
    ['introduction', '木'.repeat(301)],
    ['region', '36,9999'],
    ['stages', '1,99'],
    ['avatar_url', '/files/nothing.jpg'],
  ] as const)
    expect(await send(saveMyShop, { shop_name: '', introduction: '', [field]: value })).toMatchObject({
      code: 1001,
      fields: { [field]: /./ },
    });
});

test('[A-08] a shop that takes another name is named anew on every page that shows a case of it', async () => {
  const { send } = await keeper();
  const { id, version } = await saved(send, design);
  await saved(send, polish);
  const told: string[] = [];
  const end = portal.app.services.bus.subscribe(({ tags }) => void told.push(...tags));
  const rename = async (shop_name: string) => {
    told.length = 0;
    const shop = dataOf(await send(saveMyShop, { shop_name, introduction: '' }));
    return { shop: `shop:${shop.id}`, told: told.toSorted() };
  };
  // What waits is on no page yet.
  const first = await rename('三榫制造');
  expect(first.told).toEqual([first.shop]);
  await approve(id, version);
  expect((await rename('四榫制造')).told).toEqual(['cases', 'cases:design', first.shop]);
  end();
});

test('[A-08] a shop that only holds drafts and what waits is no provider, until a case is approved or it is named', async () => {
  const providers = async () => dataOf(await portal.send(getFigures, {})).providers;
  const inMap = async (id: string) => (await shopSource().pages(db, nil)).some(({ path }) => path === `/shop/${id}`);
  const before = await providers();
  const { send } = await keeper();
  dataOf(await send(saveCaseDraft, { type: 1, category: 'pet', values: '{}' }));
  const { id, version } = await saved(send, design);
  const shop = dataOf(await send(getMyShop, {}));
  expect([await providers(), await inMap(shop.id)]).toEqual([before, false]);
  await approve(id, version);
  expect([await providers(), await inMap(shop.id)]).toEqual([before + 1, true]);
  await send(saveMyShop, { shop_name: '先审后名', introduction: '' });
  expect(await providers()).toBe(before + 1);
  const named = await keeper();
  dataOf(await named.send(saveMyShop, { shop_name: '只有名字', introduction: '' }));
  expect(await providers()).toBe(before + 2);
});

test('[A-08] one form is one case, sent twice at once or again', async () => {
  const { send } = await keeper();
  const requestId = 'form-0123456789';
  const replies = await Promise.all([1, 2, 3].map(() => save(send, design, { requestId })));
  const again = await save(send, design, { requestId });
  const ids = [...replies, again].map((reply) => dataOf(reply).id);
  expect(new Set(ids).size).toBe(1);
  expect(await send(getMyCaseList, {})).toMatchObject({ count: 1 });
});

test('[A-08] whose it is: a stranger finds nothing, changes nothing, deletes nothing', async () => {
  const owner = await keeper();
  const stranger = await keeper();
  const { id, version } = await saved(owner.send, design);
  const calls = ownCaseCalls(design);
  for (const reply of [
    await stranger.send(calls.info, { id }),
    await save(stranger.send, design, { id, version }),
    await stranger.send(saveCaseDraft, { type: 1, category: 'pet', id, version, values: '{}' }),
    await stranger.send(deleteCase, { id }),
    await portal.send(caseCalls(design).info, { id }),
  ])
    expect(reply).toMatchObject({ ok: false, code: 1004, status: 404 });
  for (const reply of [
    await portal.send(calls.info, { id }),
    await save(portal.send, design),
    await portal.send(deleteCase, { id }),
  ])
    expect(reply).toMatchObject({ code: 1002, status: 401 });
  for (const reply of [
    await owner.send(reviewCallsOf(design).info, { id }),
    await owner.send(decideCase, { id, version, decision: 'approve' }),
    await owner.send(operatorCaseList, {}),
  ])
    expect(reply).toMatchObject({ code: 1003, status: 403 });
  // Another stage's calls do not know it either.
  expect(await owner.send(ownCaseCalls(polish).info, { id })).toMatchObject({ code: 1004 });
  expect(await save(owner.send, polish, { id, version })).toMatchObject({ code: 1001, fields: { id: /环节/ } });
});

test('[A-08] a draft keeps whatever the form held, and only its owner sees it', async () => {
  const { send } = await keeper();
  const values = { name: '画到一半', idea: '', color: '雾绿', pictures: [files.picture], price: '还没想好' };
  const kept = dataOf(
    await send(saveCaseDraft, { type: 1, category: 'pet', requestId: 'draft-0001', values: JSON.stringify(values) }),
  );
  expect(kept).toMatchObject({ version: 1, draft: 1 });
  const calls = ownCaseCalls(design);
  const own = dataOf(await send(calls.info, { id: kept.id }));
  // What the stage's form has not is not kept.
  expect(own.draft_values).toEqual({ name: '画到一半', idea: '', color: '雾绿', pictures: [files.picture] });
  expect(own).toMatchObject({ name: '画到一半', draft: 1, category: 'pet', submit_time: 0 });
  expect(dataOf(await send(getMyCaseList, { status: 'draft' }))).toHaveLength(1);
  expect(dataOf(await send(getMyCaseList, { status: '0' }))).toHaveLength(0);
  expect(await reviewer(reviewCallsOf(design).info, { id: kept.id })).toMatchObject({ code: 1004 });
  expect(await reviewer(decideCase, { id: kept.id, version: 1, decision: 'approve' })).toMatchObject({ code: 1005 });
  expect(dataOf(await reviewer(operatorCaseList, { pageSize: 100 })).map(({ id }) => id)).not.toContain(kept.id);
  expect(await send(saveCaseDraft, { type: 1, category: 'pet', values: '[1]' })).toMatchObject({ code: 1001 });

  const sent = await saved(send, design, { id: kept.id, version: kept.version });
  expect(sent).toEqual({ id: kept.id, version: 2, status: 0, draft: 0 });
  expect(dataOf(await send(calls.info, { id: kept.id })).draft_values).toEqual({});
  // Set aside again it does not wait any more.
  dataOf(await send(saveCaseDraft, { type: 1, category: 'pet', id: kept.id, version: 2, values: '{"name":"再想想"}' }));
  expect(dataOf(await reviewer(operatorCaseList, { pageSize: 100 })).map(({ id }) => id)).not.toContain(kept.id);
});

test('[A-08] [P-02] a change of an approved case waits beside it; what was approved stays public', async () => {
  const { send } = await keeper();
  const info = (id: string) => portal.send(caseCalls(design).info, { id });
  const first = await saved(send, design, { name: '螺钿炕几' });
  await approve(first.id, first.version);
  const second = await saved(send, design, { ...first, name: '螺钿炕桌' });
  expect(second).toMatchObject({ version: 2, status: 0 });
  expect(dataOf(await info(first.id)).name).toBe('螺钿炕几');
  const calls = ownCaseCalls(design);
  expect(dataOf(await send(calls.info, { id: first.id }))).toMatchObject({
    name: '螺钿炕桌',
    status: 0,
    is_public: 1,
  });
  const review = dataOf(await reviewer(reviewCallsOf(design).info, { id: first.id }));
  expect(review.item.name).toBe('螺钿炕桌');
  expect(review.before?.name).toBe('螺钿炕几');

  dataOf(await reviewer(decideCase, { id: first.id, version: 2, decision: 'refuse', reason: '名称与图片不符' }));
  expect(dataOf(await info(first.id)).name).toBe('螺钿炕几');
  expect(dataOf(await send(calls.info, { id: first.id }))).toMatchObject({
    name: '螺钿炕桌',
    status: 2,
    statusName: '审核不通过',
    reason: '名称与图片不符',
    is_public: 1,
  });

  const third = await saved(send, design, { id: first.id, version: 2, name: '描金屏风', type: 'business' });
  await portal.app.worker.tick();
  const told: string[] = [];
  const end = portal.app.services.bus.subscribe(({ tags }) => void told.push(...tags));
  await approve(first.id, third.version);
  end();
  expect(told).toEqual(expect.arrayContaining([`case:${first.id}`, 'cases:design', 'cases']));
  expect(dataOf(await info(first.id))).toMatchObject({ name: '描金屏风', category: 'business' });
  const list = async (type: string) =>
    dataOf(await portal.send(caseCalls(design).list, { type })).map((item) => item.id);
  expect(await list('business')).toContain(first.id);
  expect(await list('pet')).not.toContain(first.id);
  await portal.app.worker.tick();
  expect(dataOf(await portal.send(search, { q: '描金屏风' })).hits.map((hit) => hit.id)).toContain(first.id);
  expect(dataOf(await portal.send(search, { q: '螺钿炕几' })).hits.map((hit) => hit.id)).not.toContain(first.id);

  // Changed back to what is public, there is nothing to look at.
  const fourth = await saved(send, design, { id: first.id, version: 3, name: '螺钿香几' });
  const back = await saved(send, design, { id: first.id, version: fourth.version, name: '描金屏风', type: 'business' });
  expect(back).toMatchObject({ status: 1 });
  expect(await reviewer(decideCase, { id: first.id, version: back.version, decision: 'approve' })).toMatchObject({
    code: 1005,
  });
});

test('[A-08] two who change the same state of a case: the second is refused, and may go on knowingly', async () => {
  const { send } = await keeper();
  const { id } = await saved(send, design);
  const replies = await Promise.all(['甲', '乙', '丙'].map((name) => save(send, design, { id, version: 1, name })));
  expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
  for (const reply of replies.filter(({ ok }) => !ok))
    expect(reply).toMatchObject({ code: 1005, status: 409, message: expect.stringContaining('已被改过') as string });
  const kept = dataOf(await send(ownCaseCalls(design).info, { id }));
  expect(kept.version).toBe(2);
  expect(await save(send, design, { id, name: '没说版本' })).toMatchObject({ code: 1001, fields: { version: /./ } });
  expect(await saved(send, design, { id, version: kept.version, name: '丁' })).toMatchObject({ version: 3 });
});

test('[P-02] a decision is on what was looked at, by who may, once', async () => {
  const { send } = await keeper();
  const { id } = await saved(send, design);
  await saved(send, design, { id, version: 1, name: '刚改过' });
  expect(await reviewer(decideCase, { id, version: 1, decision: 'approve' })).toMatchObject({
    code: 1005,
    message: '店主刚刚改过，请看过最新内容再决定',
  });
  const auditor = portal.as(await buildUser(db, { now, operatorRoles: ['auditor'] }));
  expect(dataOf(await auditor(reviewCallsOf(design).info, { id })).may).toEqual({
    enabled: false,
    reason: '审计只能查看，不能处理',
  });
  expect(await auditor(decideCase, { id, version: 2, decision: 'approve' })).toMatchObject({ code: 1003 });
  for (const reason of [undefined, '', '差'])
    expect(await reviewer(decideCase, { id, version: 2, decision: 'refuse', reason })).toMatchObject({
      code: 1001,
      fields: { reason: expect.stringContaining('原因') as string },
    });
  const both = await Promise.all([
    reviewer(decideCase, { id, version: 2, decision: 'approve' }),
    reviewer(decideCase, { id, version: 2, decision: 'refuse', reason: '图片不清楚' }),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  const noted = await db.selectFrom('audit_entries').selectAll().where('subject_id', '=', id).execute();
  expect(noted).toHaveLength(1);
  expect(noted[0]).toMatchObject({ subject_kind: 'case', before: { status: 0, version: 2, public: false } });
  expect(noted[0]?.after).toEqual({ status: both[0]?.ok ? 1 : 2 });

  // Nobody decides on their own.
  const person = await buildUser(db, { now });
  const own = await saved(portal.as(person), design);
  expect(
    await portal.as(await alsoOperator(db, person, ['admin'], now))(decideCase, { ...own, decision: 'approve' }),
  ).toMatchObject({ code: 1003 });
});

test('[P-02] the queue is in the order of waiting, and what is decided leaves it', async () => {
  const { send } = await keeper();
  const a = await saved(send, design);
  portal.clock.advance(60_000);
  const b = await saved(send, polish);
  const queue = dataOf(await reviewer(operatorCaseList, { pageSize: 100 })).map(({ id }) => id);
  expect(queue.indexOf(a.id)).toBeLessThan(queue.indexOf(b.id));
  expect(dataOf(await reviewer(operatorCaseList, { type: 8 })).map(({ id }) => id)).toContain(b.id);
  const alone = await reviewer(operatorCaseList, { id: b.id });
  expect([dataOf(alone).map(({ id }) => id), alone.ok && alone.count]).toEqual([[b.id], 1]);
  expect(await approve(a.id, 1)).toMatchObject({ id: a.id, status: 1 });
  expect(dataOf(await reviewer(operatorCaseList, { id: a.id }))).toEqual([]);
  const left = dataOf(await reviewer(operatorCaseList, { pageSize: 100 })).map(({ id }) => id);
  expect(left).toEqual(queue.filter((id) => id !== a.id));
});

test('[A-08] a deleted case is gone from everywhere at once, and its row stays', async () => {
  const { send } = await keeper();
  const first = await saved(send, design, { name: '黄花梨圈椅' });
  await approve(first.id, first.version);
  await saved(send, design, { ...first, name: '黄花梨交椅' });
  dataOf(await send(deleteCase, { id: first.id }));
  const shop = dataOf(await send(getMyShop, {}));
  for (const reply of [
    await portal.send(caseCalls(design).info, { id: first.id }),
    await portal.send(getCaseFavourable, { type: 1, case_id: first.id }),
    await send(ownCaseCalls(design).info, { id: first.id }),
    await send(deleteCase, { id: first.id }),
    await reviewer(decideCase, { id: first.id, version: 2, decision: 'approve' }),
  ])
    expect(reply).toMatchObject({ code: 1004, status: 404 });
  expect(dataOf(await portal.send(getShopCases, { id: shop.id }))).toEqual([]);
  expect(dataOf(await reviewer(operatorCaseList, { pageSize: 100 })).map(({ id }) => id)).not.toContain(first.id);
  await portal.app.worker.tick();
  expect(dataOf(await portal.send(search, { q: '黄花梨圈椅' })).hits).toEqual([]);
  const rows = await db.selectFrom('cases').select('name').where('id', '=', first.id).execute();
  expect(rows).toEqual([{ name: '黄花梨圈椅' }]);
});
