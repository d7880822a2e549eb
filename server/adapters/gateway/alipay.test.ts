import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { alipayBill, gbk } from '../../testing/alipay-bill-build.ts';
import { type AlipayStand, startAlipay } from '../../testing/alipay-stand-in.ts';
import { listen } from '../../testing/gateway-stand.ts';
import { errorOf, gatewayTests } from '../../testing/gateway-tests.ts';
import { rsaKeys } from '../../testing/rsa-keys.ts';
import { buildZip } from '../../slices/uploads/build.ts';
import { alipayGateway } from './alipay.ts';
import { readAlipayBill } from './alipay-bill.ts';
import { GatewayError } from './gateway.ts';
import { readShanghaiTime, shanghaiDay } from './shanghai-time.ts';

// What only Alipay does; the rest of its behaviour is in gateway.test.ts.

const { start, newPayment, closing } = gatewayTests((notifyUrl: string, options?: Parameters<typeof startAlipay>[1]) =>
  startAlipay(notifyUrl, options),
);

async function paid(stand: AlipayStand) {
  const payment = newPayment(stand);
  await stand.open(await stand.gateway.create(payment));
  await stand.pay(payment.ourPaymentId);
  return payment;
}

describe('[Z-14] Alipay: who asks', () => {
  test.each([
    ['a key that is not the app’s', { privateKey: rsaKeys('stranger').privateKey }, 'isv.invalid-signature'],
    ['another app', { appId: '2021000000000000' }, 'isv.invalid-app-id'],
  ])('%s is refused', async (_, change, code) => {
    const stand = await start({ change: (settings) => ({ ...settings, ...change }) });
    expect(await errorOf(stand.gateway.query(randomUUID()))).toMatchObject({ name: 'GatewayError', code });
    await expect(stand.open(await stand.gateway.create(newPayment(stand)))).rejects.toThrow(code);
  });

  test('a clock that runs an hour late is refused', async () => {
    const stand = await start();
    const late = alipayGateway(stand.settings, { now: () => new Date(stand.clock.now().getTime() - 3_600_000) });
    expect(await errorOf(late.query(randomUUID()))).toMatchObject({ code: 'isv.invalid-timestamp' });
  });

  test('without certificates nothing is paid out, and Alipay is not even asked', async () => {
    const { gateway } = await start();
    expect(gateway.capabilities.payOutToBank).toBe(false);
    expect(await errorOf(gateway.queryPayOut(randomUUID()))).toMatchObject({ code: 'UNSUPPORTED' });
  });

  test('only our ids go out: one that could not be told from another on its way back does not', async () => {
    const { gateway } = await start();
    expect(await errorOf(gateway.query('a'.repeat(32)))).toBeInstanceOf(TypeError);
  });
});

describe('[Z-14] Alipay: what it answers', () => {
  const genuine = /^\{"[a-z_]+":(\{.*\}),"sign":"([^"]+)"\}$/;

  test.each<[string, (body: string) => string]>([
    ['not signed', (body) => body.replace(genuine, '{"alipay_trade_query_response":$1}')],
    ['an unsigned refusal', () => '{"error_response":{"code":"40004","sub_code":"ACQ.TRADE_NOT_EXIST"}}'],
    ['changed', (body) => body.replace('WAIT_BUYER_PAY', 'TRADE_SUCCESS')],
    [
      'genuine, with a second content after the signature',
      (body) => {
        const forged = (genuine.exec(body)?.[1] ?? '').replace('WAIT_BUYER_PAY', 'TRADE_SUCCESS');
        return body.replace(/\}$/, String.raw`,"alipay_trade_query\u005fresponse":${forged}}`);
      },
    ],
    ['no JSON', () => '<html>'],
    ['empty', () => ''],
  ])('an answer that is %s is neither believed nor taken for a refusal', async (_, change) => {
    const stand = await start();
    const payment = newPayment(stand);
    await stand.open(await stand.gateway.create(payment));
    stand.tamperNext(change);
    const error = await errorOf(stand.gateway.query(payment.ourPaymentId));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(GatewayError);
    expect(await stand.gateway.query(payment.ourPaymentId)).toMatchObject({ status: 'waiting' });
  });

  test('a genuine answer about another payment is not believed', async () => {
    const stand = await start();
    const [mine, other] = [await paid(stand), await paid(stand)];
    let kept = '';
    stand.tamperNext((body) => (kept = body));
    await stand.gateway.query(other.ourPaymentId);
    stand.tamperNext(() => kept);
    expect(await errorOf(stand.gateway.query(mine.ourPaymentId))).toMatchObject({
      name: 'Error',
      message: expect.stringContaining('when asked about'),
    });
  });

  test.each([
    { code: '20000', sub_code: 'isp.unknow-error' },
    { code: '40004', sub_code: 'ACQ.SYSTEM_ERROR' },
    { code: '40004', sub_code: 'SYSTEM_ERROR' },
    { code: '40005', sub_code: 'isv.app-call-limited' },
    { code: '10000', msg: 'Success' },
  ])('after $code $sub_code nobody knows what became of a refund', async (answer) => {
    const stand = await start();
    const { ourPaymentId } = await paid(stand);
    stand.sayNext(answer);
    const refund = { ourRefundId: randomUUID(), ourPaymentId, fen: 1, totalFen: 1000, reason: '' };
    const error = await errorOf(stand.gateway.refund(refund));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(GatewayError);
  });

  test('no change of funds is no refund that is done', async () => {
    const stand = await start();
    const { ourPaymentId } = await paid(stand);
    const refund = { ourRefundId: randomUUID(), ourPaymentId, fen: 1, totalFen: 1000, reason: '' };
    const out_trade_no = ourPaymentId.replaceAll('-', '');
    stand.sayNext({ code: '10000', msg: 'Success', out_trade_no, trade_no: '1', fund_change: 'N' });
    expect(await stand.gateway.refund(refund)).toMatchObject({ status: 'pending' });
    expect(await stand.gateway.refund(refund)).toMatchObject({ status: 'done' });
  });

  test('one that never comes is given up', async () => {
    const stand = await start();
    const dead = await listen(() => new Promise(() => {}));
    closing(dead.stop);
    const gateway = alipayGateway({ ...stand.settings, url: `${dead.origin}/gateway.do`, timeout: 200 }, stand.clock);
    const error = await errorOf(gateway.query(randomUUID()));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(GatewayError);
    // Errors are logged whole.
    expect(inspect(error, { depth: 9 })).not.toMatch(/PRIVATE|sign=/);
  });

  test('every refusal is said in Chinese', async () => {
    const stand = await start();
    stand.sayNext({ code: '40004', sub_code: 'ACQ.SELLER_BALANCE_NOT_ENOUGH', sub_msg: '<b>' });
    expect(await errorOf(stand.gateway.query(randomUUID()))).toMatchObject({
      message: '平台在支付宝的余额不足，请联系客服',
    });
    stand.sayNext({ code: '40006', sub_code: 'isv.insufficient-isv-permissions' });
    expect(await errorOf(stand.gateway.query(randomUUID()))).toMatchObject({
      message: '支付宝没有接受这次操作（isv.insufficient-isv-permissions）',
    });
  });
});

