import { expect, test } from 'vitest';
import { caseCalls, caseListTag, casesTag, caseTag } from '../../../contract/cases.ts';
import { search } from '../../../contract/search.ts';
import { shopTag } from '../../../contract/shop.ts';
import { stages } from '../../../contract/stages/index.ts';
import { shopCaseStatus } from '../../../contract/statuses.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildShop } from '../shop/build.ts';
import { changeShop } from '../shop/change.ts';
import { buildCase } from './build.ts';
import { stand } from './stand.ts';

const portal = await startPortal();
const { db, send } = portal;
const { services, worker } = portal.app;

const change = (id: string, to: Parameters<typeof stand>[3]) =>
  inTransaction(db, async (tx) => {
    const row = await tx.selectFrom('cases').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
    await stand(tx, services, row, to);
  });

const found = async (q: string, kind?: 'case') => {
  await worker.tick();
  return dataOf(await send(search, { q, kind })).hits.map(({ id }) => id);
};

test('[C-07] [C-08] a case that is shown or hidden is so in lists, search and pages', async () => {
  const { id: shopId } = await buildShop(db, { shop_name: '青石板工坊' });
  const id = await buildCase(db, { shop_id: shopId, name: '螺钿漆面玄关柜', review_status: 0 });
  const told: string[][] = [];
  const end = services.bus.subscribe(({ tags }) => void told.push([...tags]));
  const { list } = caseCalls(stages.find(({ key }) => key === 'design')!);
  const counted = async (type: string) => await send(list, { type }).then((reply) => (reply.ok ? reply.count : -1));

  await change(id, { name: '螺钿漆面玄关高柜' });
  expect(told).toEqual([]);
  await change(id, { review_status: shopCaseStatus.approved });
  expect(told).toEqual([[caseTag(id), caseListTag('design'), casesTag, shopTag(shopId)]]);
  expect(await counted('maternal')).toBe(1);
  expect(await found('螺钿漆面', 'case')).toEqual([id]);
  await change(id, { category: 'pet', recommended: true });
  expect([await counted('maternal'), await counted('pet')]).toEqual([0, 1]);
  await change(id, { removed_at: new Date() });
  expect(await counted('pet')).toBe(0);
  expect(await found('螺钿漆面', 'case')).toEqual([]);
  end();
});

test('[C-08] a shop that changes its name is found by the new one, its cases too', async () => {
  const { id: shopId } = await buildShop(db, { shop_name: '旧码头木作' });
  const caseId = await buildCase(db, { shop_id: shopId, name: '条案' });
  const told: string[] = [];
  const end = services.bus.subscribe(({ tags }) => void told.push(...tags));
  await inTransaction(db, (tx) => changeShop(tx, services, shopId, { shop_name: '新渡口木作' }));
  expect(told.toSorted()).toEqual(['cases', 'cases:design', shopTag(shopId)]);
  expect((await found('新渡口木作')).toSorted()).toEqual([shopId, caseId].toSorted());
  end();
});
