import { beforeAll, expect, it } from 'vitest';
import { getPresellCommentList, getPresellInfo, getPresellList } from '../../../contract/presale.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dataOf, type Portal, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { addComments } from '../reactions/comment.ts';
import { addLikes } from '../reactions/like.ts';
import { buildPresaleProduct } from './build.ts';
import { presaleSubject } from './subject.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});

it('[H-03] the shelf: three a call, by category, in the operators’ order, without what has ended or was taken off', async () => {
  const { db, send, clock } = portal;
  const now = clock.now();
  for (let n = 1; n <= 4; n += 1)
    await buildPresaleProduct(db, { name: `母婴 ${n}`, position: 10 - n, created_at: now });
  await buildPresaleProduct(db, {
    name: '狗屋',
    category: 'pet',
    quantity: 165,
    joined: 40,
    price_fen: 41_900,
    unit: '个',
  });
  await buildPresaleProduct(db, { name: '已截止', category: 'pet', ends_at: now });
  await buildPresaleProduct(db, { name: '已下架', category: 'pet', removed_at: now });

  const first = await send(getPresellList, { presellType: 1 });
  expect(dataOf(first).map((product) => product.name)).toEqual(['母婴 4', '母婴 3', '母婴 2']);
  expect(first).toMatchObject({ count: 4, pages: 2 });
  expect(dataOf(await send(getPresellList, { presellType: 1, page: 2 })).map((product) => product.name)).toEqual([
    '母婴 1',
  ]);
  expect(dataOf(await send(getPresellList, { presellType: 2 }))).toMatchObject([
    { name: '狗屋', amount: 125, joined: 40, price: '419.00', unit: '个', presellType: 2, thumbUrl: '/files/a.jpg' },
  ]);
  expect(await send(getPresellList, { size: 10 })).toMatchObject({ count: 5 });
});

it('[H-03] a product with likes and comments', async () => {
  const { db, send } = portal;
  const id = await buildPresaleProduct(db, { category: 'business', pictures: ['/files/a.jpg', '/files/b.jpg'] });
  const fan = await buildUser(db, { nickName: '午后喂奶时间' });
  const now = new Date();
  await inTransaction(db, async (tx) => {
    await addLikes(tx, presaleSubject, id, [fan.id], now);
    await addComments(tx, presaleSubject, id, [{ user_id: fan.id, content: '侧板能单手收吗', created_at: now }]);
  });
  expect(dataOf(await send(getPresellInfo, { productId: id }))).toMatchObject({
    likeSum: 1,
    evaluateSum: 1,
    thisUserLoveStatus: 1,
    images: '/files/a.jpg,/files/b.jpg',
    company: '三榫制造',
  });
  expect(dataOf(await portal.as(fan)(getPresellInfo, { productId: id })).thisUserLoveStatus).toBe(2);
  expect(dataOf(await send(getPresellCommentList, { productId: id }))).toMatchObject([
    { nickName: '午后喂奶时间', content: '侧板能单手收吗' },
  ]);
  expect(await send(getPresellInfo, { productId: newId(now) })).toMatchObject({ ok: false, code: 1004 });
});

it('[H-04] no more pieces can be spoken for than are offered', async () => {
  await expect(buildPresaleProduct(portal.db, { quantity: 5, joined: 6 })).rejects.toThrow('presale_products');
});
