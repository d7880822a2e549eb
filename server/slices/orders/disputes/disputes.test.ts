import { beforeAll, describe, expect, test } from 'vitest';
import type { Reply } from '../../../../contract/call.ts';
import { getDesk } from '../../../../contract/operator/desk.ts';
import { queueList } from '../../../../contract/operator/queues.ts';
import { operatorDispute, operatorDisputes, ruleDispute } from '../../../../contract/operator/disputes.ts';
import {
  acceptCancel,
  acceptSplit,
  addEvidence,
  counterSplit,
  getDispute,
  openDispute,
  refuseCancel,
  refuseSplit,
  requestCancel,
  withdrawCancel,
  withdrawDispute,
} from '../../../../contract/order-disputes.ts';
import { cancelOrder, getOrderInfo } from '../../../../contract/orders.ts';
import { days, hours } from '../../../../contract/process/facts.ts';
import { getTransactionList } from '../../../../contract/wallet.ts';
import { proofChecks } from '../../../proofs.ts';
import { prove } from '../../ledger/proof.ts';
import { dataOf, startPortal } from '../../../testing/portal.ts';
import { type BuiltUser, buildUser, signIn } from '../../accounts/build.ts';
import { alsoOperator } from '../../operators/build.ts';
import { available, escrow, income } from '../../ledger/accounts.ts';
import { balanceOf } from '../../ledger/queries.ts';
import { uploadPaper } from '../../certification/build.ts';
import { uploadPicture } from '../../uploads/build.ts';
import { buildMoney } from '../../wallet/build.ts';
import { buildOrder, type reached } from '../build.ts';

const portal = await startPortal({ env: { OMO_COMMISSION_PERCENT: '2.5' } });
const { services } = portal.app;
let judge: BuiltUser;

beforeAll(async () => {
  judge = await buildUser(portal.db, { operatorRoles: ['finance'], nickName: '财务小林', now: portal.clock.now() });
});

// Signed in anew each time: the clock of these tests runs for weeks, a sign-in for a day.
const as = async ({ id }: { id: string }) => portal.as({ token: await signIn(portal.db, id, portal.clock.now()) });
const refusal = (reply: Reply<unknown>) => (reply.ok ? 'went through' : `${reply.code} ${reply.message}`);
const rowOf = (nid: string) =>
  portal.db.selectFrom('demands').selectAll().where('nid', '=', nid).executeTakeFirstOrThrow();

/** An order of two people of its own, who have nothing but what its money does to them. */
async function orderAt(so: keyof typeof reached, amountFen = 8_640_001) {
  const now = portal.clock.now();
  const owner = await buildUser(portal.db, { nickName: '陈掌柜', now });
  const provider = await buildUser(portal.db, { nickName: '三榫制造', accountType: 2, now });
  await buildMoney(portal.db, owner.id, amountFen, now);
  const { nid, id } = await buildOrder(services, { owner, provider, so, amountFen });
  const purse = async () => ({
    owner: await balanceOf(portal.db, available(owner.id)),
    provider: await balanceOf(portal.db, available(provider.id)),
    escrow: await balanceOf(portal.db, escrow(id)),
  });
  return { demandNid: nid, id, owner, provider, purse };
}

const reason = '工期排不开，做不下去了';
const split = (ownerAmount: string, providerAmount: string) => ({ ownerAmount, providerAmount });