test('[Z-14] Alipay: a page that nobody opened can be closed, and ends by itself', async () => {
  const stand = await start();
  const payment = newPayment(stand);
  const face = await stand.gateway.create(payment);
  await stand.gateway.close(payment.ourPaymentId);
  expect(await stand.gateway.query(payment.ourPaymentId)).toMatchObject({ status: 'unknown' });
  stand.clock.set(new Date(payment.expiresAt.getTime() + 1000));
  await expect(stand.open(face)).rejects.toThrow('isv.invalid-timestamp');
});

describe('[Z-14] Alipay: its bill', () => {
  test('lies ready from ten o’clock of the next day; a late one is not an empty one', async () => {
    const stand = await start();
    const { ourPaymentId } = await paid(stand);
    const day = shanghaiDay((await stand.gateway.query(ourPaymentId)).paidAt ?? new Date(0));
    const at = (hours: number) =>
      stand.clock.set(new Date(readShanghaiTime(`${day} 00:00:00`).getTime() + hours * 3_600_000));
    at(33.9);
    expect(await stand.gateway.statement(day)).toBeNull();
    at(34.1);
    stand.sayNext({ code: '40004', sub_code: 'isp.bill_not_exist' });
    expect(await stand.gateway.statement(day)).toBeNull();
    expect(await stand.gateway.statement(day)).toMatchObject([{ kind: 'payment', ourId: ourPaymentId, fen: 1000 }]);
    at(34 + 73);
    stand.sayNext({ code: '40004', sub_code: 'isp.bill_not_exist' });
    expect(await stand.gateway.statement(day)).toEqual([]);
  });

  const row = (change: Record<string, string> = {}) => ({
    支付宝交易号: '2026112222001400000001',
    商户订单号: '0193a1b2c3d4700080000123456789ab',
    业务类型: '交易',
    商品名称: '首款',
    完成时间: '2026-11-21 23:59:59',
    '订单金额（元）': '0.29',
    ...change,
  });
  const bill = (change: Record<string, string> = {}) => alipayBill('trade', '2088', '2026-11-21', [row(change)]);

  test('is read to the fen and the second', async () => {
    expect(await readAlipayBill('trade', bill())).toEqual([
      {
        kind: 'payment',
        ourId: '0193a1b2-c3d4-7000-8000-0123456789ab',
        gatewayNumber: '2026112222001400000001',
        fen: 29,
        at: new Date('2026-11-21T15:59:59Z'),
      },
    ]);
    const refund = { 业务类型: '退款', '订单金额（元）': '-1.00', '退款批次号/请求号': 'r'.repeat(64) };
    expect(await readAlipayBill('trade', bill(refund))).toMatchObject([
      { kind: 'refund', ourId: 'r'.repeat(64), fen: -100 },
    ]);
  });

  const cutOff =
    '#支付宝业务明细查询\r\n支付宝交易号,商户订单号,业务类型,完成时间,订单金额（元）,退款批次号/请求号\r\n';

  test.each<[string, () => Buffer, RegExp]>([
    ['of unknown rows', () => bill({ 业务类型: '转账' }), /unknown kind/],
    ['of payments without a sum', () => bill({ '订单金额（元）': '' }), /not a sum/],
    ['of payments below zero', () => bill({ '订单金额（元）': '-0.29' }), /payment of -29 fen/],
    ['of refunds above zero', () => bill({ 业务类型: '退款' }), /refund of 29 fen/],
    ['of times that are none', () => bill({ 完成时间: '2026-11-31' }), /not a time/],
    ['with a cell too many', () => bill({ 商品名称: '桌,椅' }), /26 cells of 25/],
    ['without its end', () => buildZip([{ name: 'a.csv', content: gbk(cutOff) }]), /cut off/],
    ['of another kind', () => alipayBill('signcustomer', '2088', '2026-11-21', []), /no details/],
    ['that is no zip', () => Buffer.from('PK, but not really'), /zip|signature|record/i],
  ])('one %s is refused', async (_, build, problem) => {
    await expect(readAlipayBill('trade', build())).rejects.toThrow(problem);
  });
});
