import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Reply, Send } from '../../../contract/call.ts';
import { noticesAfter } from '../../../contract/notices.ts';
import { getDesk } from '../../../contract/operator/desk.ts';
import { disputedPayments, settleDisputed } from '../../../contract/operator/payments.ts';
import {
  closePayment,
  checkOrderStatus,
  getPayInfo,
  getRechargeList,
  payOrder,
  recharge,
} from '../../../contract/payments.ts';
import type { Gateway } from '../../adapters/gateway/gateway.ts';
import { notificationPurpose } from '../../adapters/gateway/sandbox/notifier.ts';
import { sandboxKeys } from '../../adapters/gateway/sandbox/keys.ts';
import { signatureHeaders } from '../../adapters/gateway/sandbox/signing.ts';
import { proofChecks } from '../../proofs.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { type BuiltUser, buildUser, signIn } from '../accounts/build.ts';
import { available, clearing, escrow } from '../ledger/accounts.ts';
import { balanceOf } from '../ledger/queries.ts';
import { prove } from '../ledger/proof.ts';
import { act } from '../orders/build.ts';
import { buildDue, fund } from './build.ts';

const portal = await startPortal({ gateways: true });
const { services } = portal.app;
const keys = await sandboxKeys(join(portal.dataDir, 'sandbox-gateway'));
let provider: BuiltUser;
beforeAll(async () => {
  provider = await buildUser(portal.db, { accountType: 2, now: portal.clock.now() });
});

const refusal = (reply: Reply<unknown>) => (reply.ok ? 'went through' : `${reply.code} ${reply.message}`);
const balance = (user: BuiltUser) => balanceOf(portal.db, available(user.id));
const held = ({ id }: { id: string }) => balanceOf(portal.db, escrow(id));
const rowOf = (id: string) =>
  portal.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function person() {
  const user = await buildUser(portal.db, { now: portal.clock.now() });
  // Signed in anew each time: some of these tests move the clock.
  const send = async () => portal.as({ token: await signIn(portal.db, user.id, portal.clock.now()) });
  return { user, send };
}

async function due() {
  const { user: owner, send } = await person();
  const order = await buildDue(services, { owner, provider });
  const paying = { demandNid: order.nid, instalment: 'down', way: 'sandbox' } as const;
  const open = async () => dataOf(await (await send())(payOrder, paying)).payment;
  return { owner, order, send, open, paying };
}

interface Opened {
  paymentId: string;
  face: { url: string } | null;
}

/** What the payer does on the sandbox's page, through the portal's own address. */
async function atCashier({ face }: Opened, form: Record<string, string>) {
  if (!face) throw new Error('no page to pay on');
  return (await fetch(`${portal.url}${face.url}`, { method: 'POST', body: new URLSearchParams(form) })).text();
}

const settled = (id: string) => vi.waitFor(async () => expect((await rowOf(id)).status).toBe('paid'), 5000);

/** A notification as the sandbox sends it, or as somebody else would. */
async function notify(
  payment: { paymentId: string },
  more: Record<string, unknown> = {},
  { key = keys.gateway.privateKey, age = 0 } = {},
) {
  const body = JSON.stringify({
    eventId: `test-${payment.paymentId}`,
    merchant: 'omo',
    ourPaymentId: payment.paymentId,
    status: 'paid',
    fen: 2_592_000,
    gatewayNumber: 'SP1',
    paidAt: portal.clock.now().toISOString(),
    ...more,
  });
  const at = new Date(portal.clock.now().getTime() - age);
  const headers = { 'content-type': 'application/json', ...signatureHeaders(key, notificationPurpose, body, at) };
  const answer = await fetch(`${portal.url}/api/pay/notify/sandbox`, { method: 'POST', body, headers });
  return `${answer.status} ${await answer.text()}`;
}

