import { beforeAll, describe, expect, it } from 'vitest';
import { updateNickname } from '../../../contract/accounts.ts';
import type { CallInput } from '../../../contract/call.ts';
import { search, searchMost, searchPageSize, searchTag } from '../../../contract/search.ts';
import { getShopInfo } from '../../../contract/shop.ts';
import { caseCalls } from '../../../contract/cases.ts';
import { stages } from '../../../contract/stages/index.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Changed } from '../../bus.ts';
import { dataOf, type Portal, startPortal } from '../../testing/portal.ts';
import { sendInProcess } from '../../pages/send.ts';
import { buildUser } from '../accounts/build.ts';
import { buildCase } from '../cases/build.ts';
import { caseChanged } from '../cases/events.ts';
import { caseIdsOfShop } from '../cases/search.ts';
import { buildDemand } from '../demands/build.ts';
import { award } from '../orders/award.ts';
import { act, buildTender } from '../orders/build.ts';
import { buildShop } from '../shop/build.ts';
import { buildTopic } from '../topics/build.ts';
import { topicChanged } from '../topics/events.ts';
import { insertTopics } from '../topics/store.ts';
import { buildLibrary, type Library } from './build.ts';
import { ensureIndex, rebuildIndex } from './keep.ts';

let portal: Portal;
let library: Library;

beforeAll(async () => {
  portal = await startPortal({ parts: { limits: { take: async () => 0 } } });
  library = await buildLibrary(portal);
});

const find = async (q: string, more: Omit<CallInput<typeof search>, 'q'> = {}) =>
  dataOf(await portal.send(search, { q, ...more }));

/** Short names of what is found, best first. */
const names = async (q: string, more: Omit<CallInput<typeof search>, 'q'> = {}) =>
  (await find(q, more)).hits.map(({ id }) => library.nameOf(id));

