import { beforeAll, describe, expect, it } from 'vitest';
import type { CallInput, Send } from '../../../contract/call.ts';
import { type ContentKindKey, contentKindKeys, contentKinds, kindFields } from '../../../contract/content-kinds.ts';
import { getAnnouncement, getBannerList, getImplementLink, getLiveInfo } from '../../../contract/content.ts';
import {
  type ContentInfo,
  type ContentSaveCall,
  contentSaveCall,
  operatorContentDo,
  operatorContentInfo,
  operatorContentList,
  operatorContentOrder,
  operatorContentPreview,
} from '../../../contract/operator/content.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser, type BuiltUser } from '../accounts/build.ts';
import { uploadPicture } from '../uploads/build.ts';
import { buildContent } from './build.ts';

const portal = await startPortal({
  env: { OMO_LIVE_URL: 'https://live.example/{channel}.m3u8', OMO_PUBLIC_URL: 'https://omo.example' },
});
const { db, clock } = portal;
const { services } = portal.app;
let lin: BuiltUser;
let su: BuiltUser;
let moderator: Send;
let other: Send;
let picture: string;

beforeAll(async () => {
  const now = clock.now();
  lin = await buildUser(db, { now, nickName: '林编辑', operatorRoles: ['moderator'] });
  su = await buildUser(db, { now, nickName: '苏编辑', operatorRoles: ['admin'] });
  moderator = portal.as(lin);
  other = portal.as(su);
  picture = await uploadPicture(moderator);
});

const seconds = (fromNow: number) => String(Math.floor(clock.now().getTime() / 1000) + fromNow);
const exampleOf = (kind: ContentKindKey): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(kindFields(kind)).map(([name, { example }]) => [name, example])),
  ...('picture' in kindFields(kind) && { picture }),
  from: '',
  until: '',
});
/** What is done at one moment has no order. */
const later = () => clock.advance(1000);
const save = (send: Send, kind: ContentKindKey, more: Record<string, string | number> = {}) =>
  later() && send(contentSaveCall(kind), { ...exampleOf(kind), ...more } as unknown as CallInput<ContentSaveCall>);
const saved = async (kind: ContentKindKey, more: Record<string, string | number> = {}): Promise<ContentInfo> =>
  dataOf(await save(moderator, kind, more));
const deed = (send: Send, { id, version }: ContentInfo, what: 'publish' | 'withdraw' | 'discard' | 'remove') =>
  later() && send(operatorContentDo, { id, version, deed: what });
const infoOf = async ({ id }: { id: string }) => dataOf(await moderator(operatorContentInfo, { id }));
const shownBanners = async () => dataOf(await portal.send(getBannerList, {}));

