import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Reply } from '../../../contract/call.ts';
import { getOrderInfo } from '../../../contract/orders.ts';
import { checkOrderStatus, getPayInfo, payOrder } from '../../../contract/payments.ts';
import { paymentStatus } from '../../../contract/statuses.ts';
import { waitingForLocks } from '../../testing/locks.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { type BuiltUser, buildUser } from '../accounts/build.ts';
import { available, escrow } from '../ledger/accounts.ts';
import { balanceOf } from '../ledger/queries.ts';
import { act } from '../orders/build.ts';
import { buildDue, fund } from './build.ts';

const portal = await startPortal();
const { services } = portal.app;
let provider: BuiltUser;
beforeAll(async () => {
  provider = await buildUser(portal.db, { accountType: 2, now: portal.clock.now() });
});

const refusal = (reply: Reply<unknown>) => (reply.ok ? 'went through' : `${reply.code} ${reply.message}`);
const balance = (user: BuiltUser) => balanceOf(portal.db, available(user.id));

const waiting = () => waitingForLocks(portal.db);

async function due(fen: number) {
  const owner = await buildUser(portal.db, { now: portal.clock.now() });
  if (fen > 0) await fund(services, owner, fen);
  const order = await buildDue(services, { owner, provider });
  const send = portal.as(owner);
  const pay = (instalment: 'down' | 'second' | 'final', requestId?: string) =>
    send(payOrder, { demandNid: order.nid, instalment, way: 'balance', requestId });
  return { owner, order, send, pay };
}