describe('[Z-02] phrases of the trade find what was meant', () => {
  it.each([
    ['婴儿', 'case', 'crib'],
    ['婴儿床', 'case', 'crib'],
    ['嬰兒床', 'case', 'crib'],
    ['并床', 'case', 'crib'],
    ['榉木婴儿床', 'case', 'crib'],
    ['榫卯线', 'case', 'line'],
    ['五轴开料', 'case', 'line'],
    ['高低床', 'case', 'bunk'],
    ['上下铺', 'case', 'bunk'],
    ['猫爬架', 'case', 'cat'],
    ['猫树', 'case', 'cat'],
    ['狗窝', 'case', 'kennel'],
    ['实木狗屋', 'case', 'kennel'],
    ['鱼缸柜', 'case', 'aquarium'],
    ['白蜡木', 'case', 'lumber'],
    ['白蜡 50mm', 'case', 'lumber'],
    ['喷房', 'case', 'booth'],
    ['喷涂厂', 'case', 'booth'],
    ['喷涂厂家', 'shop', 'tripleTenon'],
    ['制造商', 'shop', 'tripleTenon'],
    ['木床', 'case', 'crib'],
    ['會議桌走線槽', 'case', 'meeting'],
    ['展示架', 'case', 'shelf'],
    ['门店陈列', 'case', 'shelf'],
    ['护栏间距', 'topic', 'railing'],
    ['58毫米', 'topic', 'railing'],
    ['58mm', 'topic', 'railing'],
    ['水性漆不干', 'topic', 'drying'],
    ['剑麻', 'topic', 'rope'],
    ['尿布台高度', 'topic', 'elbow'],
    ['橡木', 'topic', 'oak'],
    ['拼车', 'topic', 'truck'],
    ['零担', 'topic', 'truck'],
    ['E1级', 'topic', 'e1'],
    ['ｅ１级', 'topic', 'e1'],
    ['喷漆', 'demand', 'paint'],
    ['旅行床', 'demand', 'travel'],
    ['写字台', 'demand', 'desk'],
    ['餐椅 成都', 'demand', 'haul'],
    ['三榫', 'shop', 'tripleTenon'],
    ['赣州 制造', 'shop', 'tripleTenon'],
    ['胡桃木现货', 'shop', 'lingnan'],
  ] as const)('%s (%s)', async (query, kind, expected) => {
    expect((await names(query, { kind }))[0]).toBe(expected);
  });

  it('titles come before bodies, and of equals the fresher', async () => {
    const found = await names('婴儿床', { kind: 'case' });
    expect(found.slice(0, 2).toSorted()).toEqual(['crib', 'line']);
    expect(found[0]).toBe('crib');
  });

  it('a title that is what was asked for comes first, then those about the thing itself, then what is for it', async () => {
    const shop_id = (await buildShop(portal.db)).id;
    const hour = 3_600_000;
    const made = async (name: string, hours: number) =>
      buildCase(portal.db, { shop_id, name, created_at: new Date(portal.clock.now().getTime() - hours * hour) });
    const ids = [await made('酒柜', 5), await made('整墙酒柜，带恒温', 4), await made('酒柜层板料', 3)];
    await rebuildIndex(portal.app.services);
    const { hits } = await find('酒柜', { kind: 'case' });
    expect(hits.map(({ id }) => id)).toEqual(ids);
  });

  it('a provider is found by what it has made, from the moment on that the case is public', async () => {
    expect(await names('会议桌', { kind: 'shop' })).toEqual(['tripleTenon']);
    const shop = await buildShop(portal.db);
    const id = await buildCase(portal.db, { shop_id: shop.id, name: '藤编吊灯' });
    expect((await find('吊灯', { kind: 'shop' })).hits).toEqual([]);
    const { services, worker } = portal.app;
    await inTransaction(portal.db, (tx) => services.outbox.emit(tx, caseChanged, { caseId: id }));
    await worker.tick();
    expect((await find('吊灯', { kind: 'shop' })).hits).toMatchObject([
      { id: shop.id, excerpt: expect.arrayContaining([{ text: '吊灯', hit: true }]) },
    ]);
  });

  it('what cannot be had together is found apart, and said to be', async () => {
    const { loose, hits } = await find('猫爬架会议桌', { kind: 'case' });
    expect(loose).toBe(true);
    expect(hits.map(({ id }) => library.nameOf(id)).toSorted()).toEqual(expect.arrayContaining(['cat', 'meeting']));
  });

  it('nothing is nothing', async () => {
    const { hits, counts, loose } = await find('量子纠缠');
    expect({ hits, loose }).toEqual({ hits: [], loose: false });
    expect(counts.map(({ count }) => count)).toEqual([0, 0, 0, 0]);
  });

  it('hits are marked as pieces of text', async () => {
    const [hit] = (await find('婴儿床', { kind: 'demand' })).hits;
    expect(hit?.name).toEqual([
      { text: '可折叠旅行', hit: false },
      { text: '婴儿床', hit: true },
    ]);
    expect(hit).toMatchObject({
      budget: expect.stringMatching(/^\d+\.\d\d$/),
      stages: ['proofing'],
      category: 'maternal',
    });
  });
});

