import { expect, it } from 'vitest';
import { getUserInfo, resetPassword, signin, signup, sms, smsPurposes } from '../../../contract/accounts.ts';
import { agreementVersion } from '../../../contract/agreement.ts';
import { caseCalls } from '../../../contract/cases.ts';
import { askClosing, closingDays, getClosing } from '../../../contract/closing.ts';
import { successful } from '../../../contract/orders.ts';
import { joinPresell } from '../../../contract/presale.ts';
import { search } from '../../../contract/search.ts';
import { getShopInfo } from '../../../contract/shop.ts';
import { stages } from '../../../contract/stages/index.ts';
import { findTopicPage, publishDiscuss } from '../../../contract/topics.ts';
import { withdrawApply } from '../../../contract/wallet.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { humanProof, lastCode } from '../../testing/sms.ts';
import { keptCounts } from '../../testing/kept-counts.ts';
import { buildUser, type BuiltUser, builtPassword } from '../accounts/build.ts';
import { buildCase } from '../cases/build.ts';
import { buildDemand } from '../demands/build.ts';
import { act, buildTender } from '../orders/build.ts';
import { buildCompleted, buildDelivered, buildWorking } from '../orders/work/build.ts';
import { buildPresaleProduct } from '../presale/build.ts';
import { rebuildIndex } from '../search/keep.ts';
import { buildShop } from '../shop/build.ts';
import { buildTopic } from '../topics/build.ts';
import { buildMoney, buildSaver } from '../wallet/build.ts';
import { blocksOf, beginLeaving, continueLeaving } from './closing.ts';
import type { PersonalPart } from './part.ts';

const portal = await startPortal();
const { db, clock, app } = portal;
const { services } = app;
const day = 24 * 3600_000;
const design = stages[0]!;
const confirm = '注销账号';