describe.each(contentKindKeys)('%s', (kind) => {
  it('[P-03] goes from draft to published, is changed, taken off and removed, with everything kept of who did what', async () => {
    const { title } = contentKinds[kind];
    const first = await saved(kind);
    expect(first).toMatchObject({ state: 'draft', changed: false, live: null, version: 1, updatedBy: '林编辑' });
    expect(first.title).not.toBe('');
    dataOf(await deed(moderator, first, 'publish'));
    const live = await infoOf(first);
    expect(live).toMatchObject({ state: 'shown', changed: false, version: 2, values: first.values });

    const example = exampleOf(kind)[title] ?? '';
    const words = kind === 'link' ? 'https://other.example.com/' : `${example.slice(0, 12)}改`;
    const draft = await saved(kind, { ...live.values, [title]: words, id: first.id, version: 2 });
    expect(draft).toMatchObject({ state: 'shown', changed: true, live: live.values, title: words });
    dataOf(await deed(moderator, draft, 'discard'));
    const same = await infoOf(first);
    expect(same).toMatchObject({ changed: false, values: live.values });
    expect(await deed(moderator, same, 'remove')).toMatchObject({ code: 1005, message: '请先撤下再删除' });
    dataOf(await deed(moderator, same, 'withdraw'));
    const off = await infoOf(first);
    expect(off).toMatchObject({ state: 'withdrawn', live: null, values: live.values });
    dataOf(await deed(moderator, off, 'remove'));
    expect(await moderator(operatorContentInfo, { id: first.id })).toMatchObject({ code: 1004 });

    expect(off.history.map(({ deedName, by }) => `${by} ${deedName}`)).toEqual(
      ['撤下', '放弃修改', '保存草稿', '发布', '保存草稿'].map((what) => `林编辑 ${what}`),
    );
    expect(off.history.at(2)?.values).toEqual(draft.values);
    const trail = await db
      .selectFrom('audit_entries')
      .select(['action', 'before', 'after'])
      .where('subject_id', '=', first.id)
      .orderBy('id')
      .execute();
    expect(trail[2]).toEqual({ action: `${kind}.saved`, before: live.values, after: draft.values });
  });

  it('[P-03] who is no moderator cannot touch it; an auditor may look', async () => {
    const now = clock.now();
    const item = await saved(kind);
    const auditor = portal.as(await buildUser(db, { now, operatorRoles: ['auditor'] }));
    const reviewer = portal.as(await buildUser(db, { now, operatorRoles: ['reviewer'] }));
    const buyer = portal.as(await buildUser(db, { now }));
    expect((await auditor(operatorContentInfo, { id: item.id })).ok).toBe(true);
    for (const send of [auditor, reviewer, buyer]) {
      expect(await save(send, kind)).toMatchObject({ code: 1003 });
      expect(await deed(send, item, 'publish')).toMatchObject({ code: 1003 });
    }
    for (const send of [reviewer, buyer])
      expect(await send(operatorContentPreview, { id: item.id })).toMatchObject({ code: 1003 });
    expect(await portal.send(operatorContentList, { kind })).toMatchObject({ code: 1002 });
  });
});

it('[P-03] the public reads a banner changed at once, with its picture, however often it was read before', async () => {
  const item = await saved('banner', { name: '开春上新', publish: '1' });
  expect(item.state).toBe('shown');
  expect((await shownBanners()).find(({ id }) => id === item.id)).toMatchObject({ name: '开春上新', image: picture });
  await saved('banner', { id: item.id, version: item.version, name: '春天来了', publish: '1' });
  expect((await shownBanners()).find(({ id }) => id === item.id)?.name).toBe('春天来了');
  dataOf(await deed(moderator, await infoOf(item), 'withdraw'));
  expect((await shownBanners()).map(({ id }) => id)).not.toContain(item.id);
});

it('[P-03] of two who change the same, the second is told who was first, and nothing is overwritten', async () => {
  const item = await saved('announcement', { text: '今晚十点停机维护' });
  dataOf(await save(other, 'announcement', { id: item.id, version: item.version, text: '明早六点停机维护' }));
  const refused = await save(moderator, 'announcement', { id: item.id, version: item.version, text: '改成后天' });
  expect(refused).toMatchObject({ code: 1005 });
  expect(!refused.ok && refused.message).toContain('苏编辑刚刚改过');
  expect(await deed(moderator, item, 'publish')).toMatchObject({ code: 1005 });
  expect((await infoOf(item)).values.text).toBe('明早六点停机维护');
  expect(await save(moderator, 'announcement', { id: item.id, text: '没有说版本' })).toMatchObject({ code: 1005 });
});

it('[P-03] another order is seen at once; one that was made on an older order is refused', async () => {
  await db.deleteFrom('content_items').where('kind', '=', 'banner').execute();
  const made = [];
  for (const name of ['横幅一', '横幅二', '横幅三']) made.push(await saved('banner', { name, publish: '1' }));
  const before = made.map(({ id }) => id);
  const after = before.toReversed();
  const order = (from: readonly string[], to: readonly string[]) =>
    moderator(operatorContentOrder, { kind: 'banner', place: 'home', before: from.join(','), after: to.join(',') });
  expect((await shownBanners()).map(({ id }) => id)).toEqual(before);
  dataOf(await order(before, after));
  expect((await shownBanners()).map(({ name }) => name)).toEqual(['横幅三', '横幅二', '横幅一']);
  expect(await order(before, after)).toMatchObject({ code: 1005 });
  expect(await order(after, [...before.slice(1), before[1] as string])).toMatchObject({ code: 1001 });
  expect(await order(after, before.slice(1))).toMatchObject({ code: 1001 });
  const [entry] = await db.selectFrom('audit_entries').selectAll().where('action', '=', 'banner.ordered').execute();
  expect(entry).toMatchObject({ actor_id: lin.id, before: { order: before }, after: { order: after } });
});

