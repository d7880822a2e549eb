import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { getInspections } from '../../../../contract/order-inspection.ts';
import { getOrderInfo } from '../../../../contract/orders.ts';
import {
  affirmOrder,
  completeOrder,
  confirmContract,
  draftContract,
  finishOrder,
  getContract,
  getUserCertify,
  releaseRetention,
  reportProgress,
  scheduleSee,
  sendBackOrder,
  takeContractDraft,
  uploadContract,
} from '../../../../contract/order-work.ts';
import { days } from '../../../../contract/process/facts.ts';
import { dataOf, startPortal } from '../../../testing/portal.ts';
import { type BuiltUser, buildUser, signIn } from '../../accounts/build.ts';
import { available, escrow } from '../../ledger/accounts.ts';
import { balanceOf } from '../../ledger/queries.ts';
import { uploadPicture } from '../../uploads/build.ts';
import { act } from '../build.ts';
import { buildDelivered, buildWorking } from './build.ts';
import { termsOf } from './contract-terms-of.ts';
import { makeContract, makeContracts } from './make-contract.ts';

const portal = await startPortal();
const { services } = portal.app;
let owner: BuiltUser;
let provider: BuiltUser;
let stranger: BuiltUser;
let operator: BuiltUser;

beforeAll(async () => {
  const now = portal.clock.now();
  owner = await buildUser(portal.db, { nickName: '陈掌柜', now });
  provider = await buildUser(portal.db, { nickName: '三榫制造', accountType: 2, now });
  stranger = await buildUser(portal.db, { now });
  operator = await buildUser(portal.db, { operatorRoles: ['finance'], now });
});

/** Signed in anew each time: the clock of these tests runs for weeks. */
const as = async (user: BuiltUser) => portal.as({ token: await signIn(portal.db, user.id, portal.clock.now()) });

const paper = (words: string, name = '加工合同.pdf') =>
  new File([`%PDF-1.7\n${words}\n%%EOF\n`], name, { type: 'application/pdf' });
const sha = (words: string) => createHash('sha256').update(`%PDF-1.7\n${words}\n%%EOF\n`).digest('hex');

const working = () => buildWorking(services, { owner, provider });