const newUser = (options: Parameters<typeof buildUser>[1] = {}) => buildUser(db, { now: clock.now(), ...options });
const blocks = async (user: BuiltUser) => dataOf(await portal.as(user)(getClosing, {})).blocks.map(({ text }) => text);
const statusOf = async ({ id }: { id: string }) =>
  (await db.selectFrom('users').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

/** A code to the person's own number, a minute after whatever came before. */
async function texted(user: BuiltUser, type: '1' | '4'): Promise<string> {
  const { mobile } = user;
  clock.advance(60_000);
  dataOf(await portal.as(user)(sms, { mobile, type, humanCheck: await humanProof(portal.send) }));
  return lastCode(portal.dataDir, mobile);
}

async function close(user: BuiltUser) {
  const code = await texted(user, smsPurposes.close);
  return portal.as(user)(askClosing, { password: user.password, code, confirm });
}

it('[Z-15] names each thing that stands in the way, with where to see to it', async () => {
  const user = await buildSaver(portal, 30_000);
  const other = await newUser();
  expect(await blocks(user)).toEqual(['余额还有 ¥300.00，请先全部提现']);
  dataOf(await portal.as(user)(withdrawApply, { bank_id: user.cardId, money: '100.00', password: builtPassword }));
  const open = await buildDemand(services, { owner: user, name: '还在招标的床' });
  const working = await buildWorking(services, { owner: other, provider: user });
  const delivered = await buildDelivered(services, { owner: user, provider: other });
  await act(services, delivered.nid, 'affirm', user.id);
  const retained = await act(services, delivered.nid, 'complete', user.id);
  const product = await buildPresaleProduct(db, { created_at: clock.now() });
  dataOf(await portal.as(user)(joinPresell, { productId: product, number: '1', tel: user.mobile }));
  const found = dataOf(await portal.as(user)(getClosing, {})).blocks;
  expect(found).toEqual([
    {
      text: '有1个需求还在招标',
      link: '/personal/order/initiate?status=1',
      demands: [{ nid: open.nid, name: '还在招标的床' }],
    },
    { text: `有1份订单还在进行：${working.nid}`, link: `/personal/order/${working.nid}`, demands: [] },
    { text: `有1份订单的质保金还在托管：${retained.nid}`, link: `/personal/order/${retained.nid}`, demands: [] },
    { text: '有 ¥100.00 提现还没有到账', link: '/personal/account/balance', demands: [] },
    { text: '余额还有 ¥200.00，请先全部提现', link: '/personal/account/balance', demands: [] },
    { text: '有1个预售预订还在等待，请先取消', link: '/personal/presale', demands: [] },
  ]);
  expect(await close(user)).toMatchObject({ ok: false, code: 1005, message: '有1个需求还在招标，还有5项未了结' });
  expect(await statusOf(user)).toBe(1);

  await act(services, retained.nid, 'openDispute', user.id, {
    reason: '有开裂',
    split: { ownerFen: 1, providerFen: 1_727_999 },
  });
  expect(await blocks(user)).toContain(`有1份订单有争议还没有了结：${retained.nid}`);
  expect(await blocks(await newUser())).toEqual([]);
});

it('[Z-15] asks for password, texted code and typed words, each', async () => {
  const user = await newUser();
  const code = await texted(user, smsPurposes.close);
  const right = { password: user.password, code, confirm };
  const send = portal.as(user);
  const wrong = code === '000000' ? '000001' : '000000';
  for (const [field, value] of [
    ['password', 'wrong2026'],
    ['password', ''],
    ['code', wrong],
    ['code', ''],
    ['confirm', '注销'],
    ['confirm', ''],
  ] as const)
    expect(await send(askClosing, { ...right, [field]: value })).toMatchObject({
      ok: false,
      code: 1001,
      fields: { [field]: expect.any(String) },
    });
  expect(await statusOf(user)).toBe(1);
  expect((await send(askClosing, right)).ok).toBe(true);
  expect(await statusOf(user)).toBe(3);
});

it('[Z-15] out of sight at once, back by signing in, as it stood', async () => {
  const shop = await buildShop(db, { shop_name: '回来的木坊', certified: true, created_at: clock.now() });
  const user = shop.keeper;
  const caseId = await buildCase(db, { shop_id: shop.id, name: '回来的婴儿床' });
  const gone = await buildCase(db, { shop_id: shop.id, name: '早就下架的', removed_at: new Date(0) });
  const owner = await newUser();
  const demand = await buildDemand(services, { owner });
  await buildTender(services, demand, { bidder: user });
  await rebuildIndex(services);
  const before = await keptCounts(db, 'cases/');

  const listed = async () => {
    const page = dataOf(await portal.send(caseCalls(design).list, { page_size: '50' }));
    return page.some(({ id }) => id === caseId);
  };
  const found = async () => {
    await app.worker.tick();
    return dataOf(await portal.send(search, { q: '回来的' }))
      .hits.map(({ id }) => id)
      .toSorted();
  };
  const seen = async () => ({
    shop: (await portal.send(getShopInfo, { id: shop.id })).ok,
    case: (await portal.send(caseCalls(design).info, { id: caseId })).ok,
    listed: await listed(),
    found: await found(),
  });
  expect(await seen()).toEqual({ shop: true, case: true, listed: true, found: [caseId, shop.id].toSorted() });

  const { due_at } = dataOf(await close(user));
  expect(due_at).toBe(Math.floor(clock.now().getTime() / 1000) + closingDays * 24 * 3600);
  expect(await portal.as(user)(getUserInfo, {})).toMatchObject({ ok: false, code: 1002 });
  expect(await seen()).toEqual({ shop: false, case: false, listed: false, found: [] });
  const tender = await db
    .selectFrom('tenders')
    .selectAll()
    .where('demand_id', '=', demand.id)
    .executeTakeFirstOrThrow();
  expect(tender.status).toBe('withdrawn');

  const back = dataOf(await portal.send(signin, { mobile: user.mobile, password: user.password }));
  expect(back).toMatchObject({ reopened: true, status: 1 });
  await app.worker.tick();
  expect(await seen()).toEqual({ shop: true, case: true, listed: true, found: [caseId, shop.id].toSorted() });
  expect((await portal.send(caseCalls(design).info, { id: gone })).ok).toBe(false);
  expect(await keptCounts(db, 'cases/')).toEqual(before);
  expect(dataOf(await portal.send(signin, { mobile: user.mobile, password: user.password })).reopened).toBe(false);
  // The days that were counted then are not counted on.
  clock.advance(closingDays * day + 1000);
  await app.worker.tick();
  expect(await statusOf(user)).toBe(1);
});

it('[Z-15] asked again before all is shown again: refused in words, with a code that is still good', async () => {
  const user = await newUser();
  dataOf(await close(user));
  const back = dataOf(await portal.send(signin, { mobile: user.mobile, password: user.password }));
  const code = await texted({ ...user, ...back }, smsPurposes.close);
  const ask = () => portal.as(back)(askClosing, { password: user.password, code, confirm });
  expect(await ask()).toMatchObject({ code: 1005, message: '账号刚恢复，资料还在还原，请一分钟后再申请注销' });
  await app.worker.tick();
  expect(await ask()).toMatchObject({ ok: true });
});

it('[Z-15] comes back by a forgotten password, too', async () => {
  const user = await newUser();
  dataOf(await close(user));
  clock.advance(60_000);
  const text = { mobile: user.mobile, type: smsPurposes.reset, humanCheck: await humanProof(portal.send) };
  dataOf(await portal.send(sms, text));
  const code = lastCode(portal.dataDir, user.mobile);
  const back = await portal.send(resetPassword, { mobile: user.mobile, code, password: 'newpine2026' });
  expect(dataOf(back)).toMatchObject({ reopened: true, status: 1 });
  expect(await portal.as(dataOf(back))(getUserInfo, {})).toMatchObject({ ok: true });
});

it('[Z-15] after fifteen days the person is gone, the number is free, and trade is kept', async () => {
  const user = await buildSaver(portal, 0, { name: '陈禾', number: '6222020200112233445' });
  const other = await newUser({ nickName: '对方' });
  await db.updateTable('users').set({ nick_name: '要走的人' }).where('id', '=', user.id).execute();
  const order = await buildCompleted(services, { owner: user, provider: other });
  const topic = await buildTopic(db, { user_id: user.id, title: '留下的话题' });
  await db.updateTable('certifications').set({ status: 1 }).where('user_id', '=', user.id).execute();
  const ledger = () =>
    db.selectFrom('ledger_entries').selectAll().where('account', '=', `available:${user.id}`).execute();
  const entries = await ledger();
  expect(entries.length).toBeGreaterThan(0);
  const registering = async () => {
    const code = await texted(user, smsPurposes.register);
    const form = { account_type: '1', mobile: user.mobile, code, password: 'pine2026', consent: agreementVersion };
    return portal.send(signup, form as never);
  };

  /** Whose names the log's records can still be opened to. */
  const makers = async () => {
    const rows = await db.selectFrom('trace_records').select('opened').where('line_id', '=', order.line_id).execute();
    return new Set(rows.flatMap(({ opened }) => opened['maker']?.value ?? []));
  };
  expect(await makers()).toEqual(new Set(['要走的人', '对方']));

  dataOf(await close(user));
  clock.advance(closingDays * day - 120_000);
  await app.worker.tick();
  expect(await statusOf(user)).toBe(3);
  expect((await registering()).ok).toBe(false);
  clock.advance(60_000);
  await app.worker.tick();

  const row = await db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ status: 4, nick_name: '已注销用户', avatar_url: null, password_hash: '' });
  expect((await portal.send(signin, { mobile: user.mobile, password: user.password })).ok).toBe(false);
  const again = dataOf(await registering());
  expect(again.nick_name).toBe('');
  const shown = dataOf(await portal.send(findTopicPage, { page: '1' })).findTopicPageDto.find(({ id }) => id === topic);
  expect(JSON.stringify(shown)).toContain('已注销用户');
  // Orders and ledger are as they were; cards and papers are not.
  expect(await ledger()).toEqual(entries);
  const kept = await db.selectFrom('demands').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
  expect([kept.owner_id, kept.status]).toEqual([user.id, 7]);
  const cards = await db.selectFrom('bank_cards').selectAll().where('user_id', '=', user.id).execute();
  expect(cards).toMatchObject([{ true_name: null, sealed_name: null, last4: '3445', sealed: Buffer.alloc(0) }]);
  const named = () => db.selectFrom('certifications').selectAll().where('user_id', '=', user.id).execute();
  expect(await named()).toMatchObject([{ name: null, status: 2, papers: {} }]);
  expect(await makers()).toEqual(new Set(['对方']));
  const dump = JSON.stringify([row, cards, await named()]);
  for (const secret of ['陈禾', '要走的人', user.mobile]) expect(dump).not.toContain(secret);
  // What stays can still be answered; nobody is told of it any more, on the page or elsewhere.
  dataOf(await portal.as(await newUser())(publishDiscuss, { topicId: topic, content: '这个话题还有人看吗' }));
  await app.worker.tick();
  for (const table of ['notices', 'notice_deliveries', 'notice_causes'] as const)
    expect(
      await db.selectFrom(table).selectAll().where('user_id', '=', user.id).where('at', '>=', clock.now()).execute(),
    ).toEqual([]);
  // The name of somebody who traded lies sealed for three years.
  clock.advance(3 * 366 * day);
  await app.worker.tick();
  expect(await named()).toEqual([]);
});