it('[P-03] a list says what is shown, what waits for its time or for room, and what is over', async () => {
  await db.deleteFrom('content_items').where('kind', '=', 'announcement').execute();
  await buildContent(services, 'announcement', { text: '过去的公告', until: seconds(60) }, { position: 0 });
  await buildContent(services, 'announcement', { text: '现在的公告' }, { position: 1 });
  await buildContent(services, 'announcement', { text: '排在后面的公告' }, { position: 2 });
  await buildContent(services, 'announcement', { text: '以后的公告', from: seconds(600) }, { position: 3 });
  clock.advance(60_000);
  const rows = dataOf(await moderator(operatorContentList, { kind: 'announcement' }));
  expect(rows.map(({ title, state }) => [title, state])).toEqual([
    ['过去的公告', 'over'],
    ['现在的公告', 'shown'],
    ['排在后面的公告', 'queued'],
    ['以后的公告', 'waiting'],
  ]);
  expect(dataOf(await portal.send(getAnnouncement, {}))?.text).toBe('现在的公告');
  // Who publishes one learns where it stands then.
  const last = await saved('announcement', { text: '最后的公告' });
  expect(dataOf(await deed(moderator, last, 'publish'))).toMatchObject({ title: '最后的公告', state: 'queued' });
});

it('[P-03] the implement tile follows the operators, also when they take it off', async () => {
  await db.deleteFrom('content_items').where('kind', '=', 'link').execute();
  const item = await saved('link', { url: 'https://open.example.com/v2', publish: '1' });
  expect(dataOf(await portal.send(getImplementLink, {})).url).toBe('https://open.example.com/v2');
  dataOf(await deed(moderator, item, 'withdraw'));
  expect(dataOf(await portal.send(getImplementLink, {})).url).toBe('');
});

it('[P-03] the live block goes on and off the air by its switch', async () => {
  await db.deleteFrom('content_items').where('kind', '=', 'live').execute();
  const item = await saved('live', { air: 'on', stream: 'live:二号', publish: '1' });
  expect(dataOf(await portal.send(getLiveInfo, {}))?.liveUrl).toBe('https://live.example/%E4%BA%8C%E5%8F%B7.m3u8');
  await saved('live', { ...item.values, id: item.id, version: item.version, air: 'off', publish: '1' });
  expect(dataOf(await portal.send(getLiveInfo, {}))).toMatchObject({ title: item.values.title, liveUrl: '' });
});

