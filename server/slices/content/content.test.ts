import { expect, it } from 'vitest';
import { getAdList, getAnnouncement, getBannerList, getImplementLink, getLiveInfo } from '../../../contract/content.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildContent } from './build.ts';

const portal = await startPortal({ env: { OMO_IMPLEMENT_URL: 'https://open.example/docs' } });
const { send, clock } = portal;
const { services } = portal.app;

const names = (items: readonly { name: string }[]) => items.map((item) => item.name);
const seconds = (fromNow: number) => String(Math.floor(clock.now().getTime() / 1000) + fromNow);

it('[H-01] [C-01] banners of a place, at most five, in the operators’ order; a category sees its own and those for all', async () => {
  for (const position of [6, 5, 4, 3, 2, 1])
    await buildContent(services, 'banner', { name: `首页 ${position}` }, { position });
  await buildContent(services, 'banner', { name: '草稿' }, { published: false });
  const smart = { place: 'smart' };
  await buildContent(
    services,
    'banner',
    { name: '都看得到', target: 'https://example.com/' },
    { ...smart, position: 2 },
  );
  await buildContent(
    services,
    'banner',
    { name: '宠物的', category: 'pet', target: '/smart/pet/proofing' },
    { ...smart, position: 1 },
  );
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
  for (const n of [3, 2, 1])
    await buildContent(services, 'ad', { name: `广告 ${n}`, price: `${n * 468}.00`, sold: String(n) }, { position: n });
  expect(dataOf(await send(getAdList, {}))).toMatchObject([
    { name: '广告 1', money: '468.00', marketSum: 1, pic: '/files/a.jpg' },
    { name: '广告 2', money: '936.00' },
  ]);
  expect(dataOf(await send(getAdList, { location: 'elsewhere' }))).toEqual([]);
});

it('[H-02] the live block: none, announced, on air', async () => {
  expect(dataOf(await send(getLiveInfo, {}))).toBeNull();
  const starts = seconds(3600);
  await buildContent(services, 'live', { air: 'off', starts }, { position: 1 });
  const announced = { title: '一张板出六片', liveUrl: '', startTime: Number(starts) };
  expect(dataOf(await send(getLiveInfo, { coord: 'home' }))).toMatchObject(announced);
  await buildContent(services, 'live', { stream: '/live/a.m3u8', starts });
  expect(dataOf(await send(getLiveInfo, {}))).toMatchObject({ liveUrl: '/live/a.m3u8', startTime: 0 });
});

it('[P-03] what has a spell comes and goes by itself', async () => {
  expect(dataOf(await send(getAnnouncement, {}))).toBeNull();
  await buildContent(services, 'announcement', { from: seconds(600), until: seconds(1200) });
  expect(dataOf(await send(getAnnouncement, {}))).toBeNull();
  clock.advance(600_000);
  expect(dataOf(await send(getAnnouncement, {}))).toMatchObject({ text: '今晚系统维护', url: '' });
  clock.advance(600_000);
  expect(dataOf(await send(getAnnouncement, {}))).toBeNull();
});

it('[C-06] the implement tile leads where the setting says until operators say otherwise', async () => {
  expect(dataOf(await send(getImplementLink, {}))).toEqual({ url: 'https://open.example/docs' });
  await buildContent(services, 'link', {}, { published: false });
  expect(dataOf(await send(getImplementLink, {}))).toEqual({ url: 'https://open.example/docs' });
  await buildContent(services, 'link', { url: 'https://api.example/' });
  expect(dataOf(await send(getImplementLink, {}))).toEqual({ url: 'https://api.example/' });
});