it('money that comes in late keeps it from being closed until its owner has seen to it', async () => {
  const user = await newUser();
  dataOf(await close(user));
  await buildMoney(db, user.id, 500, clock.now());
  clock.advance(closingDays * day);
  await app.worker.tick();
  expect(await statusOf(user)).toBe(3);
  expect(dataOf(await portal.send(signin, { mobile: user.mobile, password: user.password })).reopened).toBe(true);
});

it('what is interrupted goes on where it was, and no step is taken twice', async () => {
  const taken: string[] = [];
  let broken = true;
  const step = (name: string) => async () => {
    if (name === 'erase b' && broken) throw new Error('the power is cut');
    taken.push(name);
  };
  const parts: PersonalPart[] = ['a', 'b', 'c'].map((name) => ({
    name,
    hide: step(`hide ${name}`),
    erase: step(`erase ${name}`),
  }));
  const user = await newUser();
  const { id } = await beginLeaving(services, parts, user.id, clock.now());
  const go = () => continueLeaving(services, parts, id);
  await Promise.all(Array.from({ length: 8 }, go));
  expect(taken).toEqual(['hide a', 'hide b', 'hide c']);
  clock.advance(closingDays * day);
  await expect(go()).rejects.toThrow('the power is cut');
  await expect(go()).rejects.toThrow('the power is cut');
  expect(taken.slice(3)).toEqual(['erase a']);
  broken = false;
  await Promise.all(Array.from({ length: 8 }, go));
  expect(taken.slice(3)).toEqual(['erase a', 'erase b', 'erase c']);
  await go();
  expect(taken).toHaveLength(6);
});