describe('[O-04] through a gateway', () => {
  test('opened, paid on its page, told, held: and the page that waits sees it', async () => {
    const { owner, order, send, open } = await due();
    const payment = await open();
    expect(payment).toMatchObject({ status: 'open', amount: '25920.00', face: { kind: 'page' } });
    expect(dataOf(await (await send())(getPayInfo, { demandNid: order.nid }))).toMatchObject({
      due: 'down',
      open: { paymentId: payment.paymentId },
      ways: [
        { way: 'balance', enabled: false },
        { way: 'sandbox', enabled: true },
      ],
    });
    const page = await fetch(`${portal.url}${payment.face?.url}`);
    expect(await page.text()).toContain('¥25,920.00');
    expect(await atCashier(payment, { do: 'pay' })).toContain('支付成功');
    await settled(payment.paymentId);
    expect(await held(order)).toBe(2_592_000);
    expect(await balance(owner)).toBe(0);
    expect(dataOf(await (await send())(checkOrderStatus, { paymentId: payment.paymentId }))).toMatchObject({
      payment: { status: 'paid', outcome: 'instalment', message: '首付已支付，款项由平台托管' },
      orderStatus: 3,
    });
  });

  test('asked again it is the same payment; there is never a second one for an instalment', async () => {
    const { open, order } = await due();
    const all = await Promise.all(Array.from({ length: 12 }, open));
    expect(new Set(all.map(({ paymentId, face }) => `${paymentId} ${face?.url}`)).size).toBe(1);
    const { n } = await portal.db
      .selectFrom('payments')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('demand_id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(n).toBe(1);
  });

  test('64 equal notifications at once credit once', async () => {
    const { order, owner, open } = await due();
    const payment = await open();
    const before = await balanceOf(portal.db, clearing('sandbox'));
    const answers = await Promise.all(Array.from({ length: 64 }, () => notify(payment)));
    expect(new Set(answers)).toEqual(new Set(['200 success']));
    expect(await held(order)).toBe(2_592_000);
    expect(await balance(owner)).toBe(0);
    expect(await balanceOf(portal.db, clearing('sandbox'))).toBe(before - 2_592_000);
    // Another notification of the same payment, too.
    expect(await notify(payment, { eventId: 'test-another' })).toBe('200 success');
    expect(await held(order)).toBe(2_592_000);
  });

  test('forged, altered, old and foreign ones are refused and move nothing', async () => {
    const { order, open } = await due();
    const payment = await open();
    expect(await notify(payment, {}, { key: keys.portal.privateKey })).toBe('400 refused');
    expect(await notify(payment, {}, { age: 301_000 })).toBe('400 refused');
    expect(await notify(payment, { merchant: 'other' })).toBe('400 refused');
    const bare = await fetch(`${portal.url}/api/pay/notify/sandbox`, { method: 'POST', body: '{"status":"paid"}' });
    expect(bare.status).toBe(400);
    expect((await fetch(`${portal.url}/api/pay/notify/alipay`, { method: 'POST' })).status).toBe(404);
    expect(await held(order)).toBe(0);
    expect((await rowOf(payment.paymentId)).status).toBe('open');
  });

  test('a wrong sum credits nothing, is found by the proof, and is in the way of no other payment', async () => {
    const { order, owner, open, send } = await due();
    const payment = await open();
    const said = vi.spyOn(services.log, 'error').mockImplementation(() => {});
    expect(await notify(payment, { fen: 1 })).toBe('200 success');
    expect(said.mock.calls[0]?.[1]).toContain('another sum');
    said.mockRestore();
    expect([await held(order), await balance(owner)]).toEqual([0, 0]);
    const event = portal.db.selectFrom('payment_events').select('verdict').where('payment_id', '=', payment.paymentId);
    expect(await event.executeTakeFirst()).toEqual({ verdict: 'wrong sum' });
    expect(await rowOf(payment.paymentId)).toMatchObject({ status: 'disputed', told_fen: 1 });
    const { findings } = await prove(services, proofChecks.inner);
    expect(findings).toEqual([
      {
        check: 'payments',
        subject: `payment:${payment.paymentId}`,
        message: '应付 ¥25,920.00，通道通知收到 ¥0.01，未入账，等待核实',
      },
    ]);
    expect(dataOf(await (await send())(checkOrderStatus, { paymentId: payment.paymentId })).payment).toMatchObject({
      statusName: '金额核实中',
    });
    const another = await open();
    expect(another.paymentId).not.toBe(payment.paymentId);
    await atCashier(another, { do: 'pay' });
    await settled(another.paymentId);
    expect(await held(order)).toBe(2_592_000);
    // The right sum told later is money that came.
    await notify(payment, { eventId: `right-${payment.paymentId}` });
    expect(await rowOf(payment.paymentId)).toMatchObject({ status: 'paid', outcome: 'balance' });
    expect(await balance(owner)).toBe(2_592_000);
    expect((await prove(services, proofChecks.inner)).findings).toEqual([]);
  });

  test('[P-05] an operator gives the word on a wrong sum: what the gateway says came is booked, once', async () => {
    const { order, owner, open, send } = await due();
    const payment = await open();
    const said = vi.spyOn(services.log, 'error').mockImplementation(() => {});
    await notify(payment, { fen: 7 });
    said.mockRestore();
    const now = portal.clock.now();
    const operator = async (...operatorRoles: ('finance' | 'auditor')[]) =>
      portal.as(await buildUser(portal.db, { operatorRoles, now }));
    const [finance, auditor] = [await operator('finance'), await operator('auditor')];
    const word = { paymentId: payment.paymentId };
    const query = vi.spyOn(services.gateways.all[0] as Gateway, 'query');
    query.mockImplementation(async () => ({
      status: 'paid',
      fen: 7,
      gatewayNumber: 'SP7',
      paidAt: portal.clock.now(),
    }));

    expect(dataOf(await auditor(disputedPayments, {}))).toMatchObject([
      { ...word, demandNid: order.nid, asked: '25920.00', told: '0.07', reason: '只有财务或管理员可以核实支付' },
    ]);
    expect(refusal(await auditor(settleDisputed, word))).toBe('1003 需要财务或管理员的权限');
    expect(refusal(await (await send())(settleDisputed, word))).toMatch(/^1003 /);
    expect(dataOf(await finance(getDesk, {})).parts.find(({ key }) => key === 'ledger')?.waiting).toBe(1);
    const all = await Promise.all(Array.from({ length: 6 }, () => finance(settleDisputed, word)));
    expect(all.some(({ ok }) => ok)).toBe(true);
    query.mockRestore();
    expect([await balance(owner), await held(order)]).toEqual([7, 0]);
    expect(await rowOf(payment.paymentId)).toMatchObject({
      status: 'paid',
      outcome: 'balance',
      note: '应付 ¥25,920.00，支付通道实收 ¥0.07，经平台核实已按实收金额存入您的账户余额',
    });
    expect(dataOf(await finance(disputedPayments, {}))).toEqual([]);
    expect((await prove(services, proofChecks.inner)).findings).toEqual([]);
    expect(refusal(await finance(settleDisputed, word))).toBe('1005 这笔支付已经核实');
  });

  test('[P-05] the gateway has received nothing, it says when asked: the payment is closed', async () => {
    const { owner, open } = await due();
    const payment = await open();
    const said = vi.spyOn(services.log, 'error').mockImplementation(() => {});
    await notify(payment, { fen: 7 });
    said.mockRestore();
    const finance = portal.as(await buildUser(portal.db, { operatorRoles: ['finance'], now: portal.clock.now() }));
    const word = { paymentId: payment.paymentId };
    expect(refusal(await finance(settleDisputed, word))).toBe('1005 通道答复这笔支付还没有付款，请稍后再核实');
    await atCashier(payment, { do: 'refuse', telling: 'never' });
    expect(dataOf(await finance(settleDisputed, word))).toMatchObject({ status: 'closed' });
    expect(await balance(owner)).toBe(0);
    expect((await prove(services, proofChecks.inner)).findings).toEqual([]);
  });

  test('a payment that is in no book is not acknowledged', async () => {
    const said = vi.spyOn(services.log, 'error').mockImplementation(() => {});
    expect(await notify({ paymentId: '01890a5d-ac96-774b-bcce-b302099a8057' })).toBe('500 again');
    expect(await notify({ paymentId: "'; drop table payments" })).toBe('500 again');
    said.mockRestore();
  });

  test('reordered: closed after paid changes nothing, paid after closed is money that came', async () => {
    const first = await due();
    const payment = await first.open();
    await notify(payment);
    await notify(payment, { eventId: `late-${payment.paymentId}`, status: 'closed', fen: 0, paidAt: null });
    expect(await rowOf(payment.paymentId)).toMatchObject({ status: 'paid', outcome: 'instalment' });

    const second = await due();
    const other = await second.open();
    await notify(other, { eventId: `early-${other.paymentId}`, status: 'closed', fen: 0, paidAt: null });
    expect((await rowOf(other.paymentId)).status).toBe('refused');
    await notify(other);
    expect(await rowOf(other.paymentId)).toMatchObject({ status: 'paid', outcome: 'instalment' });
    expect(await held(second.order)).toBe(2_592_000);
  });

  test('late: money for an order that was cancelled meanwhile stays in the balance, and its owner is told', async () => {
    const { owner, order, send, open } = await due();
    const payment = await open();
    await act(services, order.nid, 'cancel', owner.id, { reason: '不做了' });
    await atCashier(payment, { do: 'pay' });
    await settled(payment.paymentId);
    expect([await balance(owner), await held(order)]).toEqual([2_592_000, 0]);
    const { payment: seen } = dataOf(await (await send())(checkOrderStatus, { paymentId: payment.paymentId }));
    expect(seen).toMatchObject({ outcome: 'balance' });
    expect(seen?.message).toMatch(/已取消.*这笔钱已存入您的账户余额/);
  });

  test('paid twice over: the balance was quicker than the cashier', async () => {
    const { owner, order, send, open, paying } = await due();
    await fund(services, owner, 2_592_000);
    const payment = await open();
    // The gateway is closed before the balance may pay, so nobody pays there any more.
    dataOf(await (await send())(payOrder, { ...paying, way: 'balance' }));
    expect((await rowOf(payment.paymentId)).status).toBe('closed');
    expect(await atCashier(payment, { do: 'pay' })).toContain('没有扣款');
    // Should a gateway take it all the same, it is not lost.
    await notify(payment);
    expect(await rowOf(payment.paymentId)).toMatchObject({
      status: 'paid',
      outcome: 'balance',
      note: '首付此前已经支付，这笔钱已存入您的账户余额',
    });
    expect([await balance(owner), await held(order)]).toEqual([2_592_000, 2_592_000]);
  });

  test('another way while the first was paid unheard: the first one counts', async () => {
    const { owner, order, send, open, paying } = await due();
    await fund(services, owner, 2_592_000);
    const payment = await open();
    await atCashier(payment, { do: 'pay', telling: 'never' });
    const answer = dataOf(await (await send())(payOrder, { ...paying, way: 'balance' }));
    expect(answer.payment).toMatchObject({ paymentId: payment.paymentId, status: 'paid', way: 'sandbox' });
    expect([await balance(owner), await held(order)]).toEqual([2_592_000, 2_592_000]);
  });

  test('a notification that never comes: the clock asks; one that ran out is closed at the gateway first', async () => {
    const [silent, idle] = [await due(), await due()];
    const paid = await silent.open();
    await atCashier(paid, { do: 'pay', telling: 'never' });
    const left = await idle.open();
    portal.clock.advance(31_000);
    await portal.app.worker.tick();
    expect((await rowOf(paid.paymentId)).status).toBe('paid');
    expect((await rowOf(left.paymentId)).status).toBe('open');
    portal.clock.advance(31 * 60_000);
    await portal.app.worker.tick();
    expect((await rowOf(left.paymentId)).status).toBe('closed');
    expect(await atCashier(left, { do: 'pay' })).toContain('没有扣款');
    // And the instalment can be paid anew.
    expect((await idle.open()).paymentId).not.toBe(left.paymentId);
  });

  test('whoever waits has it asked for them, at most every five seconds', async () => {
    const { send, open } = await due();
    const payment = await open();
    await atCashier(payment, { do: 'pay', telling: 'never' });
    const check = async () => dataOf(await (await send())(checkOrderStatus, { paymentId: payment.paymentId })).payment;
    expect((await check())?.status).toBe('open');
    portal.clock.advance(5000);
    await Promise.all([check(), check(), check()]);
    expect((await check())?.status).toBe('paid');
  });

  test('turned away at the cashier, or given up in the portal: nothing is charged and one may begin again', async () => {
    const { open, send } = await due();
    const first = await open();
    await atCashier(first, { do: 'refuse' });
    await vi.waitFor(async () => expect((await rowOf(first.paymentId)).status).toBe('refused'));
    const second = await open();
    expect(second.paymentId).not.toBe(first.paymentId);
    const closed = dataOf(await (await send())(closePayment, { paymentId: second.paymentId }));
    expect(closed).toMatchObject({ status: 'closed', face: null });
    const stranger = await person();
    expect(refusal(await (await stranger.send())(closePayment, { paymentId: second.paymentId }))).toMatch(/^1004 /);
    expect(refusal(await (await stranger.send())(checkOrderStatus, { paymentId: second.paymentId }))).toMatch(/^1004 /);
  });

  test('[Z-08] of a wrong sum the payer is told and who checks it, once, and of what came of it', async () => {
    const finance = await buildUser(portal.db, { operatorRoles: ['finance'], now: portal.clock.now() });
    const { order, send, open } = await due();
    const payment = await open();
    const said = vi.spyOn(services.log, 'error').mockImplementation(() => {});
    const notices = async (by: Send) => {
      await portal.app.worker.tick();
      const { items } = dataOf(await by(noticesAfter, { after: '0' }));
      return items.filter(({ text }) => text.includes('¥25,920.00')).map(({ text, link }) => [text, link]);
    };
    await portal.app.worker.tick();
    const before = (await notices(await send())).length;
    await notify(payment, { fen: 7 });
    await notify(payment, { fen: 7, eventId: `again-${payment.paymentId}` });
    await notify(payment, { fen: 8, eventId: `other-${payment.paymentId}` });
    said.mockRestore();
    expect((await notices(await send())).slice(before)).toEqual([
      [expect.stringMatching(/的首付应付 ¥25,920\.00，支付通道通知收到 ¥0\.08，/), `/personal/order/${order.nid}`],
    ]);
    const by = portal.as(finance);
    expect(await notices(by)).toEqual([[expect.stringContaining('收到 ¥0.08，请核实'), '/console/ledger']]);
    await atCashier(payment, { do: 'refuse', telling: 'never' });
    dataOf(await by(settleDisputed, { paymentId: payment.paymentId }));
    expect((await notices(await send())).slice(before + 1)).toEqual([
      [expect.stringMatching(/的首付 ¥25,920\.00 没有支付成功$/), `/personal/order/${order.nid}`],
    ]);
  });
});

describe('[A-05] topping up', () => {
  test('opened, paid, credited; the same form is the same payment', async () => {
    const { user, send } = await person();
    const form = { money: '1234.56', way: 'sandbox', requestId: `form-${user.id}` } as const;
    const both = await Promise.all([(await send())(recharge, form), (await send())(recharge, form)]);
    const [payment, again] = both.map(dataOf);
    expect(again?.paymentId).toBe(payment?.paymentId);
    if (!payment) throw new Error('no payment');
    await atCashier(payment, { do: 'pay', telling: 'twice' });
    await settled(payment.paymentId);
    await vi.waitFor(async () => expect(await balance(user)).toBe(123_456));
    const listed = await (await send())(getRechargeList, {});
    expect(dataOf(listed)).toMatchObject([
      { paymentId: payment.paymentId, status: 'paid', message: '充值成功，金额已存入账户余额' },
    ]);
    expect(refusal(await (await send())(recharge, { ...form, money: '5' }))).toBe('1001 requestId 已用于另一笔支付');
  });

  test('one that ran out is closed in the list, and a day later folded away', async () => {
    const { user, send } = await person();
    const { paymentId } = dataOf(await (await send())(recharge, { money: '5', way: 'sandbox' }));
    const listed = async (all: '0' | '1' = '0') =>
      dataOf(await (await send())(getRechargeList, { all })).map(({ statusName }) => statusName);
    expect(await listed()).toEqual(['待支付']);
    portal.clock.advance(31 * 60_000);
    expect(await listed()).toEqual(['已关闭']);
    await portal.app.worker.tick();
    expect([await listed(), (await rowOf(paymentId)).status]).toEqual([['已关闭'], 'closed']);
    portal.clock.advance(86_400_000);
    expect([await listed(), await listed('1')]).toEqual([[], ['已关闭']]);
    await fund(services, user, 500);
    // What was paid never goes away.
    const paid = dataOf(await (await send())(recharge, { money: '6', way: 'sandbox' }));
    await notify(paid, { fen: 600 });
    portal.clock.advance(2 * 86_400_000);
    expect(await listed()).toEqual(['支付成功']);
  });

  test('between 1 and 500 000 yuan, in words', async () => {
    const { send } = await person();
    const top = async (money: string) => refusal(await (await send())(recharge, { money, way: 'sandbox' }));
    expect(await top('')).toBe('1001 请输入充值金额');
    expect(await top('0.99')).toBe('1001 充值金额至少1元');
    expect(await top('-5')).toBe('1001 充值金额不能为负数');
    expect(await top('1e3')).toBe('1001 充值金额须为数字，最多两位小数');
    expect(await top('500000.01')).toBe('1001 单笔充值不能超过50万元');
    expect(await top('500000')).toBe('went through');
    expect(refusal(await (await send())(recharge, { money: '5', way: 'balance' as never }))).toBe(
      '1001 请选择支付方式',
    );
  });
});