describe('the contract', () => {
  test('[O-06] is uploaded by one side, confirmed by hash by the other, and cannot be replaced then', async () => {
    const { nid: demandNid } = await working();
    const [mine, theirs] = [await as(owner), await as(provider)];
    expect(dataOf(await mine(getContract, { demandNid }))).toEqual({ contract: null, replaced: [] });
    const sent = dataOf(await theirs(uploadContract, { demandNid }, { file: paper('第一稿') }));
    expect(sent).toEqual({ orderStatus: 3, hash: sha('第一稿') });
    expect(dataOf(await mine(getContract, { demandNid })).contract).toMatchObject({
      hash: sha('第一稿'),
      name: '加工合同.pdf',
      source: 'uploaded',
      by: 'provider',
      nickname: '三榫制造',
      confirmedByOwner: false,
      confirmedByProvider: true,
      inForce: false,
    });

    // Replaced while the owner was reading: the old hash is not what is confirmed.
    dataOf(await theirs(uploadContract, { demandNid }, { file: paper('第二稿') }));
    expect(await mine(confirmContract, { demandNid, hash: sha('第一稿') })).toMatchObject({
      ok: false,
      message: '合同文件已更换，请重新查看后再确认',
    });
    dataOf(await mine(confirmContract, { demandNid, hash: sha('第二稿') }));
    const both = dataOf(await theirs(getContract, { demandNid }));
    expect(both.contract).toMatchObject({ hash: sha('第二稿'), inForce: true, since: expect.any(Number) });
    expect(both.replaced.map(({ hash }) => hash)).toEqual([sha('第一稿')]);
    for (const send of [mine, theirs])
      expect(await send(uploadContract, { demandNid }, { file: paper('第三稿') })).toMatchObject({
        ok: false,
        code: 1005,
        message: '合同已由双方确认生效，不能更换',
      });
  });

  test('[O-06] a new file voids what was confirmed; the same file twice is once, from the other side a confirmation', async () => {
    const { nid: demandNid } = await working();
    const [mine, theirs] = [await as(owner), await as(provider)];
    const at = async () => dataOf(await mine(getContract, { demandNid })).contract;
    await mine(uploadContract, { demandNid }, { file: paper('甲稿') });
    const again = await Promise.all([1, 2].map(() => mine(uploadContract, { demandNid }, { file: paper('甲稿') })));
    expect(again.every(({ ok }) => ok)).toBe(true);
    expect(dataOf(await mine(getContract, { demandNid })).replaced).toEqual([]);
    await theirs(uploadContract, { demandNid }, { file: paper('乙稿') });
    expect(await at()).toMatchObject({ confirmedByOwner: false, confirmedByProvider: true });
    await mine(uploadContract, { demandNid }, { file: paper('乙稿') });
    expect(await at()).toMatchObject({ by: 'provider', inForce: true });
  });

  test('[O-06] passes the checks of documents, and never has a public address', async () => {
    const { nid: demandNid, id } = await working();
    const mine = await as(owner);
    for (const [file, message] of [
      [new File(['MZ'], '合同.exe'), '只支持xls、xlsx、doc、docx、pdf、zip、rar格式的文件'],
      [new File(['not a pdf'], '合同.pdf'), '文件内容与扩展名.pdf不符，或文件已加密、损坏'],
    ] as const)
      expect(await mine(uploadContract, { demandNid }, { file })).toMatchObject({ ok: false, code: 1007, message });
    expect(await mine(uploadContract, { demandNid })).toMatchObject({ fields: { file: '请选择要上传的合同' } });
    dataOf(await mine(uploadContract, { demandNid }, { file: paper('正文') }));
    const { url } = dataOf(await mine(getContract, { demandNid })).contract!;

    const opened = await fetch(portal.url + url);
    expect(opened.status).toBe(200);
    expect(await opened.text()).toContain('正文');
    expect(opened.headers.get('content-disposition')).toContain('attachment');
    expect(opened.headers.get('cache-control')).toContain('no-store');
    // Without its signature, with another's, for another file, and after ten minutes: nothing.
    const bare = url.split('?')[0] as string;
    const forged = [bare, `${bare}?expires=9999999999&sign=AAAA`, url.replace(id, owner.id)];
    for (const address of [...forged, url.replace(/expires=\d+/, 'expires=9999999999')])
      expect((await fetch(portal.url + address)).status).toBe(403);
    expect((await fetch(`${portal.url}/files/${id}/${encodeURIComponent('加工合同.pdf')}`)).status).toBe(404);
    portal.clock.advance(601_000);
    expect((await fetch(portal.url + url)).status).toBe(403);
  });

  test('[O-06] is for the two sides, and operators once they are called to a dispute; to others there is no such order', async () => {
    const { nid: demandNid } = await working();
    await (
      await as(owner)
    )(uploadContract, { demandNid }, { file: paper('密') });
    expect(await (await as(stranger))(getContract, { demandNid })).toMatchObject({ ok: false, code: 1004 });
    expect(await (await as(stranger))(scheduleSee, { demandNid })).toMatchObject({ ok: false, code: 1004 });
    expect(await (await as(stranger))(getUserCertify, { demandNid })).toMatchObject({ ok: false, code: 1004 });
    const refused = await (await as(stranger))(uploadContract, { demandNid }, { file: paper('换') });
    expect(refused).toMatchObject({ ok: false, code: 1004 });
    expect(await portal.send(getContract, { demandNid })).toMatchObject({ ok: false, code: 1002 });
    // Nobody called them: an operator has no more business there than a stranger.
    const reviewer = await buildUser(portal.db, { operatorRoles: ['reviewer'], now: portal.clock.now() });
    for (const call of [getContract, scheduleSee, getInspections] as const)
      for (const user of [operator, reviewer])
        expect(await (await as(user))(call, { demandNid })).toMatchObject({ ok: false, code: 1004 });
    await act(services, demandNid, 'pay', owner.id);
    await act(services, demandNid, 'requestCancel', owner.id, {
      reason: '计划有变',
      split: { ownerFen: 2_592_000, providerFen: 0 },
    });
    expect(await (await as(reviewer))(getContract, { demandNid })).toMatchObject({ ok: false, code: 1004 });
    expect(dataOf(await (await as(operator))(getContract, { demandNid })).contract).toMatchObject({ by: 'owner' });
    for (const call of [scheduleSee, getInspections] as const)
      expect(await (await as(operator))(call, { demandNid })).toMatchObject({ ok: true });
    const hash = sha('密');
    expect(await (await as(operator))(confirmContract, { demandNid, hash })).toMatchObject({ ok: false });
  });

  test('[O-06] is generated from the order’s terms: the same bytes each time, put forward as it was read', async () => {
    const { nid: demandNid } = await working();
    const [mine, theirs] = [await as(owner), await as(provider)];
    const first = dataOf(await mine(draftContract, { demandNid }));
    const second = dataOf(await theirs(draftContract, { demandNid }));
    expect(second.hash).toBe(first.hash);
    const row = await portal.db
      .selectFrom('demands')
      .selectAll()
      .where('nid', '=', demandNid)
      .executeTakeFirstOrThrow();
    const terms = await termsOf(services, row);
    const anew = await makeContract(terms);
    expect(createHash('sha256').update(anew).digest('hex')).toBe(first.hash);
    // Among others it is the same, and each stands in its place.
    const other = { ...terms, nid: 'DN20261122000001', name: '另一张婴儿床' };
    const [one, two, three] = await makeContracts([other, terms, other]);
    expect(two).toEqual(anew);
    expect(one).not.toEqual(anew);
    expect(three).toEqual(one);
    const pdf = Buffer.from(await (await fetch(portal.url + first.url)).arrayBuffer());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(createHash('sha256').update(pdf).digest('hex')).toBe(first.hash);
    // Nothing is put forward by reading.
    expect(dataOf(await mine(getContract, { demandNid })).contract).toBeNull();
    const wrong = 'f'.repeat(64);
    expect(await mine(takeContractDraft, { demandNid, hash: wrong })).toMatchObject({ ok: false, code: 1005 });
    dataOf(await mine(takeContractDraft, { demandNid, hash: first.hash }));
    dataOf(await theirs(confirmContract, { demandNid, hash: first.hash }));
    expect(dataOf(await mine(getContract, { demandNid })).contract).toMatchObject({
      source: 'generated',
      name: `合同_${demandNid}.pdf`,
      inForce: true,
    });
    expect(await mine(draftContract, { demandNid })).toMatchObject({ ok: false, code: 1005 });
  });

  test('[O-06] the counterpart’s certification: an enterprise’s name, of a person the family name', async () => {
    const { nid: demandNid } = await working();
    const paperOf = (user: BuiltUser, name: string) => ({
      id: user.id,
      user_id: user.id,
      account_type: user.accountType,
      stage_key: user.accountType === 2 ? 'make' : null,
      name,
      province_code: '36',
      city_code: '3607',
      status: 1 as const,
      created_at: portal.clock.now(),
      decided_at: portal.clock.now(),
    });
    expect(dataOf(await (await as(owner))(getUserCertify, { demandNid }))).toMatchObject({
      certified: false,
      name: '',
    });
    const papers = [paperOf(owner, '陈知远'), paperOf(provider, '赣州三榫家具制造有限公司')];
    await portal.db.insertInto('certifications').values(papers).execute();
    expect(dataOf(await (await as(owner))(getUserCertify, { demandNid }))).toMatchObject({
      nickname: '三榫制造',
      certified: true,
      account_type: 2,
      name: '赣州三榫家具制造有限公司',
      typeName: '制造',
    });
    expect(dataOf(await (await as(provider))(getUserCertify, { demandNid }))).toMatchObject({ name: '陈**' });
  });
});