it.each<[ContentKindKey, Record<string, string>, string, string]>([
  ['banner', { name: '' }, 'name', '请输入标题'],
  ['banner', { name: '长'.repeat(31) }, 'name', '标题最多30个字'],
  ['banner', { target: 'smart/pet' }, 'target', '链接须以 / 开头的站内路径，或以 http:// 或 https:// 开头的网址'],
  ['banner', { target: '//evil.example' }, 'target', '链接须以 / 开头的站内路径，或以 http:// 或 https:// 开头的网址'],
  [
    'banner',
    { target: 'javascript:alert(1)' },
    'target',
    '链接须以 / 开头的站内路径，或以 http:// 或 https:// 开头的网址',
  ],
  [
    'banner',
    { target: '/smart/garden' },
    'target',
    '站内没有 /smart/garden 这个页面，请在浏览器里打开要去的页面，复制它的网址',
  ],
  [
    'announcement',
    { target: '/omo/omo/smart' },
    'target',
    '站内没有 /omo/smart 这个页面，请在浏览器里打开要去的页面，复制它的网址',
  ],
  [
    'ad',
    { target: 'https://omo.example/omo/api' },
    'target',
    '站内没有 /api 这个页面，请在浏览器里打开要去的页面，复制它的网址',
  ],
  ['banner', { target: '/omo/console/words' }, 'target', '这是运营后台的页面，访客打不开'],
  ['banner', { category: 'garden' }, 'category', '展示类别不在可选范围内'],
  ['banner', { picture: 'https://elsewhere.example/a.jpg' }, 'picture', '上传的文件不存在或已过期，请重新上传'],
  ['banner', { from: '2000000000', until: '1999999999' }, 'until', '结束展示须晚于开始展示'],
  ['banner', { until: '1000000000', publish: '1' }, 'until', '结束展示的时间已经过了，发布后也不会显示'],
  ['ad', { picture: '' }, 'picture', '请上传图片'],
  ['ad', { price: '-1' }, 'price', '价格不能为负'],
  ['ad', { sold: '多' }, 'sold', '已售须为整数'],
  ['live', { air: 'on', stream: '' }, 'stream', '开播需要填写直播源'],
  ['live', { stream: 'rtmp://live.example/a' }, 'stream', '直播源须为 live:频道名，或播放列表的网址'],
  [
    'live',
    { stream: 'https://elsewhere.example/a.m3u8' },
    'stream',
    '直播源须在直播服务的地址下：https://live.example',
  ],
  ['announcement', { text: '停' }, 'text', '公告内容至少4个字'],
  ['link', { url: '/smart' }, 'url', '开放平台地址须是以 http:// 或 https:// 开头的网址'],
])('[P-03] %s %o: %s', async (kind, more, field, message) => {
  expect(await save(moderator, kind, more)).toMatchObject({ code: 1001, fields: { [field]: message } });
});

it('[P-03] a banner of the home page has no category, one of the category pages must', async () => {
  const home = await saved('banner', { category: 'pet', publish: '1' });
  expect(home.values).not.toHaveProperty('category');
  expect((await shownBanners()).map(({ id }) => id)).toContain(home.id);
  expect((await saved('banner', { category: '' })).state).toBe('draft');

  const smart = { place: 'smart', category: '' };
  const refused = { code: 1001, fields: { category: '请选择展示类别' } };
  expect(await save(moderator, 'banner', smart)).toMatchObject(refused);
  const kept = await saved('banner', { ...smart, category: 'pet' });
  expect(kept.values['category']).toBe('pet');
  // Its place is the item's, whatever a form leaves out.
  const { category: _, ...others } = exampleOf('banner');
  const change = { ...others, id: kept.id, version: kept.version } as unknown as CallInput<ContentSaveCall>;
  expect(await moderator(contentSaveCall('banner'), change)).toMatchObject(refused);
});

it('[P-03] the preview of a banner opens on it, that of what stands alone on its page', async () => {
  const path = async ({ id }: { id: string }) => dataOf(await moderator(operatorContentPreview, { id })).path;
  const banner = await saved('banner');
  expect(await path(banner)).toMatch(new RegExp(`^/\\?preview=[^#]+#banner-${banner.id}$`));
  expect(await path(await saved('ad'))).toMatch(/^\/\?preview=[^#]+$/);
});

it.each([
  ['/presale', '/presale'],
  ['/omo/presale?from=1#top', '/presale?from=1#top'],
  ['https://omo.example/omo/smart/pet/proofing', '/smart/pet/proofing'],
  ['http://OMO.example/omo', '/'],
  ['/omo/?preview=1800000000.banner.x', '/'],
  ['/omo/search?q=%E5%BA%8A&preview=x&page=2', '/search?q=%E5%BA%8A&page=2'],
  // Beside the base path the host may have pages of others, and a name that begins alike is another one.
  ['https://omo.example/shop.html', 'https://omo.example/shop.html'],
  ['https://omo.example/omovie', 'https://omo.example/omovie'],
  ['https://elsewhere.example/omo/presale', 'https://elsewhere.example/omo/presale'],
])('[P-03] a link pasted as %s is kept as %s', async (target, kept) => {
  for (const kind of ['banner', 'ad', 'announcement'] as const)
    expect((await saved(kind, { target })).values['target']).toBe(kept);
});
