import { beforeAll, describe, expect, test } from 'vitest';
import { caseCalls, getCaseFavourable } from '../../../../contract/cases.ts';
import {
  appraiseOrder,
  getCaseAppraisals,
  getOrderAppraisals,
  getShopAppraisals,
  replyAppraisal,
} from '../../../../contract/order-work.ts';
import { getOrderInfo } from '../../../../contract/orders.ts';
import { days } from '../../../../contract/process/facts.ts';
import { getShopInfo } from '../../../../contract/shop.ts';
import { stages } from '../../../../contract/stages/index.ts';
import { dataOf, startPortal } from '../../../testing/portal.ts';
import { type BuiltUser, buildUser, signIn } from '../../accounts/build.ts';
import { buildCase } from '../../cases/build.ts';
import { buildShop } from '../../shop/build.ts';
import { uploadPicture } from '../../uploads/build.ts';
import { decideAppraisal } from './appraisals.ts';
import { buildCompleted } from './build.ts';
import { settle } from './standing.ts';
import { inTransaction } from '../../../db/transaction.ts';

const portal = await startPortal();
const { services } = portal.app;
let owner: BuiltUser;

beforeAll(async () => {
  owner = await buildUser(portal.db, { now: portal.clock.now() });
});

const as = async (user: BuiltUser) => portal.as({ token: await signIn(portal.db, user.id, portal.clock.now()) });
const tick = () => portal.app.worker.tick();

/** A completed order with a provider who keeps a shop. */
async function completed(more: { entrustedCase?: string; shop?: { id: string; keeper: BuiltUser } } = {}) {
  const { id: shopId, keeper: provider } = more.shop ?? (await buildShop(portal.db));
  const row = await buildCompleted(services, { owner, provider });
  if (more.entrustedCase) {
    const columns = { case_id: more.entrustedCase, entrusted: true };
    await portal.db.updateTable('demands').set(columns).where('id', '=', row.id).execute();
  }
  await tick();
  return { demandNid: row.nid, demandId: row.id, shopId, provider };
}

const good = { score: '5', labels: '做工细致,按时交付', content: '护栏间距量过都对，圆角顺手。' };
const fair = { score: '4', labels: '付款及时', content: '资料齐全，验收也快。' };