describe('progress', () => {
  test('[O-05] is reported with words and pictures, never backwards; from 50 % the second payment is due', async () => {
    const { nid: demandNid } = await working();
    const theirs = await as(provider);
    await act(services, demandNid, 'pay', owner.id);
    const picture = await uploadPicture(theirs);
    const report = (percent: number | string, more: object = {}) =>
      theirs(reportProgress, { demandNid, percent: String(percent), content: '开料完成，余料率 11%', ...more });
    expect(await report(101)).toMatchObject({ fields: { percent: '进度应为 0 到 100 的整数' } });
    expect(await report('')).toMatchObject({ fields: { percent: '请填写进度' } });
    expect(await report(30, { content: '好' })).toMatchObject({ fields: { content: '请至少写四个字的进展' } });
    expect(await report(30, { files: '/files/nobody.jpg' })).toMatchObject({ fields: { files: expect.any(String) } });
    expect((await report(30, { files: picture })).ok).toBe(true);
    expect(await report(20)).toMatchObject({ code: 1001, message: '进度不能低于上一次的 30%' });
    const info = async () => dataOf(await (await as(owner))(getOrderInfo, { demandNid }));
    expect(await info()).toMatchObject({ progress: 30, reportCount: 1, theSecondPaymentStatus: 0 });
    expect((await report(50)).ok).toBe(true);
    expect(await info()).toMatchObject({ progress: 50, theSecondPaymentStatus: 1 });
    const seen = await (await as(owner))(scheduleSee, { demandNid });
    expect(seen).toMatchObject({ count: 2 });
    expect(dataOf(seen)).toMatchObject([
      { kind: 'report', percent: 50, pictures: [], nickname: '三榫制造', by: 'provider' },
      { kind: 'report', percent: 30, pictures: [picture], content: '开料完成，余料率 11%' },
    ]);
    expect(await (await as(owner))(reportProgress, { demandNid, percent: '60', content: '我来写一条' })).toMatchObject({
      ok: false,
      code: 1003,
    });
  });

  test('[O-05] the same form sent many times at once is one report', async () => {
    const { nid: demandNid } = await working();
    const theirs = await as(provider);
    const form = { demandNid, percent: '40', content: '打磨到 240 目', requestId: 'form-0000-0001' };
    const ids = (await Promise.all([1, 2, 3, 4].map(() => theirs(reportProgress, form)))).map((one) => dataOf(one).id);
    expect(new Set(ids).size).toBe(1);
    expect(dataOf(await theirs(getOrderInfo, { demandNid })).reportCount).toBe(1);
    expect(await theirs(scheduleSee, { demandNid })).toMatchObject({ count: 1 });
  });
});