describe('[Z-02] filters', () => {
  it('without a kind the best of each, with counts', async () => {
    const { hits, counts } = await find('婴儿床');
    expect(new Set(hits.map(({ kind }) => kind))).toEqual(new Set(['case', 'demand', 'shop']));
    expect(counts.find(({ kind }) => kind === 'demand')).toEqual({ kind: 'demand', count: 1, more: false });
  });

  it('stage, category and region', async () => {
    expect(await names('婴儿床', { stage: 'make' })).toEqual(['line', 'tripleTenon']);
    expect((await names('水性漆', { category: 'pet' })).toSorted()).toEqual(['paint']);
    expect(await names('木', { kind: 'shop', region: '44' })).toEqual(['lingnan']);
    expect(await names('木', { kind: 'shop', region: '4406' })).toEqual(['lingnan']);
    expect(await names('木', { kind: 'shop', region: '4401' })).toEqual([]);
  });

  it.each([
    [{ q: '' }, 'q'],
    [{ q: '   ' }, 'q'],
    [{ q: '床'.repeat(51) }, 'q'],
    [{ q: '床', kind: 'order' }, 'kind'],
    [{ q: '床', stage: 'sawing' }, 'stage'],
    [{ q: '床', category: 'cow' }, 'category'],
    [{ q: '床', region: '99' }, 'region'],
    [{ q: '床', page: '0' }, 'page'],
    [{ q: '床', kind: 'case', page: '999999999' }, 'page'],
  ])('%j is refused by name', async (input, field) => {
    const reply = await portal.send(search, input as CallInput<typeof search>);
    expect(reply).toMatchObject({ ok: false, code: 1001, fields: { [field]: expect.stringMatching(/[一-龥]/) } });
  });

  it.each([
    "'; drop table search_entries; --",
    "'婴' | !'床':*",
    '\\',
    '<script>alert(1)</script>',
    '😀🪑👩‍👩‍👧‍👦',
    '%',
    '{1,2}',
    '\uFEFF\u200B\u202E',
    '1e309 -1 NaN',
    '٣ ½ Ⅷ ㎡ ﷺ',
    '𠮷𠮷',
    'a'.repeat(50),
    '喷漆打样猫爬架狗屋书架衣柜物流工厂板材图纸护栏',
  ])('%s does no harm', async (q) => {
    expect((await portal.send(search, { q })).ok).toBe(true);
  });
});

describe('[Z-02] what nobody may see is never found', () => {
  it('cases under review or taken down, drafts, entrusted demands, held and deleted topics', async () => {
    const { db } = portal;
    const { services } = portal.app;
    const owner = await buildUser(db);
    await buildCase(db, { name: '隐身柜待审', review_status: 0 });
    await buildCase(db, { name: '隐身柜退回', review_status: 2 });
    await buildCase(db, { name: '隐身柜下架', removed_at: new Date() });
    await buildTopic(db, { title: '隐身柜删了', removed_at: new Date() });
    await buildTopic(db, { title: '隐身柜待审', review_status: 0 });
    await buildTopic(db, { title: '隐身柜没过', review_status: 2 });
    await buildDemand(services, { owner, name: '隐身柜草稿', status: 0 });
    await buildDemand(services, { owner, name: '隐身柜委托', status: 2, provider_id: (await buildUser(db)).id });
    await rebuildIndex(services);
    expect((await find('隐身柜')).hits).toEqual([]);
    await buildTopic(db, { title: '隐身柜做好了' });
    await rebuildIndex(services);
    expect((await find('隐身柜')).hits).toHaveLength(1);
  });
});

