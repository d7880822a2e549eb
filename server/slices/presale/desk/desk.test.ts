import { beforeAll, expect, it } from 'vitest';
import type { CallInput, Send } from '../../../../contract/call.ts';
import {
  operatorPresaleBookings,
  operatorPresaleContact,
  operatorPresaleInfo,
  operatorPresaleList,
  operatorPresaleOrder,
  operatorPresaleRemove,
  operatorPresaleSave,
  operatorPresaleSettle,
  presaleFields,
} from '../../../../contract/operator/presale.ts';
import {
  deleteJoinLog,
  getMyJoinLogList,
  getPresellInfo,
  getPresellList,
  joinPresell,
  updateJoinLog,
} from '../../../../contract/presale.ts';
import { noticeList } from '../../../../contract/notices.ts';
import { dataOf, startPortal } from '../../../testing/portal.ts';
import { buildUser, signIn } from '../../accounts/build.ts';
import { uploadPicture } from '../../uploads/build.ts';

const portal = await startPortal();
const { db, clock } = portal;
const day = 86_400;
let moderator: Send;
let other: Send;
let picture: string;

beforeAll(async () => {
  const now = clock.now();
  moderator = portal.as(await buildUser(db, { now, nickName: '林编辑', operatorRoles: ['moderator'] }));
  other = portal.as(await buildUser(db, { now, nickName: '苏编辑', operatorRoles: ['admin'] }));
  picture = await uploadPicture(moderator);
});

const seconds = (fromNow: number) => String(Math.floor(clock.now().getTime() / 1000) + fromNow);
const save = (send: Send, more: Record<string, string | number> = {}) =>
  send(operatorPresaleSave, {
    ...Object.fromEntries(Object.entries(presaleFields).map(([name, { example }]) => [name, example])),
    pictures: picture,
    ends: seconds(7 * day),
    ...more,
  } as unknown as CallInput<typeof operatorPresaleSave>);
const saved = async (more: Record<string, string | number> = {}) => dataOf(await save(moderator, more));
const infoOf = async (id: string) => dataOf(await moderator(operatorPresaleInfo, { id }));
const onShelf = async () =>
  dataOf(await portal.send(getPresellList, { presellType: '1', size: 30 })).map(({ name }) => name);
const buyerWith = async (productId: string, number: string) => {
  const send = portal.as(await buildUser(db, { now: clock.now() }));
  return { send, join: dataOf(await send(joinPresell, { productId, number, tel: '13812345678' })) };
};

it('[P-03] a product is drafted, published, changed and taken off; the public sees each at once', async () => {
  const draft = await saved({ name: '草稿里的床' });
  expect(draft).toMatchObject({ state: 'draft', version: 1, updatedBy: '林编辑' });
  expect(await portal.send(getPresellInfo, { productId: draft.id })).toMatchObject({ code: 1004 });
  expect(await onShelf()).toEqual([]);
  const live = await saved({ id: draft.id, version: 1, name: '上架的床', publish: '1' });
  expect(live.state).toBe('open');
  expect(await onShelf()).toEqual(['上架的床']);
  const changed = await saved({ id: draft.id, version: 2, name: '改过的床', price: '1500' });
  expect(changed).toMatchObject({ changed: true, name: '改过的床', price: '1280.00' });
  expect(await onShelf()).toEqual(['上架的床']);
  await saved({ ...changed.values, id: draft.id, version: 3, publish: '1' });
  expect(dataOf(await portal.send(getPresellInfo, { productId: draft.id }))).toMatchObject({
    name: '改过的床',
    price: '1500.00',
  });
  expect(await save(other, { id: draft.id, version: 3 })).toMatchObject({ code: 1005 });
  dataOf(await moderator(operatorPresaleRemove, { id: draft.id, version: 4 }));
  expect(await onShelf()).toEqual([]);
  expect(await save(moderator, { id: draft.id, version: 5 })).toMatchObject({ message: '商品已下架，不能再修改' });
});

it('[P-03] it comes onto the shelf and goes off it by itself; nobody books before', async () => {
  const { id } = await saved({ name: '明天开始的床', starts: seconds(day), ends: seconds(3 * day), publish: '1' });
  expect((await infoOf(id)).state).toBe('waiting');
  const buyer = portal.as(await buildUser(db, { now: clock.now() }));
  const booking = { productId: id, number: '1', tel: '13812345678' };
  expect(await buyer(joinPresell, booking)).toMatchObject({ code: 1005, message: '预售还没有开始' });
  expect(await onShelf()).toEqual([]);
  clock.advance(day * 1000);
  expect(await onShelf()).toEqual(['明天开始的床']);
  clock.advance(2 * day * 1000);
  expect(await onShelf()).toEqual([]);
  const late = portal.as(await buildUser(db, { now: clock.now(), operatorRoles: ['moderator'] }));
  expect(dataOf(await late(operatorPresaleInfo, { id })).state).toBe('unbooked');
  moderator = late;
});