describe('cancelling by consent', () => {
  test('[O-03] with money held: a request with a split, seen and accepted by the other side, is divided to the fen', async () => {
    const { demandNid, owner, provider, purse } = await orderAt('downHeld');
    const [sendOwner, sendProvider] = [await as(owner), await as(provider)];
    expect(refusal(await sendOwner(cancelOrder, { demandNid, reason }))).toBe('1005 订单进行中，现在不能进行“取消”');
    const wrong = await sendOwner(requestCancel, { demandNid, reason, ...split('25920.00', '0.01') });
    expect(refusal(wrong)).toBe('1001 两部分之和应等于托管中的 ¥25,920.00');
    expect(refusal(await sendOwner(requestCancel, { demandNid, reason, ...split('x', '1') }))).toContain('1001');
    const asked = split('15920.00', '10000');
    dataOf(await sendOwner(requestCancel, { demandNid, reason, ...asked }));
    expect(refusal(await sendOwner(requestCancel, { demandNid, reason, ...asked }))).toBe(
      '1005 有一份取消申请还没有答复',
    );

    const record = dataOf(await sendProvider(getDispute, { demandNid }));
    expect(record).toMatchObject({
      phase: 'cancel',
      openedBy: 'owner',
      reason,
      held: '25920.00',
      offer: { by: 'owner', ownerAmount: '15920.00', providerAmount: '10000.00' },
      until: Math.floor((portal.clock.now().getTime() + hours(48)) / 1000),
      commissionBasisPoints: 250,
    });
    const info = dataOf(await sendProvider(getOrderInfo, { demandNid }));
    expect(info.nextStep).toMatchObject({ what: '取消申请未获答复，自动转为争议', waitsFor: 'provider' });
    expect(refusal(await sendOwner(acceptCancel, { demandNid, ...asked }))).toContain('请等待对方答复');
    // What is accepted is what was seen.
    expect(refusal(await sendProvider(acceptCancel, { demandNid, ...split('15919.99', '10000.01') }))).toBe(
      '1005 方案刚刚有变化，请看过新的方案再答复',
    );
    expect(dataOf(await sendProvider(acceptCancel, { demandNid, ...asked }))).toEqual({ orderStatus: 6 });
    // 2.5 % of the provider's part is the platform's.
    expect(await purse()).toEqual({ owner: 8_640_001 - 2_592_000 + 1_592_000, provider: 975_000, escrow: 0 });
    // Who paid it reads of it, and nobody else.
    const memos = async (send: typeof sendOwner) => dataOf(await send(getTransactionList, {})).map(({ memo }) => memo);
    expect((await memos(sendProvider))[0]).toMatch(/ 分账（已扣平台服务费 ¥250\.00）$/);
    expect((await memos(sendOwner))[0]).toMatch(/ 分账$/);
    expect(await rowOf(demandNid)).toMatchObject({ status: 6, down_status: 5, second_status: 0, due_at: null });
    expect(dataOf(await sendOwner(getDispute, { demandNid })).ended).toMatchObject({ action: 'acceptCancel' });
  });

  test('[O-03] a request changed while the other side looks at it is not accepted unseen', async () => {
    const { demandNid, owner, provider, purse } = await orderAt('downHeld');
    const [sendOwner, sendProvider] = [await as(owner), await as(provider)];
    dataOf(await sendOwner(requestCancel, { demandNid, reason, ...split('0', '25920') }));
    dataOf(await sendOwner(withdrawCancel, { demandNid }));
    dataOf(await sendOwner(requestCancel, { demandNid, reason, ...split('25920', '0') }));
    const before = await purse();
    expect(refusal(await sendProvider(acceptCancel, { demandNid, ...split('0', '25920') }))).toContain('1005 方案刚刚');
    expect(await purse()).toEqual(before);
    expect(refusal(await sendProvider(withdrawCancel, { demandNid }))).toBe('1005 取消申请是对方提出的');
  });

  test('[O-03] refused it is a dispute that was answered, left for 48 hours one that was not', async () => {
    const refused = await orderAt('downHeld');
    dataOf(await (await as(refused.provider))(requestCancel, { ...refused, reason, ...split('25920', '0') }));
    dataOf(await (await as(refused.owner))(refuseCancel, { ...refused, reason: '不同意，料已经备好' }));
    const open = dataOf(await (await as(refused.owner))(getDispute, refused));
    expect(open).toMatchObject({ phase: 'negotiation', openedBy: 'provider', answered: true });
    expect(open.steps.map(({ action }) => action)).toEqual(['requestCancel', 'refuseCancel']);

    const silent = await orderAt('secondHeld');
    dataOf(await (await as(silent.owner))(requestCancel, { ...silent, reason, ...split('69120', '0') }));
    portal.clock.advance(hours(48));
    const after = dataOf(await (await as(silent.owner))(getDispute, silent));
    expect(after).toMatchObject({ phase: 'negotiation', openedBy: 'owner', answered: false });
    portal.clock.advance(days(7));
    await portal.app.worker.tick();
    // All was to go back to the owner, so that nothing was delivered.
    expect(await rowOf(silent.demandNid)).toMatchObject({ status: 8, down_status: 4, second_status: 4 });
    expect(await silent.purse()).toEqual({ owner: 8_640_001, provider: 0, escrow: 0 });
  });
});

