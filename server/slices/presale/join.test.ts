import { beforeAll, describe, expect, it } from 'vitest';
import {
  deleteJoinLog,
  getMyJoinLogList,
  getPresellInfo,
  getPresellList,
  joinPresell,
  presaleProductTag,
  presaleTag,
  updateJoinLog,
} from '../../../contract/presale.ts';
import { newId } from '../../db/ids.ts';
import { dataOf, type Portal, startPortal } from '../../testing/portal.ts';
import { type BuiltUser, buildUser } from '../accounts/build.ts';
import { buildPresaleProduct } from './build.ts';

const tel = '13800000001';
const above = '输入的数量不能大于预售的数量';
let portal: Portal;
let people: BuiltUser[];

beforeAll(async () => {
  portal = await startPortal();
  people = await Promise.all(Array.from({ length: 200 }, () => buildUser(portal.db)));
});

const someone = () => buildUser(portal.db);
const amountOf = async (productId: string) => dataOf(await portal.send(getPresellInfo, { productId })).amount;

/** What the joins sum up to, beside what the product says of them. */
async function sums(productId: string) {
  const { db } = portal;
  const joins = await db
    .selectFrom('presale_joins')
    .select('number')
    .where('product_id', '=', productId)
    .where('removed_at', 'is', null)
    .execute();
  const { joined } = await db
    .selectFrom('presale_products')
    .select('joined')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow();
  return { joins: joins.length, pieces: joins.reduce((sum, { number }) => sum + number, 0), joined };
}

describe('[H-04] 200 joins at once', () => {
  it('of a piece each, for 200 pieces: every one fits and nothing is left', async () => {
    const productId = await buildPresaleProduct(portal.db, { quantity: 200 });
    const replies = await Promise.all(
      people.map((one) => portal.as(one)(joinPresell, { productId, number: '1', tel })),
    );
    expect(replies.filter((reply) => !reply.ok)).toEqual([]);
    expect(await amountOf(productId)).toBe(0);
    expect(await sums(productId)).toEqual({ joins: 200, pieces: 200, joined: 200 });
  });

  it('of one to three pieces: none beyond what is left, none refused that fits, to the last piece', async () => {
    const quantity = 251;
    const productId = await buildPresaleProduct(portal.db, { quantity });
    const wanted = people.map((_, index) => 1 + (index % 3));
    const replies = await Promise.all(
      people.map((one, index) => portal.as(one)(joinPresell, { productId, number: String(wanted[index]), tel })),
    );
    const got = replies.reduce((sum, reply, index) => sum + (reply.ok ? (wanted[index] ?? 0) : 0), 0);
    const refused = replies.flatMap((reply, index) => (reply.ok ? [] : [{ number: wanted[index] ?? 0, reply }]));
    expect(refused.length).toBeGreaterThan(0);
    for (const { reply } of refused) expect(reply).toMatchObject({ code: 1001, fields: { number: above } });
    const left = quantity - got;
    expect(await sums(productId)).toMatchObject({ pieces: got, joined: got });
    expect(await amountOf(productId)).toBe(left);
    // What is left at the end was there all along: whoever was refused wanted more than that.
    for (const { number } of refused) expect(number).toBeGreaterThan(left);
  });

  it('by one person for one product are one booking', async () => {
    const productId = await buildPresaleProduct(portal.db, { quantity: 200 });
    const send = portal.as(await someone());
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => send(joinPresell, { productId, number: '2', tel })),
    );
    expect(new Set(replies.map((reply) => dataOf(reply).id)).size).toBe(1);
    expect(await sums(productId)).toEqual({ joins: 1, pieces: 2, joined: 2 });
  });

  it('with changes and cancellations between them give every piece back', async () => {
    const productId = await buildPresaleProduct(portal.db, { quantity: 90 });
    const some = people.slice(0, 60);
    await Promise.all(
      some.map(async (one, index) => {
        const send = portal.as(one);
        const { id } = dataOf(await send(joinPresell, { productId, number: '1', tel }));
        if (index % 3 === 0) dataOf(await send(deleteJoinLog, { id }));
        // 40 stand, of which 20 want one more: 60 at most, and 60 before the first is taken back.
        if (index % 3 === 1) dataOf(await send(updateJoinLog, { id, number: '2', tel }));
      }),
    );
    expect(await sums(productId)).toEqual({ joins: 40, pieces: 60, joined: 60 });
    expect(await amountOf(productId)).toBe(30);
  });
});