describe('[O-04] from the balance', () => {
  test('what is due goes into escrow; the page knows what is due, what is there and what comes next', async () => {
    const { owner, order, send, pay } = await due(3_000_000);
    expect(dataOf(await send(getPayInfo, { demandNid: order.nid }))).toMatchObject({
      amount: '86400.00',
      due: 'down',
      enabled: true,
      balance: '30000.00',
      missing: '',
      open: null,
      instalments: [{ amount: '25920.00', status: 1 }, { amount: '43200.00' }, { amount: '17280.00' }],
    });
    const { payment } = dataOf(await pay('down'));
    expect(payment).toMatchObject({ status: 'paid', outcome: 'instalment', amount: '25920.00', way: 'balance' });
    expect(await balance(owner)).toBe(408_000);
    expect(await balanceOf(portal.db, escrow(order.id))).toBe(2_592_000);
    expect(dataOf(await send(getOrderInfo, { demandNid: order.nid }))).toMatchObject({
      downPaymentStatus: paymentStatus.held,
      paymentProgress: 1,
    });
    expect(dataOf(await send(checkOrderStatus, { demandNid: order.nid }))).toMatchObject({
      payment: { paymentId: payment.paymentId, status: 'paid' },
      orderStatus: 3,
    });
    expect(dataOf(await send(getPayInfo, { demandNid: order.nid }))).toMatchObject({ due: '', enabled: false });
  });

  test('one requestId on two orders at once: one of them pays, the other is told why not', async () => {
    const { owner, order, send } = await due(6_000_000);
    const other = await buildDue(services, { owner, provider });
    const requestId = `form-${owner.id}`;
    const pay = (demandNid: string) =>
      send(payOrder, { demandNid, instalment: 'down', way: 'balance', requestId } as const);
    // Both are past their look for an earlier payment before either is done.
    const both = await portal.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('ledger_balances')
        .selectAll()
        .where('account', '=', available(owner.id))
        .forUpdate()
        .execute();
      const sent = [order.nid, other.nid].map(pay);
      await vi.waitFor(async () => expect(await waiting()).toBe(2), 5000);
      return sent;
    });
    const answers = (await Promise.all(both)).map(refusal);
    expect(answers.toSorted()).toEqual(['1001 requestId 已用于另一笔支付', 'went through']);
    expect(await balance(owner)).toBe(6_000_000 - 2_592_000);
  });

  test('the three instalments one after the other, each only when it is due', async () => {
    const { owner, order, pay } = await due(8_640_000);
    expect(refusal(await pay('second'))).toBe('1005 现在应付的不是二期款，请刷新后再看');
    dataOf(await pay('down'));
    expect(refusal(await pay('down'))).toBe('1005 首付已经支付，不用再付');
    expect(refusal(await pay('second'))).toMatch(/^1005 /);
    await portal.db
      .updateTable('demands')
      .set({ second_status: paymentStatus.due })
      .where('id', '=', order.id)
      .execute();
    dataOf(await pay('second'));
    await portal.db
      .updateTable('demands')
      .set({ final_status: paymentStatus.due })
      .where('id', '=', order.id)
      .execute();
    dataOf(await pay('final'));
    expect(await balance(owner)).toBe(0);
    expect(await balanceOf(portal.db, escrow(order.id))).toBe(8_640_000);
  });

  test('too little says how much is missing and moves nothing', async () => {
    const { owner, order, send, pay } = await due(592_000);
    expect(dataOf(await send(getPayInfo, { demandNid: order.nid }))).toMatchObject({
      missing: '20000.00',
      ways: [{ way: 'balance', enabled: false, reason: '还差 20000.00 元' }],
    });
    expect(refusal(await pay('down'))).toBe('1005 余额不足，还差 ¥20,000.00');
    expect(await balance(owner)).toBe(592_000);
    expect(await balanceOf(portal.db, escrow(order.id))).toBe(0);
    expect(dataOf(await send(checkOrderStatus, { demandNid: order.nid })).payment).toBeNull();
  });

  test('pressed twenty times at once it is paid once, and the same form is answered the same', async () => {
    const { owner, order, send, pay } = await due(10_000_000);
    const same = await Promise.all(Array.from({ length: 10 }, () => pay('down', 'form-0001')));
    const others = await Promise.all(Array.from({ length: 10 }, (_, i) => pay('down', `form-1${i}00`)));
    expect(new Set(same.map((reply) => dataOf(reply).payment.paymentId)).size).toBe(1);
    expect(others.map(refusal)).toEqual(Array.from({ length: 10 }, () => '1005 首付已经支付，不用再付'));
    expect(await balance(owner)).toBe(10_000_000 - 2_592_000);
    expect(await balanceOf(portal.db, escrow(order.id))).toBe(2_592_000);
    expect(
      refusal(
        await send(payOrder, { demandNid: order.nid, instalment: 'second', way: 'balance', requestId: 'form-0001' }),
      ),
    ).toBe('1001 requestId 已用于另一笔支付');
  });

  test('one balance for two orders at once pays one of them', async () => {
    const { owner, order, send } = await due(3_000_000);
    const other = await buildDue(services, { owner, provider });
    const both = await Promise.all(
      [order, other].map(({ nid }) => send(payOrder, { demandNid: nid, instalment: 'down', way: 'balance' })),
    );
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.map(refusal)).toContain('1005 余额不足，还差 ¥21,840.00');
    expect(await balance(owner)).toBe(408_000);
  });

  test('nobody else pays or looks, and nothing is taken on word', async () => {
    const { order, send } = await due(0);
    const stranger = await buildUser(portal.db, { now: portal.clock.now() });
    const paying = { demandNid: order.nid, instalment: 'down', way: 'balance' } as const;
    expect(refusal(await portal.as(provider)(payOrder, paying))).toBe('1003 只有发布方可以进行“支付”');
    expect((await portal.as(stranger)(payOrder, paying)).ok).toBe(false);
    expect(refusal(await portal.as(stranger)(getPayInfo, { demandNid: order.nid }))).toMatch(/^1004 /);
    expect(refusal(await portal.as(stranger)(checkOrderStatus, { demandNid: order.nid }))).toMatch(/^1004 /);
    expect(refusal(await portal.send(payOrder, paying))).toMatch(/^1002 /);
    expect(refusal(await send(payOrder, { ...paying, way: 'gold' as never }))).toBe('1001 请选择支付方式');
    expect(refusal(await send(payOrder, { ...paying, way: 'alipay' }))).toBe('1001 这种支付方式现在不能使用，请换一种');
    expect(refusal(await send(payOrder, { ...paying, instalment: 'all' as never }))).toBe('1001 请选择要支付的款项');
    expect(dataOf(await portal.as(provider)(getPayInfo, { demandNid: order.nid }))).toMatchObject({
      balance: '0.00',
      ways: [],
      enabled: false,
    });
  });

  test('a cancelled order takes no money', async () => {
    const { owner, order, pay } = await due(5_000_000);
    await act(services, order.nid, 'cancel', owner.id, { reason: '不做了' });
    expect(refusal(await pay('down'))).toMatch(/^1005 订单已取消/);
    expect(await balance(owner)).toBe(5_000_000);
  });
});