it('[P-03] what was booked is settled once the pre-sale has ended: in part, then the rest, and everybody is told', async () => {
  const { id } = await saved({ name: '要结算的床', unit: '张', publish: '1' });
  const one = await buyerWith(id, '2');
  clock.advance(1000);
  const two = await buyerWith(id, '3');
  const early = { id, version: 1, outcome: 'done', note: '' } as const;
  expect(await moderator(operatorPresaleSettle, early)).toMatchObject({ message: '预售还没有截止，截止后才能结算' });
  clock.advance(7 * day * 1000);
  await portal.app.worker.tick();
  const now = clock.now();
  moderator = portal.as(await buildUser(db, { now, operatorRoles: ['moderator'] }));
  expect(await infoOf(id)).toMatchObject({ state: 'due', joined: 5, bookings: 2, unsettled: 2 });
  expect(await moderator(operatorPresaleRemove, { id, version: 1 })).toMatchObject({
    message: '还有 2 份预订没有结算，请先结算再下架',
  });
  expect(await save(moderator, { id, version: 1 })).toMatchObject({ code: 1005 });

  const bookings = dataOf(await moderator(operatorPresaleBookings, { id }));
  expect(bookings).toMatchObject([
    { id: one.join.id, number: 2, total: '2560.00', contact: '138****5678', outcomeName: '待结算' },
    { id: two.join.id, number: 3 },
  ]);
  expect(dataOf(await moderator(operatorPresaleContact, { id: one.join.id }))).toEqual({ contact: '13812345678' });
  const settle = { id, version: 1, outcome: 'done', bookings: one.join.id, note: '' } as const;
  expect(dataOf(await moderator(operatorPresaleSettle, settle))).toEqual({ settled: 1, left: 1 });
  expect(await moderator(operatorPresaleSettle, settle)).toMatchObject({ code: 1005 });
  expect(await moderator(operatorPresaleSettle, { ...settle, version: 2 })).toMatchObject({
    message: '其中有预订已经结算或取消，请刷新后再选',
  });
  expect((await infoOf(id)).state).toBe('partly');
  const rest = { id, version: 2, outcome: 'lapsed', note: '' } as const;
  expect(await moderator(operatorPresaleSettle, rest)).toMatchObject({
    fields: { note: '未成交请写明原因，预订人会看到' },
  });
  dataOf(await moderator(operatorPresaleSettle, { ...rest, note: '排产已满' }));
  expect(await infoOf(id)).toMatchObject({ state: 'settled', unsettled: 0 });

  await portal.app.worker.tick();
  const users = await db
    .selectFrom('presale_joins')
    .select(['id', 'user_id'])
    .where('product_id', '=', id)
    .orderBy('id')
    .execute();
  const [first, second] = (await Promise.all(
    users.map(async ({ user_id }) => portal.as({ token: await signIn(db, user_id, now) })),
  )) as [Send, Send];
  expect(dataOf(await first(getMyJoinLogList, {}))).toMatchObject([{ state: 'done', stateName: '已成交', note: '' }]);
  expect(dataOf(await second(getMyJoinLogList, {}))).toMatchObject([{ state: 'lapsed', note: '排产已满' }]);
  const change = { id: two.join.id, number: '3', tel: '13812345679' };
  expect(await second(updateJoinLog, change)).toMatchObject({ message: '预订已经结算，不能再改' });
  expect(await second(deleteJoinLog, { id: two.join.id })).toMatchObject({ code: 1005 });
  const told = dataOf(await second(noticeList, {}));
  expect(JSON.stringify(told)).toContain('预售“要结算的床”已结算，您预订的 3张未成交：排产已满');
  const trail = await db.selectFrom('audit_entries').select('after').where('action', '=', 'presale.settled').execute();
  expect(trail.map(({ after }) => after).toSorted((a, b) => Number(b['unsettled']) - Number(a['unsettled']))).toEqual([
    { outcome: 'done', unsettled: 1, pieces: 2, bookings: [one.join.id] },
    { outcome: 'lapsed', unsettled: 0, pieces: 3, bookings: [two.join.id] },
  ]);
});

it('[P-03] products of a category stand in the operators’ order', async () => {
  const ids = [];
  for (const name of ['甲号猫架', '乙号猫架']) ids.push((await saved({ name, category: 'pet', publish: '1' })).id);
  const shown = async () => dataOf(await portal.send(getPresellList, { presellType: '2' })).map(({ name }) => name);
  expect(await shown()).toEqual(['甲号猫架', '乙号猫架']);
  const order = { category: 'pet', before: ids.join(','), after: ids.toReversed().join(',') } as const;
  dataOf(await moderator(operatorPresaleOrder, order));
  expect(await shown()).toEqual(['乙号猫架', '甲号猫架']);
  expect(await moderator(operatorPresaleOrder, order)).toMatchObject({ code: 1005 });
  const listed = dataOf(await moderator(operatorPresaleList, { category: 'pet' }));
  expect(listed.map(({ name, state }) => [name, state])).toEqual([
    ['乙号猫架', 'open'],
    ['甲号猫架', 'open'],
  ]);
});

it('[P-03] fewer pieces than are booked are not offered', async () => {
  const { id } = await saved({ publish: '1' });
  await buyerWith(id, '5');
  expect(await save(moderator, { id, version: 1, quantity: '4' })).toMatchObject({
    fields: { quantity: '已经预订了 5 件，预售数量不能更少' },
  });
  expect(await save(moderator, { id, version: 1, unit: '把' })).toMatchObject({
    fields: { unit: '已经有人预订，计量单位不能再改' },
  });
});

it.each([
  [{ name: '' }, 'name', '请输入商品名称'],
  [{ pictures: '' }, 'pictures', '请至少上传一张图片'],
  [{ price: '0' }, 'price', '预售价至少0.01元'],
  [{ quantity: '-1' }, 'quantity', '预售数量不能为负'],
  [{ category: 'garden' }, 'category', '类别不在可选范围内'],
  [{ ends: '' }, 'ends', '请选择截止时间'],
  [{ ends: '1000000000', publish: '1' }, 'ends', '截止时间不能早于现在'],
  [{ starts: '2000000000', ends: '1999999999' }, 'ends', '截止时间须晚于开始预售的时间'],
])('[P-03] %o: %s %s', async (more, field, message) => {
  expect(await save(moderator, more)).toMatchObject({ code: 1001, fields: { [field]: message } });
});
