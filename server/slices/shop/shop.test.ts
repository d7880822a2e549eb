import { beforeAll, expect, test } from 'vitest';
import { caseCalls, getCaseCommentList, getCaseFavourable } from '../../../contract/cases.ts';
import { getShopCases, getShopInfo } from '../../../contract/shop.ts';
import { stages } from '../../../contract/stages/index.ts';
import { newId } from '../../db/ids.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildCase } from '../cases/build.ts';
import { buildShop } from './build.ts';

const portal = await startPortal();
const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 8, minute));
let id: string;

beforeAll(async () => {
  const { db } = portal;
  const shop = await buildShop(db, {
    shop_name: '合江家具厂',
    introduction: '板式为主',
    province_code: '44',
    city_code: '4419',
    stage_keys: ['make', 'spray'],
    deal_count: 12,
    score_count: 4,
    score_total: 18,
    favourable_count: 3,
    certified: true,
  });
  id = shop.id;
  for (let n = 1; n <= 14; n += 1)
    await buildCase(db, { shop_id: id, stage_key: 'make', name: `制造 ${n}`, created_at: at(n) });
  await buildCase(db, { shop_id: id, stage_key: 'proofing', name: '打样', created_at: at(40) });
  await buildCase(db, { shop_id: id, stage_key: 'make', name: '审核中', review_status: 0, created_at: at(41) });
  await buildCase(db, { shop_id: id, stage_key: 'make', name: '没通过', review_status: 2, created_at: at(42) });
  await buildCase(db, { shop_id: id, stage_key: 'make', name: '下架', removed_at: at(50), created_at: at(43) });
  await buildCase(db, { stage_key: 'make', name: '别家的' });
});

test('[C-08] [A-08] a shop as anyone sees it, with its stages in the order of the chain', async () => {
  const info = dataOf(await portal.send(getShopInfo, { id }));
  expect(info).toMatchObject({
    shop_name: '合江家具厂',
    region: '广东省东莞市',
    certified: true,
    score: 4.5,
    deal_num: 12,
    favourable: 75,
  });
  expect(info.stages.map(({ key, served, count }) => [key, served, count])).toEqual([
    ['proofing', false, 1],
    ['make', true, 14],
    ['spray', true, 0],
  ]);
});

test('[C-08] its approved cases, newest first, twelve a page, of all stages or of one', async () => {
  const first = await portal.send(getShopCases, { id });
  expect(first).toMatchObject({ count: 15, pages: 2 });
  expect(dataOf(first).map(({ name }) => name)).toEqual([
    '打样',
    ...[14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4].map((n) => `制造 ${n}`),
  ]);
  const make = stages.find(({ key }) => key === 'make')!;
  const rest = await portal.send(getShopCases, { id, type: make.number, page: 2 });
  expect(rest).toMatchObject({ count: 14 });
  expect(dataOf(rest).map(({ name }) => name)).toEqual(['制造 2', '制造 1']);
});

test('[S-02] a shop or case that does not exist, or is not to be seen, is not found', async () => {
  for (const reply of [
    await portal.send(getShopInfo, { id: newId(new Date()) }),
    await portal.send(getShopCases, { id: newId(new Date()) }),
    await portal.send(getShopCases, { id, type: 99 }),
  ])
    expect(reply).toMatchObject({ ok: false, code: 1004, status: 404 });
  const { info } = caseCalls(stages.find(({ key }) => key === 'make')!);
  for (const overrides of [{ review_status: 0 }, { review_status: 2 }, { removed_at: new Date() }] as const) {
    const case_id = await buildCase(portal.db, { shop_id: id, stage_key: 'make', ...overrides });
    const type = stages.find(({ key }) => key === 'make')!.number;
    for (const reply of [
      await portal.send(info, { id: case_id }),
      await portal.send(getCaseFavourable, { type, case_id }),
      await portal.send(getCaseCommentList, { type, case_id }),
    ])
      expect(reply).toMatchObject({ ok: false, code: 1004, status: 404 });
  }
});
