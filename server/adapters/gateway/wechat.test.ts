import { createHash, createSign, randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { listen } from '../../testing/gateway-stand.ts';
import { errorOf, gatewayTests } from '../../testing/gateway-tests.ts';
import { rsaKeys } from '../../testing/rsa-keys.ts';
import { wechatBill } from '../../testing/wechat-bill-build.ts';
import { startWechat, type WechatStand } from '../../testing/wechat-stand-in.ts';
import { GatewayError, type NewPayment } from './gateway.ts';
import { readShanghaiTime, shanghaiDay } from './shanghai-time.ts';
import { wechatGateway } from './wechat.ts';
import { readWechatBill } from './wechat-bill.ts';

// What only WeChat Pay does; the rest of its behaviour is in gateway.test.ts.

const { start, newPayment, closing, receiver } = gatewayTests((_, options?: Parameters<typeof startWechat>[0]) =>
  startWechat(options),
);

async function paid(stand: WechatStand) {
  const payment = newPayment(stand);
  await stand.gateway.create(payment);
  await stand.pay(payment.ourPaymentId);
  return payment;
}

const refundOf = ({ ourPaymentId }: NewPayment, change: object = {}) => ({
  ourRefundId: randomUUID(),
  ourPaymentId,
  fen: 400,
  totalFen: 1000,
  reason: '',
  ...change,
});

const expectUnclear = (error: unknown) => {
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(GatewayError);
};

describe('[Z-14] WeChat Pay: who asks', () => {
  test.each([
    ['a key that is not the merchant’s', { privateKey: rsaKeys('stranger').privateKey }],
    ['an unknown certificate', { serial: '0000000000000000000000000000000000000000' }],
    ['another merchant', { merchantId: '1900000001' }],
  ])('%s is refused', async (_, change) => {
    const { gateway } = await start({ change: (settings) => ({ ...settings, ...change }) });
    expect(await errorOf(gateway.query(randomUUID()))).toMatchObject({ name: 'GatewayError', code: 'SIGN_ERROR' });
  });

  test('an app that is not the merchant’s is refused', async () => {
    const stand = await start({ change: (settings) => ({ ...settings, appId: 'wx0000000000000000' }) });
    expect(await errorOf(stand.gateway.create(newPayment(stand)))).toMatchObject({ code: 'APPID_MCHID_NOT_MATCH' });
  });

  test('a request is refused when it is old, and when it comes a second time', async () => {
    const { settings } = await start();
    const path = `/v3/pay/transactions/out-trade-no/${'0'.repeat(32)}?mchid=${settings.merchantId}`;
    const send = async (secondsAgo: number) => {
      const [at, nonce] = [Math.floor(Date.now() / 1000) - secondsAgo, `nonce${secondsAgo}`];
      const signature = createSign('RSA-SHA256')
        .update(`GET\n${path}\n${at}\n${nonce}\n\n`)
        .sign(settings.privateKey, 'base64');
      const fields = `mchid="${settings.merchantId}",serial_no="${settings.serial}",timestamp="${at}",nonce_str="${nonce}",signature="${signature}"`;
      const headers = { authorization: `WECHATPAY2-SHA256-RSA2048 ${fields}` };
      return (await fetch(`${settings.url}${path}`, { headers })).status;
    };
    expect([await send(0), await send(0), await send(310)]).toEqual([404, 401, 401]);
  });
});

describe('[Z-14] WeChat Pay: a payment', () => {
  test('a computer gets a code, a phone a page that leads back; one cannot become the other', async () => {
    const stand = await start();
    const payment = newPayment(stand);
    expect(await stand.gateway.create(payment)).toEqual({
      kind: 'code',
      text: expect.stringMatching(/^weixin:\/\/wxpay\//),
    });
    expect(await errorOf(stand.gateway.create({ ...payment, device: 'phone' }))).toMatchObject({
      code: 'OUT_TRADE_NO_USED',
      message: expect.stringContaining('原来的设备'),
    });
    const face = await stand.gateway.create(newPayment(stand, { device: 'phone' }));
    const page = new URL(face.kind === 'page' ? face.url : '');
    expect(page.searchParams.get('redirect_url')).toBe('https://omo.example/omo/?a=1&b=2');
    expect(page.searchParams.get('prepay_id')).toMatch(/./);
  });

  test('only our own kind of id goes out, which fits into the 32 characters that WeChat Pay takes', async () => {
    const stand = await start();
    expect(await errorOf(stand.gateway.query('a'.repeat(32)))).toBeInstanceOf(TypeError);
    expect(await errorOf(stand.gateway.query(randomUUID().toUpperCase()))).toBeInstanceOf(TypeError);
  });

  test('a refund must name what was paid in all, and its reason is cut where WeChat Pay ends', async () => {
    const stand = await start();
    const payment = await paid(stand);
    expect(await errorOf(stand.gateway.refund(refundOf(payment, { totalFen: 999 })))).toMatchObject({
      code: 'INVALID_REQUEST',
    });
    const refund = refundOf(payment, { reason: '木'.repeat(100) });
    expect(await stand.gateway.refund(refund)).toMatchObject({ status: 'pending' });
    await stand.settle();
    expect(await stand.gateway.queryRefund(refund.ourRefundId, payment.ourPaymentId)).toMatchObject({ status: 'done' });
  });

  test.each([
    ['SUCCESS', 'done', ''],
    ['ABNORMAL', 'failed', '原支付账户无法收款，请联系客服处理'],
    ['CLOSED', 'failed', '退款已关闭'],
  ])('a notification of a refund: %s', async (said, status, reason) => {
    const stand = await start();
    const refund = refundOf(await paid(stand));
    await stand.gateway.refund(refund);
    const before = receiver().received.length;
    await stand.tellRefund(refund.ourRefundId, receiver().url, said);
    const raw = receiver().received[before];
    expect(raw && (await stand.gateway.readNotification(raw))).toMatchObject({
      kind: 'refund',
      ourRefundId: refund.ourRefundId,
      state: { status, reason },
    });
  });
});

describe('[Z-14] WeChat Pay: what it answers', () => {
  test.each<[string, Record<string, string>]>([
    ['without a signature', { 'wechatpay-signature': '' }],
    ['by a key that nobody knows', { 'wechatpay-serial': '5157F09EFDC096DE15EBE81A47057A7200000000' }],
    ['old', { 'wechatpay-timestamp': String(Math.floor(Date.now() / 1000) - 310) }],
    ['with another nonce', { 'wechatpay-nonce': 'another' }],
  ])('an answer %s is neither believed nor taken for a refusal', async (_, headers) => {
    const stand = await start();
    const payment = await paid(stand);
    stand.tamperNext((answer) => ({ ...answer, headers: { ...answer.headers, ...headers } }));
    expectUnclear(await errorOf(stand.gateway.query(payment.ourPaymentId)));
    stand.tamperNext((answer) => ({ ...answer, body: String(answer.body).replace('1000', '9000') }));
    expectUnclear(await errorOf(stand.gateway.query(payment.ourPaymentId)));
    expect(await stand.gateway.query(payment.ourPaymentId)).toMatchObject({ status: 'paid', fen: 1000 });
  });

  test('a genuine answer about another payment is not believed', async () => {
    const stand = await start();
    const [mine, other] = [await paid(stand), await paid(stand)];
    let kept = { status: 0, body: '' } as Parameters<Parameters<WechatStand['tamperNext']>[0]>[0];
    stand.tamperNext((answer) => (kept = answer));
    await stand.gateway.query(other.ourPaymentId);
    stand.tamperNext(() => kept);
    expectUnclear(await errorOf(stand.gateway.query(mine.ourPaymentId)));
  });

  test.each([
    [500, { code: 'SYSTEM_ERROR', message: '' }],
    [502, {}],
    [429, { code: 'FREQUENCY_LIMITED', message: '' }],
    [403, {}],
    [302, {}],
    [200, {}],
  ])('after HTTP %i nobody knows what became of a refund', async (status, content) => {
    const stand = await start();
    const payment = await paid(stand);
    stand.sayNext(status, content);
    expectUnclear(await errorOf(stand.gateway.refund(refundOf(payment))));
  });

  test('one that never comes is given up, and the error holds no key', async () => {
    const stand = await start();
    const dead = await listen(() => new Promise(() => {}));
    closing(dead.stop);
    const error = await errorOf(
      wechatGateway({ ...stand.settings, url: dead.origin, timeout: 200 }, stand.clock).query(randomUUID()),
    );
    expectUnclear(error);
    expect(inspect(error, { depth: 9 })).not.toMatch(/PRIVATE|KeyObject|signature=/i);
  });

  test('every refusal is said in Chinese', async () => {
    const stand = await start();
    stand.sayNext(403, { code: 'NOT_ENOUGH', message: '<b>' });
    expect(await errorOf(stand.gateway.query(randomUUID()))).toMatchObject({
      message: '平台在微信支付的余额不足，请联系客服',
    });
    stand.sayNext(400, { code: 'SOMETHING_NEW', message: '' });
    expect(await errorOf(stand.gateway.query(randomUUID()))).toMatchObject({
      code: 'SOMETHING_NEW',
      message: '微信支付没有接受这次操作（SOMETHING_NEW）',
    });
  });
});

describe('[Z-14] WeChat Pay: its bill', () => {
  async function withBill() {
    const stand = await start();
    const { ourPaymentId } = await paid(stand);
    const day = shanghaiDay((await stand.gateway.query(ourPaymentId)).paidAt ?? new Date(0));
    const at = (hours: number) =>
      stand.clock.set(new Date(readShanghaiTime(`${day} 00:00:00`).getTime() + hours * 3_600_000));
    at(34.1);
    return { stand, day, at, ourPaymentId };
  }

  test('lies ready from ten o’clock of the next day; one that is being made is not an empty one', async () => {
    const { stand, day, at, ourPaymentId } = await withBill();
    at(33.9);
    expect(await stand.gateway.statement(day)).toBeNull();
    at(34.1);
    stand.sayNext(400, { code: 'STATEMENT_CREATING', message: '' });
    expect(await stand.gateway.statement(day)).toBeNull();
    expect(await stand.gateway.statement(day)).toMatchObject([{ kind: 'payment', ourId: ourPaymentId, fen: 1000 }]);
  });

  test('with another hash than announced is refused', async () => {
    const { stand, day } = await withBill();
    stand.spoilBills();
    await expect(stand.gateway.statement(day)).rejects.toThrow('hash');
  });

  test.each(['https://evil.example/v3/billdownload/file?token=x', '/v3/other?token=x', '/v3/billdownload/file'])(
    'is not fetched from %s',
    async (place) => {
      const { stand, day } = await withBill();
      const url = new URL(place, stand.settings.url).href;
      stand.sayNext(200, { hash_type: 'SHA1', hash_value: '0'.repeat(40), download_url: url });
      await expect(stand.gateway.statement(day)).rejects.toThrow('unexpected place');
    },
  );

  const merchant = { merchantId: '1900006891' };
  const row = (change: Record<string, string> = {}) => ({
    交易时间: '2026-11-21 23:59:59',
    公众账号ID: 'wx',
    商户号: '1900006891',
    微信订单号: '4200',
    商户订单号: '0193a1b2c3d4700080000123456789ab',
    交易状态: 'SUCCESS',
    货币种类: 'CNY',
    商品名称: '桌,椅`凳',
    订单金额: '0.29',
    ...change,
  });
  const sha1 = (file: Buffer) => createHash('sha1').update(file).digest('hex');
  const read = (file: Buffer) => readWechatBill(file, sha1(file).toUpperCase(), merchant);
  const altered = (change: (text: string) => string) => Buffer.from(change(wechatBill([row()]).toString()));

  test('is read to the fen and the second, whatever a thing is called', () => {
    expect(read(wechatBill([row()]))).toEqual([
      {
        kind: 'payment',
        ourId: '0193a1b2-c3d4-7000-8000-0123456789ab',
        gatewayNumber: '4200',
        fen: 29,
        at: new Date('2026-11-21T15:59:59Z'),
      },
    ]);
    const refund = {
      交易状态: 'REFUND',
      商户退款单号: 'r1',
      微信退款单号: '5000',
      订单金额: '0.00',
      申请退款金额: '1.10',
    };
    expect(
      read(wechatBill([row({ ...refund, 退款状态: 'SUCCESS' }), row({ ...refund, 退款状态: 'CLOSED' })])),
    ).toMatchObject([{ kind: 'refund', ourId: 'r1', gatewayNumber: '5000', fen: -110 }]);
  });

  test.each<[string, () => Buffer, RegExp]>([
    ['another merchant’s', () => wechatBill([row({ 商户号: '1900000001' })]), /another merchant/],
    ['in another currency', () => wechatBill([row({ 货币种类: 'USD' })]), /USD/],
    ['of unknown states', () => wechatBill([row({ 交易状态: 'REVOKED' })]), /unknown state/],
    ['of sums that are none', () => wechatBill([row({ 订单金额: '0.291' })]), /not a sum/],
    ['of times that are none', () => wechatBill([row({ 交易时间: '昨天' })]), /not a time/],
    ['of a row less than counted', () => altered((text) => text.replace('`1,', '`2,')), /lacks rows/],
    [
      'of other sums than totalled',
      () => altered((text) => text.replace(/,`0\.29,`0\.00\r\n$/, ',`0.30,`0.00\r\n')),
      /sums/,
    ],
    ['without its totals', () => altered((text) => text.slice(0, text.indexOf('总交易单数'))), /no column|cut off/],
    ['without a column', () => altered((text) => text.replace('商户退款单号', '退款单号')), /no column/],
  ])('one %s is refused', (_, build, problem) => {
    expect(() => read(build())).toThrow(problem);
  });
});
