import { beforeAll, describe, expect, it } from 'vitest';
import { caseCalls, getCaseCommentList, getCaseFavourable, getTopCase } from '../../../contract/cases.ts';
import { stages } from '../../../contract/stages/index.ts';
import { posterOf } from '../../../contract/stages/stage.ts';
import { readImages, seconds } from '../../../contract/wire.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dataOf, type Portal, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { buildShop } from '../shop/build.ts';
import { addComments } from '../reactions/comment.ts';
import { addLikes } from '../reactions/like.ts';
import { buildCase } from './build.ts';
import { caseSubject } from './subject.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});

const stage = (key: string) => stages.find((one) => one.key === key)!;
const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 8, minute));
const names = (items: readonly { name: string }[]) => items.map((item) => item.name);

describe('lists', () => {
  beforeAll(async () => {
    const { db } = portal;
    const { id: shop_id } = await buildShop(db, {
      shop_name: '云岫家具设计室',
      stage_keys: ['design'],
      certified: true,
    });
    for (let n = 1; n <= 12; n += 1)
      await buildCase(db, { shop_id, name: `设计 ${n}`, created_at: at(n), recommended: n % 2 === 0 });
    await buildCase(db, { shop_id, name: '宠物', category: 'pet', created_at: at(30) });
    await buildCase(db, { shop_id, name: '审核中', review_status: 0, created_at: at(31) });
    await buildCase(db, { shop_id, name: '没通过', review_status: 2, review_reason: '图片不清', created_at: at(32) });
    await buildCase(db, { shop_id, name: '已下架', removed_at: at(40), created_at: at(33) });
    await buildCase(db, { shop_id, name: '打样', stage_key: 'proofing', created_at: at(34), recommended: true });
  });

  it('[C-07] the full list has approved cases only, newest first, nine a page, with a count of all', async () => {
    const { list } = caseCalls(stage('design'));
    const first = await portal.send(list, {});
    expect(names(dataOf(first))).toEqual(['宠物', ...[12, 11, 10, 9, 8, 7, 6, 5].map((n) => `设计 ${n}`)]);
    expect(first).toMatchObject({ count: 13, page: 1, pages: 2 });
    expect(names(dataOf(await portal.send(list, { page: 2 })))).toEqual([4, 3, 2, 1].map((n) => `设计 ${n}`));
    expect(dataOf(await portal.send(list, { page: 3 }))).toEqual([]);
  });

  it('[C-02] recommended cases of a category, as many as asked for', async () => {
    const { list } = caseCalls(stage('design'));
    const reply = await portal.send(list, { type: 'maternal', is_recom: 1, page_size: 5 });
    expect(names(dataOf(reply))).toEqual([12, 10, 8, 6, 4].map((n) => `设计 ${n}`));
    expect(reply).toMatchObject({ count: 6, pages: 2 });
    expect(dataOf(reply).every((item) => item.is_recom === 1)).toBe(true);
    expect(await portal.send(list, { type: 'pet', is_recom: 1 })).toMatchObject({ count: 0, data: [] });
  });

  it('[C-01] getTopCase groups the recommended ones by stage, in the order of the chain', async () => {
    const groups = dataOf(await portal.send(getTopCase, { module: 'maternal' }));
    expect(groups.map((group) => group.name)).toEqual(stages.map((one) => one.name));
    expect(names(groups[0]!.list)).toEqual([12, 10, 8, 6, 4].map((n) => `设计 ${n}`));
    expect(names(groups[1]!.list)).toEqual(['打样']);
    expect(groups.slice(2).flatMap((group) => group.list)).toEqual([]);
  });

  it('the shop behind a case is told with its badge', async () => {
    const [item] = dataOf(await portal.send(caseCalls(stage('proofing')).list, {}));
    expect(item?.shop).toMatchObject({ shop_name: '云岫家具设计室', certified: true, score: 0, deal_num: 0 });
  });
});

