import { describe, expect, it } from 'vitest';
import { caseCalls, getTopCase } from '../../../contract/cases.ts';
import { recommendableList, recommendCases, recommendedList } from '../../../contract/operator/recommended.ts';
import { stageByNumber } from '../../../contract/stages/index.ts';
import { shopCaseStatus } from '../../../contract/statuses.ts';
import type { OperatorRole } from '../../calls/context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { countedAnew, keptCounts } from '../../testing/kept-counts.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { buildCase } from './build.ts';
import { recount } from './lists.ts';
import { stand } from './stand.ts';

const portal = await startPortal();
const { db, clock } = portal;
const design = stageByNumber(1);
if (!design) throw new Error('no stage');
const { list } = caseCalls(design);
const shelf = { category: 'pet', type: '1' } as const;

const operator = async (...operatorRoles: OperatorRole[]) =>
  portal.as(await buildUser(db, { operatorRoles, now: clock.now() }));
const editor = await operator('moderator');
const set = (before: string[], after: string[], send = editor) =>
  send(recommendCases, { ...shelf, before: before.join(','), after: after.join(',') });
const onStage = async () =>
  dataOf(await portal.send(list, { type: 'pet', is_recom: '1', page_size: 5 })).map(({ id }) => id);
const onCategory = async () =>
  dataOf(await portal.send(getTopCase, { module: 'pet' }))
    .find(({ type }) => type === 1)
    ?.list.map(({ id }) => id);

describe('[P-03] [P-04] recommended cases', () => {
  it('are chosen, ordered and left out; stage and category pages follow at once, and each word is noted', async () => {
    const [a, b, c] = [
      await buildCase(db, { category: 'pet', name: '猫爬架甲' }),
      await buildCase(db, { category: 'pet', name: '猫爬架乙' }),
      await buildCase(db, { category: 'pet', name: '狗窝丙' }),
    ];
    expect([await onStage(), await onCategory()]).toEqual([[], []]);
    const dropped: string[] = [];
    portal.app.services.bus.subscribe(({ tags }) => dropped.push(...(tags ?? [])));
    expect(dataOf(await set([], [a, b]))).toEqual({ count: 2 });
    expect([await onStage(), await onCategory()]).toEqual([
      [a, b],
      [a, b],
    ]);
    dropped.length = 0;
    dataOf(await set([a, b], [c, b, a]));
    expect(await onStage()).toEqual([c, b, a]);
    // An order alone drops the pages that show it.
    dropped.length = 0;
    dataOf(await set([c, b, a], [b, c, a]));
    expect(dropped).toEqual(expect.arrayContaining(['cases', 'cases:design']));
    dataOf(await set([b, c, a], [b, a]));
    expect([await onStage(), await onCategory()]).toEqual([
      [b, a],
      [b, a],
    ]);
    expect(await keptCounts(db, 'cases/')).toEqual(await countedAnew(db, 'cases/', recount));
    const noted = await db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('action', '=', 'recommended.set')
      .where('subject_id', '=', 'design/pet')
      .orderBy('number')
      .execute();
    expect(noted.at(-1)).toEqual({ before: { order: [b, c, a] }, after: { order: [b, a] } });
    // Found by a part of the name, the recommended ones marked.
    const found = await editor(recommendableList, { ...shelf, query: '猫爬' });
    expect(found).toMatchObject({ count: 2 });
    expect(dataOf(await editor(recommendableList, { ...shelf })).find(({ id }) => id === c)?.recommended).toBe(false);
    // Taken down it stands nowhere, and in another category it has no place.
    const rowOf = (id: string) => db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const row = await rowOf(b);
    await inTransaction(db, (tx) => stand(tx, portal.app.services, row, { category: 'maternal' }));
    expect(await onStage()).toEqual([a]);
    expect((await rowOf(b)).recommended_place).toBeNull();
    dataOf(await set([a], []));
    expect(await onStage()).toEqual([]);
  });

  it('refuses what is not public, of another category, twice, or on an order that has changed', async () => {
    const a = await buildCase(db, { category: 'pet' });
    const hidden = await buildCase(db, { category: 'pet', review_status: shopCaseStatus.pending });
    const other = await buildCase(db, { category: 'business' });
    for (const id of [hidden, other]) expect(await set([], [id])).toMatchObject({ code: 1005 });
    expect(await set([], [a, a])).toMatchObject({ fields: { after: '列表里有重复的案例' } });
    const both = await Promise.all([set([], [a]), set([], [a])]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ code: 1005 });
    expect(dataOf(await editor(recommendedList, shelf)).map(({ id }) => id)).toEqual([a]);
    expect(await set([a], [], await operator('reviewer'))).toMatchObject({ code: 1003 });
    expect(await set([a], [], await operator('auditor'))).toMatchObject({ code: 1003 });
    expect(dataOf(await (await operator('auditor'))(recommendedList, shelf))).toHaveLength(1);
    expect(await portal.as(await buildUser(db, { now: clock.now() }))(recommendedList, shelf)).toMatchObject({
      code: 1003,
    });
  });
});