describe('finishing', () => {
  test('[O-07] finish waits for the second payment and a report, and says so on the disabled button', async () => {
    const { nid: demandNid } = await working();
    const [mine, theirs] = [await as(owner), await as(provider)];
    const button = async () => {
      const { actions } = dataOf(await theirs(getOrderInfo, { demandNid }));
      const { enabled, reason } = actions.find(({ action }) => action === 'finish')!;
      return [enabled, reason];
    };
    expect(await button()).toEqual([false, '发布方还没有支付首付']);
    expect(await theirs(finishOrder, { demandNid })).toMatchObject({ code: 1005, message: '发布方还没有支付首付' });
    await act(services, demandNid, 'pay', owner.id);
    expect(await button()).toEqual([false, '进度达到 50% 且二期款托管后才能完工']);
    dataOf(await theirs(reportProgress, { demandNid, percent: '100', content: '全部装箱完毕' }));
    expect(await button()).toEqual([false, '发布方还没有支付二期款']);
    await act(services, demandNid, 'pay', owner.id);
    expect(await button()).toEqual([true, '']);
    expect(dataOf(await theirs(finishOrder, { demandNid }))).toEqual({ orderStatus: 4 });
    expect(await theirs(finishOrder, { demandNid })).toMatchObject({ code: 1005 });
    expect(await mine(affirmOrder, { demandNid })).toMatchObject({ message: '请先支付尾款，尾款托管后才能验收' });
  });

  test('[O-07] is sent back with a reason three times at most; what is held stays held', async () => {
    const { nid: demandNid, id } = await buildDelivered(services, { owner, provider });
    const [mine, theirs] = [await as(owner), await as(provider)];
    expect(await mine(sendBackOrder, { demandNid, reason: '' })).toMatchObject({ fields: { reason: '请填写原因' } });
    const picture = await uploadPicture(mine);
    for (const left of [2, 1, 0]) {
      dataOf(await mine(sendBackOrder, { demandNid, reason: '侧板锁扣行程不够', files: picture }));
      const info = dataOf(await mine(getOrderInfo, { demandNid }));
      expect(info).toMatchObject({ orderStatus: 3, sendBacksLeft: left, finalPaymentStatus: 2 });
      dataOf(await theirs(finishOrder, { demandNid }));
    }
    expect(await mine(sendBackOrder, { demandNid, reason: '还是不行' })).toMatchObject({
      code: 1005,
      message: '已退回 3 次，不能再退回；仍有问题请发起争议',
    });
    expect(await balanceOf(portal.db, escrow(id))).toBe(8_640_000);
    const kinds = dataOf(await mine(scheduleSee, { demandNid })).map(({ kind }) => kind);
    expect(kinds.slice(0, 2)).toEqual(['finish', 'sendBack']);
    expect(dataOf(await mine(scheduleSee, { demandNid }))[1]).toMatchObject({ pictures: [picture] });
  });

  test('[O-07] affirming releases the first two parts and retains the last, which the owner’s word releases', async () => {
    const { nid: demandNid, id } = await buildDelivered(services, { owner, provider });
    const mine = await as(owner);
    const before = await balanceOf(portal.db, available(provider.id));
    // Twice at once: one effect.
    const replies = await Promise.all([1, 2, 3].map(() => mine(affirmOrder, { demandNid })));
    expect(replies.map((reply) => (reply.ok ? 0 : reply.code)).toSorted()).toEqual([0, 1005, 1005]);
    expect(await balanceOf(portal.db, available(provider.id))).toBe(before + 2_592_000 + 4_320_000);
    const info = dataOf(await mine(getOrderInfo, { demandNid }));
    expect(info).toMatchObject({ orderStatus: 5, heldAmount: '17280.00', paymentProgress: 3 });
    expect(info.retentionUntil).toBe(Math.floor((portal.clock.now().getTime() + days(info.retentionDays)) / 1000));
    expect(info.nextStep).toMatchObject({ at: info.retentionUntil, money: '¥17,280.00 放给承接方' });
    expect(await (await as(provider))(releaseRetention, { demandNid })).toMatchObject({ code: 1003 });
    dataOf(await mine(releaseRetention, { demandNid }));
    expect(await balanceOf(portal.db, available(provider.id))).toBe(before + 8_640_000);
    expect(await balanceOf(portal.db, escrow(id))).toBe(0);
    expect(dataOf(await mine(getOrderInfo, { demandNid }))).toMatchObject({ orderStatus: 7, heldAmount: '0.00' });
  });

  test('[O-07] completed without a word on it, the retention is released by the clock, once', async () => {
    const { nid: demandNid, id } = await buildDelivered(services, { owner, provider, stage: 'make' });
    dataOf(await (await as(owner))(affirmOrder, { demandNid }));
    expect(dataOf(await (await as(owner))(completeOrder, { demandNid }))).toEqual({ orderStatus: 7 });
    expect(await balanceOf(portal.db, escrow(id))).toBe(1_728_000);
    portal.clock.advance(days(15) - 1000);
    await portal.app.worker.tick();
    expect(await balanceOf(portal.db, escrow(id))).toBe(1_728_000);
    portal.clock.advance(2000);
    await Promise.all([portal.app.worker.tick(), portal.app.worker.tick()]);
    expect(await balanceOf(portal.db, escrow(id))).toBe(0);
  });

  test('[O-07] left alone it completes by itself', async () => {
    const { nid: demandNid, id } = await buildDelivered(services, { owner, provider, stage: 'make' });
    dataOf(await (await as(owner))(affirmOrder, { demandNid }));
    portal.clock.advance(days(15));
    expect(dataOf(await (await as(owner))(getOrderInfo, { demandNid }))).toMatchObject({ orderStatus: 7 });
    expect(await balanceOf(portal.db, escrow(id))).toBe(0);
  });
});