describe('one case', () => {
  it('[C-08] a case carries every field of its stage under its wire name', async () => {
    for (const one of stages) {
      const details = Object.fromEntries(
        one.case
          .filter((field) => !['name', 'pictures', 'address', 'location'].includes(field.key))
          .flatMap((field) => [
            [field.key, field.schema.parse(field.example)],
            ...(field.widget.kind === 'video' ? [[posterOf(field.key), '/files/a.jpg']] : []),
          ]),
      );
      const id = await buildCase(portal.db, {
        stage_key: one.key,
        name: `${one.name}案例`,
        address: '江西省赣州市南康区家具大道 88 号',
        lat: 25.6611,
        lng: 114.7652,
        details: JSON.stringify(details),
      });
      const item = dataOf(await portal.send(caseCalls(one).info, { id }));
      expect(item).toMatchObject({ id, type: one.number, name: `${one.name}案例`, praiseRute: 100 });
      expect(readImages(item.img_list)).toEqual(['/files/a.jpg']);
      const expected = one.case.flatMap((field) =>
        field.widget.kind === 'location' ? ['lat', 'lng', 'datum'] : [field.wire],
      );
      expect(Object.keys(item)).toEqual(expect.arrayContaining(expected));
      expect(Object.values(item)).not.toContain('');
    }
  });

  it('[C-08] only what its stage has, and nothing of the table', async () => {
    const id = await buildCase(portal.db, {
      stage_key: 'proofing',
      details: JSON.stringify({ company: '半坡打样间', secret: 'x' }),
    });
    const item = dataOf(await portal.send(caseCalls(stage('proofing')).info, { id }));
    expect(item.company).toBe('半坡打样间');
    for (const key of ['secret', 'details', 'lat', 'review_status', 'shop_id']) expect(item).not.toHaveProperty(key);
  });

  it('[C-09] without a point it stands at the default point', async () => {
    const id = await buildCase(portal.db, { stage_key: 'logistics' });
    const item = dataOf(await portal.send(caseCalls(stage('logistics')).info, { id }));
    expect(item).toMatchObject({ lat: 25.813252, lng: 114.922312 });
  });

  it('what is not public, not there or of another stage is not found', async () => {
    const pending = await buildCase(portal.db, { review_status: 0 });
    const other = await buildCase(portal.db, { stage_key: 'spray' });
    const { info } = caseCalls(stage('design'));
    for (const id of [pending, other, newId(new Date())])
      expect(await portal.send(info, { id })).toMatchObject({ ok: false, code: 1004, status: 404 });
    expect(await portal.send(info, { id: '17' })).toMatchObject({ code: 1001, fields: { id: '案例编号格式有误' } });
  });

  it('[C-08] likes, praise rate, labels; comments two a page, newest first', async () => {
    const { db, send } = portal;
    const id = await buildCase(db, {
      stage_key: 'make',
      appraisal_count: 8,
      praise_count: 7,
      labels: JSON.stringify({ 守时: 2, 做工细: 5 }),
    });
    const fans = await Promise.all(['林木匠', null].map((nickName) => buildUser(db, { nickName })));
    await inTransaction(db, async (tx) => {
      await addLikes(
        tx,
        caseSubject,
        id,
        fans.map((fan) => fan.id),
        at(1),
      );
      await addLikes(tx, caseSubject, id, [fans[0]!.id], at(2));
      await addComments(
        tx,
        caseSubject,
        id,
        [1, 2, 3].map((n) => ({
          user_id: fans[n % 2]!.id,
          content: `第 ${n} 条`,
          created_at: at(n),
        })),
      );
    });
    expect(dataOf(await send(getCaseFavourable, { type: 4, case_id: id }))).toEqual({
      like_count: 2,
      like_status: 1,
      is_own: false,
      appraisal_count: 8,
      like_rate: 88,
      label_list: [
        { label_name: '做工细', count: 5 },
        { label_name: '守时', count: 2 },
      ],
    });
    const reply = await send(getCaseCommentList, { type: 4, case_id: id });
    expect(reply).toMatchObject({ count: 3, pages: 2 });
    expect(dataOf(reply)).toMatchObject([
      { content: '第 3 条', nick_name: expect.stringMatching(/^139\*{4}\d{4}$/), create_time: seconds(at(3)) },
      { content: '第 2 条', nick_name: '林木匠' },
    ]);
    expect(await send(getCaseFavourable, { type: 9, case_id: id })).toMatchObject({ code: 1004 });
  });
});