describe('a dispute', () => {
  test('[O-03] proposals go back and forth until one is accepted as it was seen', async () => {
    const { demandNid, owner, provider, purse } = await orderAt('delivered');
    const [sendOwner, sendProvider] = [await as(owner), await as(provider)];
    const words = '两次返工后锁扣仍不合格';
    expect(refusal(await sendProvider(openDispute, { demandNid, reason: words, ...split('0', '69120') }))).toContain(
      '14 天后仍未验收才能发起争议',
    );
    dataOf(await sendOwner(openDispute, { demandNid, reason: words, ...split('69120', '0') }));
    expect(refusal(await sendOwner(counterSplit, { demandNid, reason: words, ...split('0', '69120') }))).toContain(
      '方案是您提出的',
    );
    dataOf(await sendProvider(counterSplit, { demandNid, reason: '已完成八成', ...split('9120', '60000') }));
    const stale = await sendOwner(acceptSplit, { demandNid, ...split('69120', '0') });
    expect(refusal(stale)).toBe('1005 方案刚刚有变化，请看过新的方案再答复');
    const record = dataOf(await sendOwner(getDispute, { demandNid }));
    expect(record.steps.map(({ by, ownerAmount }) => `${by} ${ownerAmount}`)).toEqual([
      'owner 69120.00',
      'provider 9120.00',
    ]);
    dataOf(await sendOwner(acceptSplit, { demandNid, ...split('9120', '60000') }));
    expect(await rowOf(demandNid)).toMatchObject({ status: 7, down_status: 5, second_status: 5, final_status: 0 });
    expect(await purse()).toEqual({ owner: 8_640_001 - 6_912_000 + 912_000, provider: 5_850_000, escrow: 0 });
    const [line] = await portal.db
      .selectFrom('order_history')
      .select(['owner_fen', 'provider_fen'])
      .where('action', '=', 'acceptSplit')
      .where('demand_id', '=', (await rowOf(demandNid)).id)
      .execute();
    expect(line).toEqual({ owner_fen: 912_000, provider_fen: 6_000_000 });
  });

  test('[O-03] freezes everything else, and the clock', async () => {
    const { demandNid, owner, provider } = await orderAt('affirmed');
    const [sendOwner] = [await as(owner), await as(provider)];
    dataOf(await sendOwner(openDispute, { demandNid, reason, ...split('17280.01', '0') }));
    const info = dataOf(await sendOwner(getOrderInfo, { demandNid }));
    const frozen = info.actions.filter(({ enabled }) => !enabled);
    expect(frozen.map(({ reason: why }) => why)).toContain('争议处理期间，其他操作已冻结');
    expect(info.nextStep).toMatchObject({ what: '对方仍未回应，就按您的方案全部退给您', to: 8 });
  });

  test('[O-03] evidence is for the two sides and operators; the ruling divides exactly what is held', async () => {
    const order = await orderAt('secondHeld');
    const { demandNid, owner, provider, purse } = order;
    const stranger = await buildUser(portal.db, { now: portal.clock.now() });
    dataOf(await (await as(owner))(openDispute, { demandNid, reason, ...split('69120', '0') }));
    const early = await (await as(owner))(addEvidence, { demandNid, content: '检验记录', pictures: '', files: '' });
    expect(refusal(early)).toContain('现在不能进行“提交证据”');
    dataOf(await (await as(provider))(refuseSplit, { demandNid, reason: '料已经全部开好' }));
    const paper = await uploadPaper(await as(provider));
    const piece = { demandNid, content: '开料完成的照片', pictures: paper.url, files: '', requestId: 'evidence-0001' };
    const first = dataOf(await (await as(provider))(addEvidence, piece));
    expect(dataOf(await (await as(provider))(addEvidence, piece))).toEqual(first);
    const wrong = [
      '/files/0190e0a0-0000-7000-8000-000000000000-10x10/10.jpg',
      // One that anybody could open, and one that the other side sent.
      await uploadPicture(await as(provider)),
      (await uploadPaper(await as(owner))).url,
    ];
    for (const pictures of wrong) {
      const foreign = await (await as(provider))(addEvidence, { ...piece, pictures, requestId: 'evidence-0002' });
      expect(refusal(foreign)).toBe('1001 上传的文件不存在或已过期，请重新上传');
    }
    expect(refusal(await (await as(stranger))(getDispute, { demandNid }))).toContain('1004');
    expect(refusal(await (await as(stranger))(addEvidence, piece))).toMatch(/^100[34]/);
    const seen = dataOf(await (await as(owner))(getDispute, { demandNid }));
    expect(seen.evidence).toMatchObject([{ by: 'provider', nickname: '三榫制造', content: '开料完成的照片' }]);
    const [shot] = seen.evidence[0]?.pictures ?? [];
    expect(shot).toMatchObject({ width: 64, height: 48 });
    const opens = async (address = '') => (await fetch(portal.url + address)).status;
    expect([await opens(shot?.small), await opens(shot?.large), await opens(paper.url)]).toEqual([200, 200, 404]);
    expect(JSON.stringify(seen)).not.toContain(paper.url);

    const ruling = { demandNid, ruling: 'ruleComplete', reason: '按进度裁决' } as const;
    const sum = split('29120', '40000');
    expect(refusal(await (await as(judge))(ruleDispute, { ...ruling, ...sum }))).toContain('1005');
    const later = await orderAt('downHeld');
    const proposed = { demandNid: later.demandNid, reason, ...split('25920', '0') };
    dataOf(await (await as(later.owner))(openDispute, proposed));
    dataOf(await (await as(later.provider))(refuseSplit, { demandNid: later.demandNid, reason }));
    portal.clock.advance(days(5));
    const queue = dataOf(await (await as(judge))(operatorDisputes, { phase: 'ruling' }));
    const waiting = { demandNid, phase: 'ruling', held: '69120.00', until: null } as const;
    expect(queue).toContainEqual(expect.objectContaining(waiting));
    const found = dataOf(await (await as(judge))(operatorDispute, { demandNid }));
    expect(found.actions.map(({ enabled }) => enabled)).toEqual([true, true, true]);
    expect(found.order.history.map(({ action }) => action)).toContain('closeEvidence');
    expect(found.dispute.evidence).toHaveLength(1);

    expect(refusal(await (await as(owner))(ruleDispute, { ...ruling, ...sum }))).toContain('1003');
    const auditor = await buildUser(portal.db, { operatorRoles: ['auditor'], now: portal.clock.now() });
    expect(refusal(await (await as(auditor))(ruleDispute, { ...ruling, ...sum }))).toBe(
      '1003 裁决需要财务或管理员的权限',
    );
    const reviewer = await buildUser(portal.db, { operatorRoles: ['reviewer'], now: portal.clock.now() });
    expect(refusal(await (await as(reviewer))(operatorDispute, { demandNid }))).toContain('1003');
    const inexact = await (await as(judge))(ruleDispute, { ...ruling, ...split('29120', '39999.99') });
    expect(refusal(inexact)).toBe('1001 两部分之和应等于托管中的 ¥69,120.00');
    expect(refusal(await (await as(judge))(ruleDispute, { ...ruling }))).toContain('1001');
    expect(found.next).toBe(later.demandNid);
    expect(dataOf(await (await as(judge))(ruleDispute, { ...ruling, ...sum })).next).toBe(later.demandNid);
    expect(dataOf(await (await as(judge))(operatorDispute, { demandNid: later.demandNid })).next).not.toBe(demandNid);
    expect(await purse()).toEqual({ owner: 8_640_001 - 4_000_000, provider: 3_900_000, escrow: 0 });
    expect(refusal(await (await as(judge))(ruleDispute, { ...ruling, ...sum }))).toContain('1005');
  });

  test('[P-05] what waits for a ruling waits since the platform was asked for it: in the list, its order, the desk and what comes next', async () => {
    const front = async () => {
      const found = dataOf(await (await as(judge))(getDesk, {})).parts.find(({ key }) => key === 'disputes');
      return found && { waiting: found.waiting, oldest: found.oldest };
    };
    const queues = async () => {
      const found = dataOf(await (await as(judge))(queueList, { part: 'disputes' }));
      return { ...Object.fromEntries(found.queues.map(({ queue, count }) => [queue, count])), first: found.first };
    };
    // What others left here is ruled on first.
    for (const { demandNid } of dataOf(await (await as(judge))(operatorDisputes, { phase: 'ruling' })))
      dataOf(await (await as(judge))(ruleDispute, { demandNid, ruling: 'ruleResume', reason: '继续履行' }));
    expect(await front()).toEqual({ waiting: 0, oldest: null });

    const opened = async () => {
      const order = await orderAt('downHeld');
      dataOf(
        await (
          await as(order.owner)
        )(openDispute, { demandNid: order.demandNid, reason, ...split('25920', '0') }),
      );
      return order;
    };
    const refused = async ({ demandNid, provider }: Awaited<ReturnType<typeof orderAt>>) =>
      dataOf(await (await as(provider))(refuseSplit, { demandNid, reason }));
    // The one that was opened first comes to its ruling last: its two sides took their time to talk.
    const slow = await opened();
    portal.clock.advance(days(1));
    const quick = await opened();
    await refused(quick);
    portal.clock.advance(days(2));
    await refused(slow);
    const heard = async (phase: 'ruling' | 'evidence') =>
      dataOf(await (await as(judge))(operatorDisputes, { phase })).map(({ demandNid, waitsSince }) => [
        demandNid,
        waitsSince,
      ]);
    expect(await heard('evidence')).toEqual([
      [slow.demandNid, null],
      [quick.demandNid, null],
    ]);
    expect(await front()).toEqual({ waiting: 0, oldest: null });
    // Nothing waits for a ruling: one opens where there is something to see.
    expect(await queues()).toEqual({ ruling: 0, evidence: 2, negotiation: 0, first: 'evidence' });
    portal.clock.advance(days(3));
    const first = Math.floor(portal.clock.now().getTime() / 1000);
    expect(await heard('ruling')).toEqual([[quick.demandNid, first]]);
    expect(await front()).toEqual({ waiting: 1, oldest: first });
    expect(await queues()).toEqual({ ruling: 1, evidence: 1, negotiation: 0, first: 'ruling' });
    portal.clock.advance(days(2));
    const then = Math.floor(portal.clock.now().getTime() / 1000);
    expect(await heard('ruling')).toEqual([
      [quick.demandNid, first],
      [slow.demandNid, then],
    ]);
    expect(await front()).toEqual({ waiting: 2, oldest: first });
    expect(dataOf(await (await as(judge))(operatorDispute, { demandNid: quick.demandNid })).next).toBe(slow.demandNid);
    const ruled = { demandNid: quick.demandNid, ruling: 'ruleResume', reason: '继续履行' } as const;
    expect(dataOf(await (await as(judge))(ruleDispute, ruled)).next).toBe(slow.demandNid);
    expect(await front()).toEqual({ waiting: 1, oldest: then });
    dataOf(await (await as(judge))(ruleDispute, { ...ruled, demandNid: slow.demandNid }));
  });

  test('[O-03] an operator does not rule on an order of their own', async () => {
    const { demandNid, owner, provider } = await orderAt('downHeld');
    dataOf(await (await as(owner))(openDispute, { demandNid, reason, ...split('25920', '0') }));
    dataOf(await (await as(provider))(refuseSplit, { demandNid, reason }));
    portal.clock.advance(days(5));
    const own = { demandNid, ruling: 'ruleClose', reason, ...split('25920', '0') } as const;
    const both = await alsoOperator(portal.db, owner, ['admin'], portal.clock.now());
    expect(refusal(await portal.as(both)(ruleDispute, own))).toBe('1003 您是这份订单的一方，不能裁决');
    dataOf(await (await as(judge))(ruleDispute, { demandNid, ruling: 'ruleResume', reason: '继续履行' }));
    expect(await rowOf(demandNid)).toMatchObject({ status: 3, down_status: 2 });
  });

  test('[O-03] one’s own dispute is withdrawn once; the next one runs to its end', async () => {
    const { demandNid, owner } = await orderAt('downHeld');
    const send = await as(owner);
    dataOf(await send(openDispute, { demandNid, reason, ...split('25920', '0') }));
    dataOf(await send(withdrawDispute, { demandNid }));
    expect(dataOf(await send(getDispute, { demandNid }))).toMatchObject({
      phase: 'none',
      ended: { action: 'withdrawDispute' },
    });
    dataOf(await send(openDispute, { demandNid, reason, ...split('25920', '0') }));
    expect(refusal(await send(withdrawDispute, { demandNid }))).toContain('一份订单只能撤回一次争议');
  });

  test('[A-01] after all of this the ledger is in order', async () => {
    const { findings } = await prove(services, proofChecks.inner);
    expect(findings).toEqual([]);
    expect(await balanceOf(portal.db, income)).toBeGreaterThan(0);
  });
});