describe('appraisals', () => {
  test('[O-08] stay hidden until both have written, then both are public and counted once', async () => {
    const { demandNid, demandId, shopId, provider } = await completed();
    const [mine, theirs] = [await as(owner), await as(provider)];
    const shop = async () => {
      const { score, deal_num, favourable } = dataOf(await portal.send(getShopInfo, { id: shopId }));
      return [score, deal_num, favourable];
    };
    // A completed order is a deal, once, however often the news of it comes.
    expect(await shop()).toEqual([0, 1, 0]);
    await inTransaction(portal.db, (tx) => settle(tx, services, demandId));
    expect(await shop()).toEqual([0, 1, 0]);

    const picture = await uploadPicture(mine);
    expect(dataOf(await mine(appraiseOrder, { demandNid, ...good, files: picture }))).toEqual({
      orderStatus: 7,
      status: 1,
      public: false,
    });
    await tick();
    expect(await shop()).toEqual([0, 1, 0]);
    expect(await portal.send(getShopAppraisals, { id: shopId })).toMatchObject({ count: 0, data: [] });
    const hidden = dataOf(await theirs(getOrderAppraisals, { demandNid }));
    expect(hidden).toMatchObject({ mine: null, theirs: null, theyWrote: true, public: false });
    expect(JSON.stringify(hidden)).not.toContain('护栏间距');
    expect(dataOf(await theirs(getOrderInfo, { demandNid })).nextStep).toMatchObject({ what: '评价公开' });

    expect(dataOf(await theirs(appraiseOrder, { demandNid, ...fair }))).toMatchObject({ public: true });
    await Promise.all([tick(), tick()]);
    await inTransaction(portal.db, (tx) => settle(tx, services, demandId));
    expect(await shop()).toEqual([5, 1, 100]);
    const list = await portal.send(getShopAppraisals, { id: shopId });
    expect(list).toMatchObject({
      count: 1,
      data: [{ score: 5, labels: ['做工细致', '按时交付'], pictures: [picture], stageName: '设计' }],
    });
    // Who has no nickname is shown by a masked number.
    expect(dataOf(list)[0]?.nickname).toMatch(/^139\*{4}\d{4}$/);
    expect(dataOf(await mine(getOrderAppraisals, { demandNid }))).toMatchObject({
      mine: { content: good.content },
      theirs: { score: 4, content: fair.content },
      public: true,
    });
    expect(await mine(appraiseOrder, { demandNid, ...good })).toMatchObject({ ok: false, code: 1005 });
  });

  test('[O-08] or until seven days have passed; the other side can write none then, and silence leaves no rating', async () => {
    const { demandNid, shopId, provider } = await completed();
    dataOf(await (await as(owner))(appraiseOrder, { demandNid, ...good, score: '2', labels: '交付延误' }));
    portal.clock.advance(days(7) - 1000);
    await tick();
    expect(await portal.send(getShopAppraisals, { id: shopId })).toMatchObject({ count: 0 });
    portal.clock.advance(2000);
    await tick();
    await tick();
    expect(await portal.send(getShopAppraisals, { id: shopId })).toMatchObject({ count: 1 });
    expect(dataOf(await portal.send(getShopInfo, { id: shopId }))).toMatchObject({ score: 2, favourable: 0 });
    expect(await (await as(provider))(appraiseOrder, { demandNid, ...fair })).toMatchObject({ ok: false, code: 1005 });
    expect(dataOf(await (await as(owner))(getOrderAppraisals, { demandNid }))).toMatchObject({
      theirs: null,
      theyWrote: false,
    });
  });

  test('[O-08] each received one takes one public reply', async () => {
    const { demandNid, shopId, provider } = await completed();
    const [mine, theirs] = [await as(owner), await as(provider)];
    dataOf(await mine(appraiseOrder, { demandNid, ...good }));
    expect(await theirs(replyAppraisal, { demandNid, content: '谢谢' })).toMatchObject({ ok: false, code: 1005 });
    dataOf(await theirs(appraiseOrder, { demandNid, ...fair }));
    dataOf(await theirs(replyAppraisal, { demandNid, content: '谢谢信任，下一批照这个标准做。' }));
    expect(await theirs(replyAppraisal, { demandNid, content: '再说一句' })).toMatchObject({ message: '您已回复过' });
    await tick();
    expect(dataOf(await portal.send(getShopAppraisals, { id: shopId }))[0]).toMatchObject({
      reply: '谢谢信任，下一批照这个标准做。',
    });
    expect(dataOf(await mine(getOrderAppraisals, { demandNid })).mine?.reply).toContain('谢谢信任');
  });

  test('[O-08] of an order from a case feed its praise rate, its labels and its list; the order stays private', async () => {
    const stage = stages[0]!;
    const shop = await buildShop(portal.db);
    const case_id = await buildCase(portal.db, { shop_id: shop.id });
    const about = { type: stage.number, case_id };
    expect(dataOf(await portal.send(getCaseFavourable, about))).toMatchObject({ like_rate: 100, appraisal_count: 0 });
    for (const [score, labels] of [
      ['5', '做工细致'],
      ['3', '回复慢,做工细致'],
    ] as const) {
      const { demandNid } = await completed({ shop, entrustedCase: case_id });
      dataOf(await (await as(owner))(appraiseOrder, { demandNid, ...good, score, labels }));
      dataOf(await (await as(shop.keeper))(appraiseOrder, { demandNid, ...fair }));
    }
    await tick();
    expect(dataOf(await portal.send(getCaseFavourable, about))).toMatchObject({
      like_rate: 50,
      appraisal_count: 2,
      label_list: [
        { label_name: '做工细致', count: 2 },
        { label_name: '回复慢', count: 1 },
      ],
    });
    expect(dataOf(await portal.send(caseCalls(stage).info, { id: case_id })).praiseRute).toBe(50);
    const list = await portal.send(getCaseAppraisals, about);
    expect(list).toMatchObject({ count: 2 });
    expect(dataOf(list).map(({ name }) => name)).toEqual(['', '']);
  });

  test('[O-08] what the word list stops waits for an operator and is in no count; taken down, it is counted no more', async () => {
    const { demandNid, shopId, provider } = await completed();
    const mine = await as(owner);
    dataOf(await (await as(provider))(appraiseOrder, { demandNid, ...fair }));
    expect(dataOf(await mine(appraiseOrder, { demandNid, ...good, content: '加微信一起赌 博' }))).toMatchObject({
      status: 0,
      public: true,
    });
    await tick();
    const shop = async () => dataOf(await portal.send(getShopInfo, { id: shopId })).score;
    expect(await shop()).toBe(0);
    expect(await portal.send(getShopAppraisals, { id: shopId })).toMatchObject({ count: 0 });
    expect(dataOf(await mine(getOrderAppraisals, { demandNid })).mine).toMatchObject({ status: 0 });
    expect(dataOf(await (await as(provider))(getOrderAppraisals, { demandNid })).theirs).toBeNull();

    const { id } = dataOf(await mine(getOrderAppraisals, { demandNid })).mine!;
    await decideAppraisal(services, id, 'text', { approve: true });
    expect(await shop()).toBe(5);
    await decideAppraisal(services, id, 'text', { approve: false, reason: '含广告' });
    expect(await shop()).toBe(0);
    expect(dataOf(await mine(getOrderAppraisals, { demandNid })).mine).toMatchObject({ status: 2, reason: '含广告' });
  });

  test('[O-08] what is missing or wrong is named', async () => {
    const { demandNid, provider } = await completed();
    const mine = await as(owner);
    expect(await mine(appraiseOrder, { demandNid, ...good, score: '' })).toMatchObject({
      fields: { score: '请选择评分' },
    });
    expect(await mine(appraiseOrder, { demandNid, ...good, score: '6' })).toMatchObject({
      fields: { score: '评分应为 1 到 5' },
    });
    expect(await mine(appraiseOrder, { demandNid, ...good, content: '' })).toMatchObject({
      fields: { content: '请写几句评价' },
    });
    const six = '做工细致,用料扎实,尺寸准确,按时交付,沟通顺畅,包装稳妥';
    expect(await mine(appraiseOrder, { demandNid, ...good, labels: six })).toMatchObject({
      fields: { labels: '标签最多选5个' },
    });
    // Words of the other side are not one's own.
    expect(await mine(appraiseOrder, { demandNid, ...good, labels: '付款及时' })).toMatchObject({
      fields: { labels: '标签不在可选范围内' },
    });
    const stranger = await buildUser(portal.db, { now: portal.clock.now() });
    expect(await portal.as(stranger)(appraiseOrder, { demandNid, ...good })).toMatchObject({ code: 1004 });
    const none = await (await as(provider))(appraiseOrder, { demandNid, ...fair, labels: '' });
    expect(none.ok).toBe(true);
  });
});