describe('[Z-02] the index follows what happens', () => {
  it('a demand is found once it is published, and gone once a tender is chosen', async () => {
    const { db } = portal;
    const { services, worker } = portal.app;
    const [owner, bidder] = [await buildUser(db), await buildUser(db)];
    const demand = await buildDemand(services, { owner, name: '月亮茶几样品' });
    expect((await find('月亮茶几')).hits).toEqual([]);
    await worker.tick();
    expect((await find('月亮茶几')).hits.map(({ id }) => id)).toEqual([demand.nid]);
    const tenderId = await buildTender(services, demand, { bidder });
    const context = { ...services, now: services.clock.now() };
    await inTransaction(db, (tx) => award(tx, context, owner.id, { demandNid: demand.nid, tenderId }));
    await worker.tick();
    expect((await find('月亮茶几')).hits).toEqual([]);
    await act(services, demand.nid, 'decline', bidder.id, { reason: '排不出来' });
    await worker.tick();
    expect((await find('月亮茶几')).hits.map(({ id }) => id)).toEqual([demand.nid]);
    await act(services, demand.nid, 'cancel', owner.id, { reason: '不做了' });
    await worker.tick();
    expect((await find('月亮茶几')).hits).toEqual([]);
  });

  it('a topic and a case follow their events, however often and late these come', async () => {
    const { db } = portal;
    const { services, worker } = portal.app;
    const idsOf = async (q: string) => (await find(q)).hits.filter(({ kind }) => kind !== 'shop').map(({ id }) => id);
    const topicId = await buildTopic(db, { title: '彩虹书柜怎么拼' });
    const caseId = await buildCase(db, { name: '彩虹书柜', review_status: 0 });
    const emit = () =>
      inTransaction(db, async (tx) => {
        await services.outbox.emit(tx, topicChanged, { topicId });
        await services.outbox.emit(tx, caseChanged, { caseId });
      });
    await emit();
    await worker.tick();
    expect(await idsOf('彩虹书柜')).toEqual([topicId]);
    await db.updateTable('cases').set({ review_status: 1, name: '彩虹书架' }).where('id', '=', caseId).execute();
    await emit();
    await emit();
    await worker.tick();
    expect((await idsOf('彩虹书架')).toSorted()).toEqual([caseId, topicId].toSorted());
    await db.updateTable('topics').set({ removed_at: new Date() }).where('id', '=', topicId).execute();
    await emit();
    await worker.tick();
    expect(await idsOf('彩虹')).toEqual([caseId]);
  });

  it('[U-07] a topic is shown under the name that its author has now', async () => {
    const author = await buildUser(portal.db, { nickName: '旧招牌' });
    const topicId = await buildTopic(portal.db, { title: '孔雀石台面怎么养', user_id: author.id });
    await rebuildIndex(portal.app.services);
    expect((await find('孔雀石台面')).hits).toMatchObject([{ id: topicId, who: '旧招牌' }]);
    await portal.as(author)(updateNickname, { nickeName: '新招牌' });
    expect((await find('孔雀石台面')).hits).toMatchObject([{ id: topicId, who: '新招牌' }]);
  });

  it('[S-03] a shop named by a phone number is told in full nowhere', async () => {
    const { db, send } = portal;
    const shop = await buildShop(db, { shop_name: '13912345678', introduction: '专做琥珀色拉丝面' });
    const caseId = await buildCase(db, { shop_id: shop.id, name: '琥珀色拉丝茶台' });
    await rebuildIndex(portal.app.services);
    const told = [
      await send(search, { q: '琥珀色拉丝' }),
      await send(caseCalls(stages[0]!).info, { id: caseId }),
      await send(getShopInfo, { id: shop.id }),
    ];
    for (const reply of told) {
      expect(JSON.stringify(reply)).toContain('139****5678');
      expect(JSON.stringify(reply)).not.toContain('13912345678');
    }
  });

  it('is made anew when another version made it', async () => {
    const { db } = portal;
    const { services } = portal.app;
    expect(await ensureIndex(services)).toBe(false);
    await db.updateTable('search_heads').set({ version: 0 }).where('kind', '=', 1).execute();
    await db.deleteFrom('search_grams').execute();
    expect((await find('婴儿床')).hits).toEqual([]);
    expect(await ensureIndex(services)).toBe(true);
    expect((await names('婴儿床', { kind: 'case' }))[0]).toBe('crib');
  });

  it('a page that is rendered counts for the network that asks, whatever address it claims', async () => {
    const strict = await startPortal();
    const page = sendInProcess(strict.app.dispatcher);
    for (const address of ['10.9.8.7', 'internal']) {
      for (let n = 0; n < 120; n += 1) expect((await page(address)(search, { q: '床' })).ok).toBe(true);
      expect(await page(address)(search, { q: '床' })).toMatchObject({ ok: false, status: 429 });
    }
    expect((await page('10.9.8.8')(search, { q: '床' })).ok).toBe(true);
  });

  it('a shop that has changed brings all its cases along, some at a time', async () => {
    const { db } = portal;
    const ids: string[] = [];
    const shop_id = (await buildShop(db)).id;
    for (let n = 0; n < 5; n += 1) ids.push(await buildCase(db, { shop_id }));
    const pages = async (limit: number) => {
      const found: string[][] = [];
      for await (const some of caseIdsOfShop(db, shop_id, limit)) found.push(some);
      return found;
    };
    expect((await pages(2)).map(({ length }) => length)).toEqual([2, 2, 1]);
    expect((await pages(2)).flat()).toEqual(ids.toSorted());
    expect((await pages(5)).flat()).toEqual(ids.toSorted());
  });

  it('is made anew by one of several that start at once', async () => {
    const { db } = portal;
    const { services } = portal.app;
    await db.updateTable('search_heads').set({ version: 0 }).execute();
    const told: string[] = [];
    const ground = { ...services, bus: { ...services.bus, publish: ({ tags }: Changed) => void told.push(...tags) } };
    const all = await Promise.all([ensureIndex(ground), ensureIndex(ground), ensureIndex(ground)]);
    expect(told).toEqual(['case', 'demand', 'topic', 'shop'].map(() => searchTag));
    expect(all).toContain(true);
    expect(await names('婴儿床', { kind: 'case' })).toContain('crib');
  });
});

