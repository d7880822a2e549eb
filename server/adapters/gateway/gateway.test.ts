import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startAlipay } from '../../testing/alipay-stand-in.ts';
import { type GatewayStand, startReceiver } from '../../testing/gateway-stand.ts';
import { startSandboxStand } from '../../testing/sandbox-stand.ts';
import { startWechat } from '../../testing/wechat-stand-in.ts';
import { ForgedNotification, GatewayError, type NewPayment, type Notification, type RawRequest } from './gateway.ts';
import { shanghaiDay } from './shanghai-time.ts';

// One contract, held by every gateway, each against a server of its own kind that checks real signatures. A gateway joins by
// one line here; what only it does is tested beside its file.
const gateways: readonly { readonly name: string; readonly start: (notifyUrl: string) => Promise<GatewayStand> }[] = [
  { name: 'sandbox', start: () => startSandboxStand() },
  { name: 'alipay', start: (notifyUrl) => startAlipay(notifyUrl) },
  { name: 'alipay in certificate mode', start: (notifyUrl) => startAlipay(notifyUrl, { certificateMode: true }) },
  { name: 'wechat', start: () => startWechat() },
];

describe.each(gateways)('[Z-14] gateway contract: $name', ({ start }) => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let stand: GatewayStand;

  beforeAll(async () => {
    receiver = await startReceiver();
    stand = await start(receiver.url);
  });
  beforeEach(() => {
    receiver.answer(stand.gateway.acknowledgement.taken);
  });
  afterAll(async () => {
    await stand.stop();
    await receiver.stop();
  });

  const newPayment = (change: Partial<NewPayment> = {}): NewPayment => ({
    ourPaymentId: randomUUID(),
    fen: 1_234_507,
    subject: '首款 30%，订单 2611220001/甲',
    expiresAt: new Date(stand.clock.now().getTime() + 15 * 60_000),
    payerAddress: '203.0.113.7',
    device: 'desktop',
    returnUrl: 'https://omo.example/omo/personal/order/1?from=pay',
    notifyUrl: receiver.url,
    ...change,
  });

  /** Makes it and lets the payer come to it. */
  async function open(change: Partial<NewPayment> = {}): Promise<NewPayment> {
    const payment = newPayment(change);
    await stand.open(await stand.gateway.create(payment));
    return payment;
  }

  async function paid(change: Partial<NewPayment> = {}): Promise<NewPayment> {
    const payment = await open(change);
    await stand.pay(payment.ourPaymentId);
    await notified('payment', payment.ourPaymentId);
    return payment;
  }

  const refundOf = ({ ourPaymentId, fen: totalFen }: NewPayment, fen: number, ourRefundId: string = randomUUID()) => ({
    ourRefundId,
    ourPaymentId,
    fen,
    totalFen,
    reason: '双方协商取消订单，按约定退还已付的首款，其余款项归服务方所有，如有疑问请联系客服',
  });

  const payOutOf = (fen: number, bankAccount: string) => ({
    ourPayOutId: randomUUID(),
    fen,
    bankName: '招商银行',
    bankAccount,
    trueName: '周师傅',
    holder: 'person' as const,
  });

  const told: [RawRequest, Notification][] = [];
  const subjectOf = (read: Notification) =>
    read.kind === 'payment' ? read.ourPaymentId : read.kind === 'refund' ? read.ourRefundId : read.ourPayOutId;

  /** The first notification about `ours`, as it came and as it was read. */
  async function notified(kind: Notification['kind'], ours: string): Promise<[RawRequest, Notification]> {
    for (let at = 0; ; at += 1) {
      await receiver.moreThan(at);
      const raw = receiver.received[at] as RawRequest;
      const known = told[at] ?? [raw, await stand.gateway.readNotification(raw)];
      told[at] = known;
      if (known[1].kind === kind && subjectOf(known[1]) === ours) return known;
    }
  }

  /** Not a refusal: whoever asked must not take it for one. */
  const expectUnclear = async (asked: Promise<unknown>) => {
    const error: unknown = await asked.then(
      () => 'no error',
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(GatewayError);
  };

  const expectRefused = (asked: Promise<unknown>) => expect(asked).rejects.toBeInstanceOf(GatewayError);

  test.each(['desktop', 'phone'] as const)('a payment from a %s is made, opened, paid and told', async (device) => {
    const before = stand.clock.now().getTime();
    const { ourPaymentId, fen } = await open({ device });
    expect(await stand.gateway.query(ourPaymentId)).toMatchObject({ status: 'waiting', fen: 0, paidAt: null });
    await stand.pay(ourPaymentId);
    const state = await stand.gateway.query(ourPaymentId);
    expect(state).toEqual({
      status: 'paid',
      fen,
      gatewayNumber: expect.stringMatching(/^\w{10,}$/),
      paidAt: expect.any(Date),
    });
    // Vendors count whole seconds.
    expect(Math.abs((state.paidAt?.getTime() ?? 0) - before)).toBeLessThan(20_000);
    const [, heard] = await notified('payment', ourPaymentId);
    expect(heard).toEqual({ kind: 'payment', eventId: expect.stringMatching(/./), ourPaymentId, state });
  });

  test('the same payment asked for again is the same one, and cannot become another sum', async () => {
    const payment = await open();
    await stand.open(await stand.gateway.create(payment));
    await expect(
      (async () => stand.open(await stand.gateway.create({ ...payment, fen: payment.fen + 1 })))(),
    ).rejects.toBeInstanceOf(Error);
    await stand.pay(payment.ourPaymentId);
    expect(await stand.gateway.query(payment.ourPaymentId)).toMatchObject({ status: 'paid', fen: payment.fen });
    await expect((async () => stand.open(await stand.gateway.create(payment)))()).rejects.toBeInstanceOf(Error);
  });

  test.each([1, 10, 99, 100, 101, 99_999_999])('%i fen arrive as they were sent', async (fen) => {
    const { ourPaymentId } = await paid({ fen });
    expect((await stand.gateway.query(ourPaymentId)).fen).toBe(fen);
  });

  test('what was never opened is unknown', async () => {
    expect(await stand.gateway.query(randomUUID())).toEqual({
      status: 'unknown',
      fen: 0,
      gatewayNumber: '',
      paidAt: null,
    });
    expect(await stand.gateway.queryRefund(randomUUID(), randomUUID())).toMatchObject({ status: 'unknown' });
  });

  test('nobody can pay what was closed; closing again, or too late, changes nothing', async () => {
    const closed = await open();
    await stand.gateway.close(closed.ourPaymentId);
    await stand.gateway.close(closed.ourPaymentId);
    await expect(stand.pay(closed.ourPaymentId)).rejects.toBeInstanceOf(Error);
    expect(await stand.gateway.query(closed.ourPaymentId)).toMatchObject({ status: 'closed', fen: 0 });

    const late = await paid();
    await stand.gateway.close(late.ourPaymentId);
    expect(await stand.gateway.query(late.ourPaymentId)).toMatchObject({ status: 'paid', fen: late.fen });
  });

  test('a part is refunded, once for one id, and never more than was paid', async () => {
    const payment = await paid({ fen: 1000 });
    const first = refundOf(payment, 300);
    expect((await stand.gateway.refund(first)).status).toMatch(/^(done|pending)$/);
    expect((await stand.gateway.refund(first)).status).toMatch(/^(done|pending)$/);
    await expectRefused(stand.gateway.refund({ ...first, fen: 301 }));
    await expectRefused(stand.gateway.refund(refundOf(payment, 701)));
    await stand.gateway.refund(refundOf(payment, 700));
    await expectRefused(stand.gateway.refund(refundOf(payment, 1)));
    await stand.settle();
    expect(await stand.gateway.queryRefund(first.ourRefundId, payment.ourPaymentId)).toMatchObject({
      status: 'done',
      gatewayNumber: expect.stringMatching(/./),
      reason: '',
    });
    // Given back to the last fen, it is still one that was paid.
    expect(await stand.gateway.query(payment.ourPaymentId)).toMatchObject({ status: 'paid', fen: 1000 });
    const notification = { kind: 'refund', ourRefundId: first.ourRefundId, state: { status: 'done' } };
    const heard = stand.tells.includes('refund') ? (await notified('refund', first.ourRefundId))[1] : notification;
    expect(heard).toMatchObject(notification);
  });

  test('nothing is refunded of a payment that is unknown or was not paid', async () => {
    await expectRefused(stand.gateway.refund(refundOf(newPayment(), 1)));
    await expectRefused(stand.gateway.refund(refundOf(await open(), 1)));
  });

  test('a pay-out ends well, fails or comes back, where the gateway can reach a bank; else it says so', async () => {
    if (!stand.gateway.capabilities.payOutToBank) {
      await expectRefused(stand.gateway.payOut(payOutOf(100, '6225880137706868')));
      return;
    }
    for (const [outcome, reason] of [
      ['done', ''],
      ['failed', expect.stringMatching(/[一-龥]/)],
      ['returned', expect.stringMatching(/[一-龥]/)],
    ] as const) {
      const payOut = payOutOf(5001, stand.payOutsEnd(outcome));
      const asked = await stand.gateway.payOut(payOut);
      // One that will come back may be done by then.
      expect(['pending', 'done', outcome]).toContain(asked.status);
      expect((await stand.gateway.payOut(payOut)).gatewayNumber).toBe(asked.gatewayNumber);
      await stand.settle();
      const state = await stand.gateway.queryPayOut(payOut.ourPayOutId);
      expect(state).toEqual({ status: outcome, gatewayNumber: asked.gatewayNumber, reason });
      const notification = { kind: 'payOut', ourPayOutId: payOut.ourPayOutId, state };
      const heard = stand.tells.includes('payOut') ? (await notified('payOut', payOut.ourPayOutId))[1] : notification;
      expect(heard).toMatchObject(notification);
      await expectRefused(stand.gateway.payOut({ ...payOut, fen: 5002 }));
    }
    expect(await stand.gateway.queryPayOut(randomUUID())).toMatchObject({ status: 'unknown' });
    // An enterprise is paid as one, or not at all: never as if it were a person.
    const toEnterprise = { ...payOutOf(100, stand.payOutsEnd('done')), holder: 'enterprise' as const };
    if (stand.gateway.capabilities.payOutToEnterprises) await stand.gateway.payOut(toEnterprise);
    else await expectRefused(stand.gateway.payOut(toEnterprise));
  });

  test('a notification comes until it is taken, always as the same event', async () => {
    const { again, taken } = stand.gateway.acknowledgement;
    const before = receiver.received.length;
    receiver.answer(again, again, taken);
    const { ourPaymentId } = await open();
    await stand.pay(ourPaymentId);
    await receiver.moreThan(before + 2);
    const events = await Promise.all(receiver.received.slice(before).map((raw) => stand.gateway.readNotification(raw)));
    expect(events).toHaveLength(3);
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(1);
    expect(events[2]).toMatchObject({ kind: 'payment', ourPaymentId });
  });

  test('a forged notification is refused, whatever was changed', async () => {
    const { ourPaymentId } = await paid();
    const [genuine] = await notified('payment', ourPaymentId);
    const forgeries = Object.entries(stand.forgeries(genuine));
    expect(forgeries.length).toBeGreaterThan(5);
    for (const [name, forged] of forgeries) {
      const outcome = await stand.gateway.readNotification(forged).catch((error: unknown) => error);
      expect([name, outcome]).toEqual([name, expect.any(ForgedNotification)]);
    }
    expect(await stand.gateway.readNotification(genuine)).toMatchObject({ ourPaymentId });
  });

  test('while the gateway goes over to another key, both are good', async () => {
    if (!stand.switchKey) return;
    const { ourPaymentId: old } = await paid();
    const [before] = await notified('payment', old);
    stand.switchKey();
    const { ourPaymentId: young } = await paid();
    const [after] = await notified('payment', young);
    expect(after.headers['wechatpay-serial']).not.toBe(before.headers['wechatpay-serial']);
    expect(await stand.gateway.readNotification(before)).toMatchObject({ ourPaymentId: old });
    expect(await stand.gateway.query(young)).toMatchObject({ status: 'paid' });
  });

  test('a lost answer is no refusal: the query tells, and asking again does nothing twice', async () => {
    const payment = await paid({ fen: 1000 });
    const refund = refundOf(payment, 600);
    stand.loseNextAnswer();
    await expectUnclear(stand.gateway.refund(refund));
    expect((await stand.gateway.queryRefund(refund.ourRefundId, payment.ourPaymentId)).status).toMatch(
      /^(done|pending)$/,
    );
    await stand.gateway.refund(refund);
    await stand.gateway.refund(refundOf(payment, 400));
    stand.loseNextAnswer();
    await expectUnclear(stand.gateway.query(payment.ourPaymentId));
  });

  test('an answer that somebody else signed is not believed', async () => {
    const payment = await paid({ fen: 1000 });
    stand.forgeNextAnswer();
    await expectUnclear(stand.gateway.query(payment.ourPaymentId));
    stand.forgeNextAnswer();
    await expectUnclear(stand.gateway.refund(refundOf(payment, 1000)));
  });

  test('the statement of a day holds what moved on it', async () => {
    // At noon, so that no midnight comes in between.
    stand.nextNoon();
    const payment = await paid({ fen: 200_000 });
    const refund = refundOf(payment, 50_001);
    await stand.gateway.refund(refund);
    const canPayOut = stand.gateway.capabilities.payOutToBank;
    const payOut = payOutOf(77_700, canPayOut ? stand.payOutsEnd('returned') : '');
    if (canPayOut) await stand.gateway.payOut(payOut);
    await stand.settle();
    const day = shanghaiDay((await stand.gateway.query(payment.ourPaymentId)).paidAt ?? new Date(0));
    stand.nextNoon();
    const lines = (await stand.gateway.statement(day)) ?? [];
    const about = (id: string) =>
      lines.filter(({ ourId }) => ourId === id).map(({ kind, fen, at }) => ({ kind, fen, day: shanghaiDay(at) }));
    expect(about(payment.ourPaymentId)).toEqual([{ kind: 'payment', fen: 200_000, day }]);
    expect(about(refund.ourRefundId)).toEqual([{ kind: 'refund', fen: -50_001, day }]);
    expect(about(payOut.ourPayOutId)).toEqual(
      canPayOut
        ? [
            { kind: 'payOut', fen: -77_700, day },
            { kind: 'payOutReturn', fen: 77_700, day },
          ]
        : [],
    );
    expect(lines.every(({ gatewayNumber }) => gatewayNumber !== '')).toBe(true);
    const quiet = shanghaiDay(stand.clock.now());
    for (let days = 0; days < 5; days += 1) stand.nextNoon();
    expect(await stand.gateway.statement(quiet)).toEqual([]);
  });
});