it('[Z-15] closing while 64 choose the same provider: closed, or chosen, never both', async () => {
  const parts = app.personalParts;
  const rounds: number[] = [];
  // Where the closing stands among the choices differs, so that now one and now the other is first.
  for (const place of [0, 4, 32, 63]) {
    const provider = await newUser();
    const sent = await Promise.all(
      Array.from({ length: 64 }, async () => {
        const owner = await newUser();
        const demand = await buildDemand(services, { owner });
        const tenderId = await buildTender(services, demand, { bidder: provider });
        return () => portal.as(owner)(successful, { demandNid: demand.nid, tenderId });
      }),
    );
    const leaving = () =>
      beginLeaving(services, parts, provider.id, clock.now()).then(
        () => true,
        () => false,
      );
    const all = sent.map((choose, n) => (n === place ? Promise.all([leaving(), choose()]) : choose()));
    await Promise.all(all);
    const awarded = await db.selectFrom('demands').select('id').where('provider_id', '=', provider.id).execute();
    const closed = (await statusOf(provider)) !== 1;
    expect(closed && awarded.length > 0, `closed with ${awarded.length} orders`).toBe(false);
    const standing = await blocksOf(db, parts, provider.id, clock.now());
    expect(standing.length > 0).toBe(!closed);
    rounds.push(awarded.length);
  }
  expect(rounds.every((count) => count === 0 || count === 64)).toBe(true);

  // And with the closing first: nobody can be chosen any more.
  const provider = await newUser();
  const owner = await newUser();
  const demand = await buildDemand(services, { owner });
  const tenderId = await buildTender(services, demand, { bidder: provider });
  await beginLeaving(services, parts, provider.id, clock.now());
  expect(await portal.as(owner)(successful, { demandNid: demand.nid, tenderId })).toMatchObject({
    ok: false,
    code: 1005,
    message: '对方的账号已停用或正在注销',
  });
});