describe('[H-04] joining', () => {
  it('asks for a sign-in', async () => {
    const productId = await buildPresaleProduct(portal.db);
    expect(await portal.send(joinPresell, { productId, number: '1', tel })).toMatchObject({ ok: false, code: 1002 });
  });

  it.each([
    [{ number: '', tel }, { number: '请输入数量' }],
    [{ number: '两张', tel }, { number: '数量须为整数' }],
    [{ number: '1.5', tel }, { number: '数量须为整数' }],
    [{ number: '-1', tel }, { number: '数量不能为负' }],
    [{ number: '0', tel }, { number: '数量至少为1' }],
    [{ number: '201', tel }, { number: above }],
    [{ number: '999999999', tel }, { number: above }],
    [{ number: '1', tel: '' }, { tel: '请输入您的手机号或邮箱' }],
    [{ number: '1', tel: '138000000011' }, { tel: '请输入您的手机号或邮箱' }],
    [{ number: '1', tel: '<script>alert(1)</script>@a.cn' }, { tel: '请输入您的手机号或邮箱' }],
  ])('%j is refused by name', async (typed, fields) => {
    const productId = await buildPresaleProduct(portal.db);
    const reply = await portal.as(await someone())(joinPresell, { productId, ...typed });
    expect(reply).toMatchObject({ ok: false, code: 1001, fields });
    expect(await sums(productId)).toEqual({ joins: 0, pieces: 0, joined: 0 });
  });

  it('is closed from the end on, and where the product is gone', async () => {
    const { db, clock } = portal;
    const send = portal.as(await someone());
    const ends = await buildPresaleProduct(db, { ends_at: new Date(clock.now().getTime() + 1000) });
    const ended = await buildPresaleProduct(db, { ends_at: clock.now() });
    const gone = await buildPresaleProduct(db, { removed_at: clock.now() });
    const one = { number: '1', tel };
    expect(await send(joinPresell, { productId: ends, ...one })).toMatchObject({ ok: true });
    expect(await send(joinPresell, { productId: ended, ...one })).toMatchObject({ ok: false, code: 1005 });
    expect(await send(joinPresell, { productId: gone, ...one })).toMatchObject({ ok: false, code: 1004 });
    expect(await send(joinPresell, { productId: newId(clock.now()), ...one })).toMatchObject({ ok: false, code: 1004 });
  });

  it('twice the same is once; another number is told of the first booking', async () => {
    const productId = await buildPresaleProduct(portal.db, { unit: '张' });
    const send = portal.as(await someone());
    const first = dataOf(await send(joinPresell, { productId, number: '3', tel }));
    expect(dataOf(await send(joinPresell, { productId, number: '3', tel })).id).toBe(first.id);
    const other = await send(joinPresell, { productId, number: '4', tel });
    expect(other).toMatchObject({ ok: false, code: 1005 });
    expect(other.ok || other.message).toContain('您已预订 3 张');
    expect(await sums(productId)).toEqual({ joins: 1, pieces: 3, joined: 3 });
  });

  it('changes what the public pages say at once, and is told to whoever listens', async () => {
    const { db, app } = portal;
    const productId = await buildPresaleProduct(db, { quantity: 9, category: 'business', position: -1 });
    const told: (readonly string[])[] = [];
    const end = app.services.bus.subscribe(({ tags }) => void told.push(tags));
    const who = await someone();
    const { id } = dataOf(await portal.as(who)(joinPresell, { productId, number: '4', tel }));
    end();
    expect(told).toEqual([[presaleProductTag(productId), presaleTag]]);
    expect(dataOf(await portal.send(getPresellList, { presellType: 3 }))[0]).toMatchObject({ amount: 5, joined: 4 });
    const events = await db.selectFrom('outbox_events').selectAll().where('event', '=', 'presale.joined').execute();
    expect(events.map(({ payload }) => payload)).toContainEqual({ joinId: id, productId, userId: who.id });
  });

  it('tells the contact to its owner alone', async () => {
    const productId = await buildPresaleProduct(portal.db);
    const [owner, other] = [await someone(), await someone()];
    const address = 'lin@south-kang.cn';
    await portal.as(owner)(joinPresell, { productId, number: '1', tel: address });
    const mine = dataOf(await portal.as(owner)(getPresellInfo, { productId })).myJoin;
    expect(mine).toMatchObject({ number: 1, tel: address, total: '1280.00', state: 'open' });
    for (const send of [portal.send, portal.as(other)]) {
      const info = dataOf(await send(getPresellInfo, { productId }));
      expect(info.myJoin).toBeNull();
      expect(JSON.stringify(info)).not.toContain(address);
    }
  });
});