describe('[Z-02] a word that stands in thousands of records', () => {
  beforeAll(async () => {
    const { db } = portal;
    const { services } = portal.app;
    const user_id = (await buildUser(db)).id;
    const began = Date.parse('2026-01-01T00:00:00Z');
    const total = 5000;
    for (let from = 0; from < total; from += 500) {
      const rows = Array.from({ length: 500 }, (_, index) => ({
        id: newId(new Date(began + (from + index) * 1000)),
        user_id,
        category: 'business' as const,
        pictures: [],
        title: from + index === 7 ? '洗衣柜配翡翠拉手' : `洗衣柜第${from + index}款`,
        content: (from + index) % 100 === 0 ? '带玛瑙台面' : '标准台面',
        created_at: new Date(began + (from + index) * 1000),
        updated_at: new Date(began + (from + index) * 1000),
      }));
      await inTransaction(db, (tx) => insertTopics(tx, rows));
    }
    await rebuildIndex(services);
  });

  it('is counted up to a limit, paged newest first and found among the old ones with another word', async () => {
    const last = searchMost / searchPageSize;
    const first = await portal.send(search, { q: '洗衣柜', kind: 'topic' });
    expect(first).toMatchObject({ ok: true, count: searchMost, pages: last });
    const topics = dataOf(first);
    expect(topics.counts.find(({ kind }) => kind === 'topic')).toEqual({
      kind: 'topic',
      count: searchMost,
      more: true,
    });
    const title = (hits: typeof topics.hits) => hits.map(({ name }) => name.map(({ text }) => text).join(''));
    expect(title(topics.hits)[0]).toBe('洗衣柜第4999款');
    // No page repeats what another showed.
    const seen = new Set<string>();
    for (const page of ['1', '2', '3', '4', String(last)]) {
      const { hits } = await find('洗衣柜', { kind: 'topic', page });
      expect(hits).toHaveLength(20);
      for (const { id } of hits) seen.add(id);
    }
    expect(seen.size).toBe(100);
    // In the newest blocks there is none of these.
    expect(title((await find('洗衣柜翡翠', { kind: 'topic' })).hits)).toEqual(['洗衣柜配翡翠拉手']);
    const some = await portal.send(search, { q: '玛瑙', kind: 'topic' });
    expect(some).toMatchObject({ ok: true, count: 50 });
    expect((await portal.send(search, { q: '洗衣柜', kind: 'topic', page: String(last + 1) })).ok).toBe(false);
  });
});
