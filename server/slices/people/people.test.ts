import { beforeAll, describe, expect, it } from 'vitest';
import { resetPassword, signin, smsPurposes } from '../../../contract/accounts.ts';
import { sms } from '../../../contract/accounts.ts';
import { getDevices } from '../../../contract/devices.ts';
import { certifySave } from '../../../contract/certification.ts';
import { demandCalls, tenderOrder } from '../../../contract/demands.ts';
import {
  operatorPeople,
  operatorPerson,
  releasePerson,
  revealPerson,
  suspendPerson,
} from '../../../contract/operator/people.ts';
import { publishDiscuss } from '../../../contract/topics.ts';
import { bindBank } from '../../../contract/wallet.ts';
import type { OperatorRole } from '../../calls/context.ts';
import { seconds } from '../../../contract/wire.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { countedAnew, keptCounts } from '../../testing/kept-counts.ts';
import { waitingForLocks } from '../../testing/locks.ts';
import { humanProof, lastCode, sentSms } from '../../testing/sms.ts';
import { type BuiltUser, buildUser } from '../accounts/build.ts';
import { beginClosing, userStatus } from '../accounts/standing.ts';
import { buildCase } from '../cases/build.ts';
import { buildForm } from '../certification/build.ts';
import { buildDemand } from '../demands/build.ts';
import { recount } from '../demands/lists.ts';
import { buildOrder, buildTender } from '../orders/build.ts';
import { insertShops } from '../shop/store.ts';
import { buildTopic } from '../topics/build.ts';
import { newId } from '../../db/ids.ts';
import { suspensionConsumers } from './hidden.ts';

const portal = await startPortal();
const { db, clock } = portal;
const { services, worker } = portal.app;
const day = 86_400_000;
const reason = '多次发布虚假需求，提醒后没有改正';

const user = (overrides: Parameters<typeof buildUser>[1] = {}) => buildUser(db, { now: clock.now(), ...overrides });
const operator = async (...operatorRoles: OperatorRole[]) => portal.as(await user({ operatorRoles }));
let admin: Awaited<ReturnType<typeof operator>>;
beforeAll(async () => {
  admin = await operator('admin');
});

const openShop = (keeper: BuiltUser, shop_name: string) =>
  inTransaction(db, (tx) => {
    const now = clock.now();
    return insertShops(tx, [{ id: newId(now), user_id: keeper.id, shop_name, created_at: now, shown_at: now }]);
  });

describe('[P-06] finding people', () => {
  const found = async (query: string) =>
    dataOf(await admin(operatorPeople, { query })).map(({ id, foundBy }) => ({ id, foundBy }));

  it('by nickname, shop, whole mobile, certified name, and by numbers', async () => {
    const keeper = await user({ nickName: '榫卯老林' });
    await openShop(keeper, '闽北榫卯工坊');
    const send = portal.as(keeper);
    dataOf(await send(certifySave, { ...(await buildForm(send, 1)), name: '林 木生' }));
    const demand = await buildDemand(services, { owner: keeper });
    expect(await found('卯老')).toEqual([{ id: keeper.id, foundBy: '昵称' }]);
    expect(await found('北榫卯工')).toEqual([{ id: keeper.id, foundBy: '店铺' }]);
    expect(await found(keeper.mobile)).toEqual([{ id: keeper.id, foundBy: '手机号' }]);
    expect(await found('林木生')).toEqual([{ id: keeper.id, foundBy: '认证名称' }]);
    expect(await found(demand.nid.toLowerCase())).toEqual([{ id: keeper.id, foundBy: '需求发布方' }]);
    expect(await found(keeper.id)).toEqual([{ id: keeper.id, foundBy: '编号' }]);
    // A part of a number, or of a certified name, finds nobody: they are not to be felt out.
    expect(await found(keeper.mobile.slice(0, 10))).toEqual([]);
    expect(await found('木生')).toEqual([]);
    // Nor does a whole one for who may not have it shown, nor an operator's number, who is none of the people.
    const moderator = await operator('moderator');
    expect(dataOf(await moderator(operatorPeople, { query: '林木生' }))).toEqual([]);
    expect(dataOf(await moderator(operatorPeople, { query: keeper.mobile }))).toHaveLength(1);
    const colleague = await user({ operatorRoles: ['finance'] });
    expect(await found(colleague.id)).toEqual([]);
    // Neither does what means something to a search alone.
    expect(await found("' & | ! :* \\ %")).toEqual([]);
  });

  it('a page of everybody, without a whole number in it', async () => {
    await Promise.all([user(), user()]);
    const reply = await admin(operatorPeople, { pageSize: 2, status: '1' });
    expect(reply).toMatchObject({ ok: true, page: 1 });
    expect(dataOf(reply)).toHaveLength(2);
    for (const { mobile } of dataOf(reply)) expect(mobile).toMatch(/^1\d\d\*{4}\d{4}$/);
    expect(await portal.as(await user())(operatorPeople, {})).toMatchObject({ code: 1003 });
  });
});