describe('[O-10] [H-04] bookings', () => {
  it('are listed newest first, six a page, with what becomes of them', async () => {
    const { db, clock } = portal;
    const send = portal.as(await someone());
    for (let n = 1; n <= 7; n += 1) {
      const productId = await buildPresaleProduct(db, { name: `第${n}件`, price_fen: 12_345 });
      dataOf(await send(joinPresell, { productId, number: String(n), tel }));
      clock.advance(1000);
    }
    const first = await send(getMyJoinLogList, {});
    expect(first).toMatchObject({ count: 7, pages: 2 });
    expect(dataOf(first).map(({ name }) => name)).toEqual(['第7件', '第6件', '第5件', '第4件', '第3件', '第2件']);
    expect(dataOf(first)[0]).toMatchObject({ number: 7, tel, price: '123.45', total: '864.15', stateName: '预订中' });
    expect(dataOf(await send(getMyJoinLogList, { page: '2' }))).toHaveLength(1);
    expect(dataOf(await send(getMyJoinLogList, { page: '999999999' }))).toEqual([]);
    expect(await send(getMyJoinLogList, { page: '0' })).toMatchObject({ ok: false, code: 1001 });
    expect(await send(getMyJoinLogList, { page: '1000000000' })).toMatchObject({ ok: false, code: 1001 });
    expect(await portal.send(getMyJoinLogList, {})).toMatchObject({ ok: false, code: 1002 });
  });

  it('change by exactly what is asked, up to what is left, and go back to zero', async () => {
    const productId = await buildPresaleProduct(portal.db, { quantity: 10 });
    const [mine, other] = [portal.as(await someone()), portal.as(await someone())];
    const { id } = dataOf(await mine(joinPresell, { productId, number: '4', tel }));
    dataOf(await other(joinPresell, { productId, number: '3', tel }));
    expect(dataOf(await mine(updateJoinLog, { id, number: '7', tel: 'a@b.cn' }))).toMatchObject({
      number: 7,
      tel: 'a@b.cn',
      amount: 0,
    });
    expect(await mine(updateJoinLog, { id, number: '8', tel })).toMatchObject({
      ok: false,
      code: 1001,
      fields: { number: above },
    });
    expect(await sums(productId)).toEqual({ joins: 2, pieces: 10, joined: 10 });
    dataOf(await mine(updateJoinLog, { id, number: '1', tel }));
    expect(await amountOf(productId)).toBe(6);
    expect(dataOf(await mine(deleteJoinLog, { id }))).toEqual({ id, productId });
    expect(await mine(deleteJoinLog, { id })).toMatchObject({ ok: false, code: 1004 });
    expect(await mine(updateJoinLog, { id, number: '1', tel })).toMatchObject({ ok: false, code: 1004 });
    expect(await sums(productId)).toEqual({ joins: 1, pieces: 3, joined: 3 });
    expect(await amountOf(productId)).toBe(7);
    // Whoever cancelled may book again.
    expect(await mine(joinPresell, { productId, number: '7', tel })).toMatchObject({ ok: true });
  });

  it('pressed twice, a cancellation gives its pieces back once', async () => {
    const productId = await buildPresaleProduct(portal.db, { quantity: 10, joined: 5 });
    const send = portal.as(await someone());
    const { id } = dataOf(await send(joinPresell, { productId, number: '2', tel }));
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(deleteJoinLog, { id })));
    expect(replies.filter((reply) => reply.ok)).toHaveLength(1);
    expect((await sums(productId)).joined).toBe(5);
  });

  it('changed, taken back and made by many at once, never speak for more than there is, and what is left is right', async () => {
    const quantity = 40;
    const productId = await buildPresaleProduct(portal.db, { quantity });
    const people = await Promise.all(Array.from({ length: 12 }, someone));
    const ids = await Promise.all(
      people.slice(0, 8).map(async (one) => {
        const { id } = dataOf(await portal.as(one)(joinPresell, { productId, number: '3', tel }));
        return { send: portal.as(one), id };
      }),
    );
    // Eight hold 24 of 40; each wants 9 or gives back, while four more come.
    const replies = await Promise.all([
      ...ids.map(({ send, id }, n) =>
        n % 4 === 3 ? send(deleteJoinLog, { id }) : send(updateJoinLog, { id, number: n % 2 ? '1' : '9', tel }),
      ),
      ...ids.map(({ send, id }) => send(updateJoinLog, { id, number: '8', tel })),
      ...people.slice(8).map((one) => portal.as(one)(joinPresell, { productId, number: '5', tel })),
    ]);
    const { pieces, joined } = await sums(productId);
    expect(joined).toBe(pieces);
    expect(joined).toBeLessThanOrEqual(quantity);
    expect(await amountOf(productId)).toBe(quantity - joined);
    // Some had to be told that it is too many, or that their booking is gone; nobody met a fault of ours.
    const codes = new Set(replies.map((reply) => (reply.ok ? 0 : reply.code)));
    expect([...codes].every((code) => [0, 1001, 1004].includes(code))).toBe(true);
    expect(codes.has(1001)).toBe(true);
  });

  it('of another person do not exist', async () => {
    const productId = await buildPresaleProduct(portal.db);
    const { id } = dataOf(await portal.as(await someone())(joinPresell, { productId, number: '2', tel }));
    const stranger = portal.as(await someone());
    expect(await stranger(updateJoinLog, { id, number: '1', tel })).toMatchObject({ ok: false, code: 1004 });
    expect(await stranger(deleteJoinLog, { id })).toMatchObject({ ok: false, code: 1004 });
    expect(await stranger(deleteJoinLog, { id: 'x' })).toMatchObject({ ok: false, code: 1001 });
    expect(await portal.send(deleteJoinLog, { id })).toMatchObject({ ok: false, code: 1002 });
    expect(await sums(productId)).toEqual({ joins: 1, pieces: 2, joined: 2 });
  });

  it('keep their number once the pre-sale has ended; of a product taken off they can be taken back', async () => {
    const { db, clock } = portal;
    const productId = await buildPresaleProduct(db, { ends_at: new Date(clock.now().getTime() + 60_000) });
    const send = portal.as(await someone());
    const { id } = dataOf(await send(joinPresell, { productId, number: '2', tel }));
    clock.advance(60_000);
    expect(await send(updateJoinLog, { id, number: '1', tel })).toMatchObject({ ok: false, code: 1005 });
    expect(await send(deleteJoinLog, { id })).toMatchObject({ ok: false, code: 1005 });
    expect(dataOf(await send(updateJoinLog, { id, number: '2', tel: '13900000002' }))).toMatchObject({
      tel: '13900000002',
      stateName: '已截止',
    });
    await db.updateTable('presale_products').set({ removed_at: clock.now() }).where('id', '=', productId).execute();
    expect(dataOf(await send(getMyJoinLogList, {}))).toMatchObject([{ stateName: '已下架', number: 2 }]);
    expect(await send(updateJoinLog, { id, number: '1', tel })).toMatchObject({ ok: false, code: 1005 });
    expect(await send(deleteJoinLog, { id })).toMatchObject({ ok: true });
    expect(await sums(productId)).toEqual({ joins: 0, pieces: 0, joined: 0 });
  });
});
