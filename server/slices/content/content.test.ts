import { beforeAll, expect, it } from 'vitest';
import { getAdList, getBannerList, getLiveInfo } from '../../../contract/content.ts';
import { newId } from '../../db/ids.ts';
import { dataOf, type Portal, startPortal } from '../../testing/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});

const names = (items: readonly { name: string }[]) => items.map((item) => item.name);

it('[H-01] [C-01] banners of a place, at most five, in the operators’ order; a category sees its own and those for all', async () => {
  const { db, send, clock } = portal;
  const now = clock.now();
  const banner = { picture: '/files/b.jpg', created_at: now };
  await db
    .insertInto('banners')
    .values([
      ...[6, 5, 4, 3, 2, 1].map((position) => ({
        ...banner,
        id: newId(now),
        place: 'home' as const,
        name: `首页 ${position}`,
        position,
      })),
      { ...banner, id: newId(now), place: 'home', name: '收起的', position: 0, shown: false },
      { ...banner, id: newId(now), place: 'smart', name: '都看得到', position: 2, link: 'https://example.com/' },
      {
        ...banner,
        id: newId(now),
        place: 'smart',
        name: '宠物的',
        category: 'pet',
        position: 1,
        path: '/smart/pet/proofing',
      },
    ])
    .execute();
  expect(names(dataOf(await send(getBannerList, {})))).toEqual([1, 2, 3, 4, 5].map((n) => `首页 ${n}`));
  expect(names(dataOf(await send(getBannerList, { typeId: 1, size: 2 })))).toEqual(['首页 1', '首页 2']);
  expect(dataOf(await send(getBannerList, { typeId: 2, type: 'pet' }))).toMatchObject([
    { name: '宠物的', path: '/smart/pet/proofing', link: '' },
    { name: '都看得到', path: '', link: 'https://example.com/' },
  ]);
  expect(names(dataOf(await send(getBannerList, { typeId: 2, type: 'business' })))).toEqual(['都看得到']);
  expect(await send(getBannerList, { size: 0 })).toMatchObject({
    code: 1001,
    fields: { size: '条数须为1到20之间的整数' },
  });
});

it('[H-02] two ad products beside the live block', async () => {
  const { db, send, clock } = portal;
  const now = clock.now();
  const ad = { place: 'home', picture: '/files/a.jpg', url: '/smart/pet', created_at: now };
  await db
    .insertInto('ads')
    .values(
      [3, 2, 1].map((n) => ({
        ...ad,
        id: newId(now),
        name: `广告 ${n}`,
        position: n,
        price_fen: n * 46_800,
        sold_count: n,
      })),
    )
    .execute();
  expect(dataOf(await send(getAdList, {}))).toMatchObject([
    { name: '广告 1', money: '468.00', marketSum: 1, pic: '/files/a.jpg' },
    { name: '广告 2', money: '936.00' },
  ]);
  expect(dataOf(await send(getAdList, { location: 'elsewhere' }))).toEqual([]);
});

it('[H-02] the live block: none, announced, on air', async () => {
  const { db, send, clock } = portal;
  expect(dataOf(await send(getLiveInfo, {}))).toBeNull();
  const starts = new Date(clock.now().getTime() + 3_600_000);
  await db
    .insertInto('live_blocks')
    .values({
      place: 'home',
      title: '一张板出六片',
      host: '三榫制造',
      picture: '/files/l.jpg',
      starts_at: starts,
      updated_at: clock.now(),
    })
    .execute();
  const announced = { title: '一张板出六片', liveUrl: '', startTime: Math.floor(starts.getTime() / 1000) };
  expect(dataOf(await send(getLiveInfo, { coord: 'home' }))).toMatchObject(announced);
  await db.updateTable('live_blocks').set({ stream_url: '/live/a.m3u8' }).execute();
  expect(dataOf(await send(getLiveInfo, {}))).toMatchObject({ liveUrl: '/live/a.m3u8', startTime: 0 });
});