describe('[P-06] the page of a person', () => {
  it('shows each role what its work needs', async () => {
    const [owner, provider] = [await user(), await user({ accountType: 2 })];
    const order = await buildOrder(services, { owner, provider, so: 'accepted', amountFen: 123_400 });
    const of = async (role: OperatorRole) => dataOf(await (await operator(role))(operatorPerson, { id: owner.id }));
    const [reviewer, finance, auditor] = [await of('reviewer'), await of('finance'), await of('auditor')];
    expect(reviewer.orders).toMatchObject({ count: 1, rows: [{ demandNid: order.nid, side: 'owner', amount: '' }] });
    expect(reviewer).toMatchObject({ money: null, devices: null, notices: null, audit: null });
    expect(finance.orders.rows[0]?.amount).toBe('1234.00');
    expect(finance.money).toMatchObject({ account: '0.00' });
    expect(finance).toMatchObject({ devices: null, audit: null });
    expect(auditor.devices).toHaveLength(1);
    expect(auditor.money).not.toBeNull();
    expect(auditor.reveals).toEqual([]);
    expect(auditor.actions).toEqual([
      { action: 'suspend', enabled: false, reason: '只有内容管理或管理员可以停用账号' },
    ]);
    // Each look is noted, and those who may see it see who looked.
    expect(auditor.audit?.map(({ action }) => action)).toEqual(['user.seen', 'user.seen', 'user.seen']);
    expect(JSON.stringify([reviewer, finance, auditor])).not.toContain(owner.mobile);
  });

  it('tells what they wrote and offer, however it stands, and what they took back', async () => {
    const person = await user();
    const begun = clock.now().getTime();
    const at = (minutes: number) => new Date(begun + minutes * 60_000);
    const topic = (title: string, minutes: number, more: Parameters<typeof buildTopic>[1] = {}) =>
      buildTopic(db, { id: newId(at(minutes)), user_id: person.id, title, created_at: at(minutes), ...more });
    await topic('榫卯小床选什么木料', 1);
    await topic('低价床垫加我微信', 2, { review_status: 2, review_reason: '广告' });
    const back = await topic('发错了', 3, { removed_at: at(4) });
    await topic('别人的话题', 4, { user_id: (await user()).id });
    const shopId = newId(clock.now());
    await inTransaction(db, (tx) =>
      insertShops(tx, [
        { id: shopId, user_id: person.id, shop_name: '木岛家具', created_at: clock.now(), shown_at: clock.now() },
      ]),
    );
    const draft = { review_reason: null, submitted_at: null, updated_at: new Date(Date.now() + 3_600_000) };
    await buildCase(db, { shop_id: shopId, name: '云朵婴儿床', review_status: 2, review_reason: '图片不清楚' });
    // What is being written is its keeper's alone; of a change of what is public that stays to be seen.
    await buildCase(db, { shop_id: shopId, name: '还没写完', review_status: 0, draft: '{"name":"还没写完"}' });
    const shown = await buildCase(db, { shop_id: shopId, name: '公开的斗柜' });
    await db
      .insertInto('case_revisions')
      .values({
        case_id: shown,
        category: 'pet',
        name: '公开的斗柜',
        pictures: [],
        address: null,
        lat: null,
        lng: null,
        details: '{}',
        draft: '{"name":"还没发布的新名"}',
        ...draft,
      })
      .execute();
    // Comments go through the word list, which holds this one.
    const open = await topic('大家怎么看', 0, { user_id: (await user()).id });
    clock.advance(10 * 60_000);
    const { id: said } = dataOf(await portal.as(person)(publishDiscuss, { topicId: open, content: '代开发票' }));
    const of = async (...roles: OperatorRole[]) =>
      dataOf(await (await operator(...roles))(operatorPerson, { id: person.id }));
    const { writings, cases } = await of('moderator');
    expect(writings.count).toBe(4);
    expect(writings.rows).toMatchObject([
      { id: said, kind: 'comment', title: '代开发票', stateName: '待审核' },
      { id: back, kind: 'topic', title: '', stateName: '已删除', reason: '', time: seconds(at(3)) },
      { title: '低价床垫加我微信', stateName: '未通过', reason: '广告' },
      { kindName: '话题', title: '榫卯小床选什么木料', stateName: '已发布', reason: '' },
    ]);
    expect(cases.count).toBe(2);
    expect(cases.rows).toMatchObject([
      { name: '公开的斗柜', statusName: '审核通过' },
      { name: '云朵婴儿床', statusName: '审核不通过', reason: '图片不清楚' },
    ]);
    // Who may not read at the desk what is held or hidden reads none of it here.
    const { writings: covered } = await of('finance');
    expect(covered.rows.map(({ title }) => title)).toEqual([
      '关于“大家怎么看”',
      '',
      '没有公开的标题',
      '榫卯小床选什么木料',
    ]);
  });

  it('covered data is shown in full for a reason, which is kept with who looked', async () => {
    const person = await user();
    const send = portal.as(person);
    dataOf(await send(certifySave, { ...(await buildForm(send, 1)), name: '陈知远', address_detail: '文明大道 1 号' }));
    const card = { bank_name: '中国银行', bank_account: '6217001234567890123', truename: '陈知远' };
    const { id: cardId } = dataOf(await send(bindBank, card));
    const { certification, money } = dataOf(await admin(operatorPerson, { id: person.id }));
    expect(certification?.name).toBe('陈**');
    expect(money?.cards[0]?.bank_account).toBe('**** **** **** 0123');
    const ask = { id: person.id, reason: '电话核对退款' };
    expect(dataOf(await admin(revealPerson, { ...ask, field: 'mobile' })).value).toBe(person.mobile);
    expect(dataOf(await admin(revealPerson, { ...ask, field: 'name' })).value).toBe('陈知远');
    expect(dataOf(await admin(revealPerson, { ...ask, field: 'contact' })).value).toContain('13800001234');
    expect(dataOf(await admin(revealPerson, { ...ask, field: 'address' })).value).toMatch(/文明大道 1 号$/);
    expect(dataOf(await admin(revealPerson, { ...ask, field: 'card', cardId })).value).toBe('6217001234567890123');
    expect(await admin(revealPerson, { ...ask, field: 'card' })).toMatchObject({
      fields: { cardId: expect.any(String) },
    });
    const other = await user();
    expect(await admin(revealPerson, { ...ask, id: other.id, field: 'card', cardId })).toMatchObject({ code: 1004 });
    expect(await admin(revealPerson, { ...ask, field: 'mobile', reason: '' })).toMatchObject({
      fields: { reason: '请写明为什么要查看，会记入审计' },
    });
    const rows = await db
      .selectFrom('audit_entries')
      .select(['after', 'why'])
      .where('action', '=', 'user.revealed')
      .where('subject_id', '=', person.id)
      .orderBy('id')
      .execute();
    expect(rows.map(({ after }) => after['field']).toSorted()).toEqual([
      'address',
      'card',
      'contact',
      'mobile',
      'name',
    ]);
    expect(rows.find(({ after }) => after['field'] === 'card')?.after).toMatchObject({ cardId });
    expect(rows.map(({ why }) => why)).toContain(ask.reason);
    for (const [role, field] of [
      ['reviewer', 'card'],
      ['moderator', 'name'],
      ['auditor', 'mobile'],
    ] as const)
      expect(await (await operator(role))(revealPerson, { ...ask, field })).toMatchObject({ code: 1003 });
  });
});

describe('[P-06] keeping somebody out', () => {
  const enter = ({ mobile, password }: BuiltUser) => portal.send(signin, { mobile, password });

  it('ends their sessions, hides what they show, says why, and all of it comes back when it is lifted', async () => {
    const [person, other] = [await user({ nickName: '停用者' }), await user()];
    await openShop(person, '停用者的店');
    const own = await buildDemand(services, { owner: person });
    const theirs = await buildDemand(services, { owner: other });
    await buildTender(services, theirs, { bidder: person });
    const under = await buildOrder(services, { owner: other, provider: person, so: 'accepted' });
    await worker.tick();
    const stage = services.stages.find(({ key }) => key === own.stage);
    if (!stage) throw new Error('no stage');
    const calls = demandCalls(stage);
    const listedNids = async () =>
      dataOf(await portal.send(calls.list, { pageSize: 50 })).map(({ demandNid }) => demandNid);
    expect(await listedNids()).toContain(own.nid);

    const until = new Date(clock.now().getTime() + 3 * day);
    const given = { id: person.id, reason, until: String(Math.floor(until.getTime() / 1000)) };
    const moderator = await operator('moderator');
    expect(dataOf(await moderator(suspendPerson, given))).toEqual({ status: 2 });
    expect(await moderator(suspendPerson, given)).toMatchObject({ code: 1005 });
    expect(await portal.as(person)(getDevices, {})).toMatchObject({ code: 1002 });
    const refused = await enter(person);
    expect(refused).toMatchObject({ code: 1003 });
    expect(!refused.ok && refused.message).toMatch(
      /^该账号已停用至\d{4}年\d+月\d+日 \d\d:\d\d，原因：多次发布虚假需求/,
    );
    await worker.tick();
    expect(await listedNids()).not.toContain(own.nid);
    expect(await portal.send(calls.info, { demandNid: own.nid })).toMatchObject({ code: 1004 });
    const bid = { demandNid: own.nid, completionDay: '9', offer: '900' };
    expect(await portal.as(other)(tenderOrder, bid)).toMatchObject({ code: 1004 });
    const shop = () =>
      db.selectFrom('shops').select('closed_at').where('user_id', '=', person.id).executeTakeFirstOrThrow();
    expect((await shop()).closed_at).not.toBeNull();
    const tender = await db
      .selectFrom('tenders')
      .select('status')
      .where('demand_id', '=', theirs.id)
      .executeTakeFirst();
    expect(tender?.status).toBe('withdrawn');
    // What is under way goes on.
    const order = await db.selectFrom('demands').select('status').where('id', '=', under.id).executeTakeFirst();
    expect(order?.status).toBe(3);
    expect(await keptCounts(db, 'demands/')).toEqual(await countedAnew(db, 'demands/', recount));
    // They are texted, since they cannot read it; by day, whatever time it is.
    await worker.tick();
    clock.advance(10 * 3_600_000);
    await worker.tick();
    // Who is kept out can neither sign in to read more nor turn it off.
    expect(sentSms(portal.dataDir, person.mobile).at(-1)).toMatchObject({
      template: 'account',
      text: expect.stringMatching(new RegExp(`${reason}.*如有疑问请联系客服。$`)),
    });

    const lifted = { id: person.id, reason: '本人已说明情况' };
    expect(dataOf(await moderator(releasePerson, lifted))).toEqual({ status: 1 });
    expect(await moderator(releasePerson, lifted)).toMatchObject({ code: 1005 });
    expect(await enter(person)).toMatchObject({ ok: true });
    await worker.tick();
    expect(await listedNids()).toContain(own.nid);
    expect((await shop()).closed_at).toBeNull();
    expect(await keptCounts(db, 'demands/')).toEqual(await countedAnew(db, 'demands/', recount));
    const seen = dataOf(await admin(operatorPerson, { id: person.id }));
    expect(seen.suspensions).toMatchObject([{ reason, endReason: '本人已说明情况' }]);
    expect(seen.audit?.map(({ action }) => action).filter((action) => action !== 'user.seen')).toEqual([
      'user.released',
      'user.suspended',
    ]);
  });

  it('of somebody let in and kept out again at once hides what they show, whichever is heard of first', async () => {
    const person = await user();
    await openShop(person, '又被停用的店');
    const own = await buildDemand(services, { owner: person });
    const suspended = async () => dataOf(await admin(suspendPerson, { id: person.id, reason }));
    const released = async () => dataOf(await admin(releasePerson, { id: person.id, reason: '点错了' }));
    const shown = async () => {
      const shop = await db.selectFrom('shops').select('closed_at').where('user_id', '=', person.id).executeTakeFirst();
      const demand = await db.selectFrom('demands').select('held_at').where('id', '=', own.id).executeTakeFirst();
      return [shop?.closed_at === null, demand?.held_at === null];
    };
    await suspended();
    await worker.tick();
    await released();
    clock.advance(1000);
    await suspended();
    // The two are told to different consumers, which do not wait for each other.
    const [lifted, anew] = await db
      .selectFrom('account_suspensions')
      .select('id')
      .where('user_id', '=', person.id)
      .orderBy('began_at')
      .execute();
    const consumers = suspensionConsumers(portal.app.personalParts);
    for (const [name, suspensionId] of [
      ['account-suspended', anew?.id],
      ['account-released', lifted?.id],
    ]) {
      const payload = { userId: person.id, suspensionId } as never;
      await consumers.find((one) => one.name === name)?.handle({ id: '', event: '', payload }, services);
    }
    expect(await shown()).toEqual([false, false]);
    await worker.tick();
    expect(await shown()).toEqual([false, false]);
    await released();
    await worker.tick();
    expect(await shown()).toEqual([true, true]);
  });

  it('ends by itself when its time is over, at the sign-in as well as by the clock', async () => {
    const [early, late, forgetful] = [await user(), await user(), await user()];
    const until = String(Math.floor(clock.now().getTime() / 1000) + 3600);
    for (const { id } of [early, late, forgetful]) dataOf(await admin(suspendPerson, { id, reason, until }));
    await worker.tick();
    clock.advance(3_600_000 - 60_000);
    expect(await enter(early)).toMatchObject({ code: 1003 });
    clock.advance(120_000);
    expect(await enter(early)).toMatchObject({ ok: true });
    const { mobile } = forgetful;
    dataOf(await portal.send(sms, { mobile, type: smsPurposes.reset, humanCheck: await humanProof(portal.send) }));
    const anew = { mobile, code: lastCode(portal.dataDir, mobile), password: 'omo2026anew' };
    expect(await portal.send(resetPassword, anew)).toMatchObject({ ok: true, data: { token: expect.any(String) } });
    await worker.tick();
    const seen = dataOf(await admin(operatorPerson, { id: late.id }));
    expect(seen).toMatchObject({ status: 1, suspensions: [{ endedBy: '', ended: expect.any(Number) }] });
  });

  it('is noted with the standing that it found under the lock, however that came about meanwhile', async () => {
    const person = await user();
    const noted = async (action: string) => {
      const entries = db.selectFrom('audit_entries').select('before').where('subject_id', '=', person.id);
      return (await entries.where('action', '=', action).executeTakeFirstOrThrow()).before;
    };
    // They ask to leave in the same moment, and are a little faster.
    const asked = await inTransaction(db, async (tx) => {
      await beginClosing(tx, person.id);
      const suspending = admin(suspendPerson, { id: person.id, reason });
      await expect.poll(() => waitingForLocks(db)).toBe(1);
      return { suspending };
    });
    dataOf(await asked.suspending);
    expect(await noted('user.suspended')).toEqual({ status: userStatus.closing });
    dataOf(await admin(releasePerson, { id: person.id, reason: '点错了' }));
    expect(await noted('user.released')).toEqual({ status: userStatus.stopped });
  });

  it('is not for everybody to do, nor to do to everybody', async () => {
    const person = await user();
    const given = { id: person.id, reason };
    for (const role of ['reviewer', 'finance', 'auditor'] as const)
      expect(await (await operator(role))(suspendPerson, given)).toMatchObject({ code: 1003 });
    const [self, colleague] = [await user({ operatorRoles: ['admin'] }), await user({ operatorRoles: ['finance'] })];
    expect(await portal.as(self)(suspendPerson, { ...given, id: self.id })).toMatchObject({ code: 1003 });
    expect(await portal.as(self)(suspendPerson, { ...given, id: colleague.id })).toMatchObject({
      message: '运营人员的账号由管理员在服务器上停用',
    });
    expect(await admin(suspendPerson, { id: person.id, reason: '' })).toMatchObject({
      fields: { reason: '请写明原因，本人登录时会看到' },
    });
    const past = String(Math.floor(clock.now().getTime() / 1000) - 60);
    expect(await admin(suspendPerson, { ...given, until: past })).toMatchObject({
      fields: { until: '停用到的时间须晚于现在' },
    });
    // Ten at once are one.
    const replies = await Promise.all(Array.from({ length: 10 }, () => admin(suspendPerson, given)));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
  });
});
