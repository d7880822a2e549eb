import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closePayment, payOrder } from '../../../contract/payments.ts';
import { shanghaiDay } from '../../adapters/gateway/shanghai-time.ts';
import { startAlipay } from '../../testing/alipay-stand-in.ts';
import { type GatewayStand, listen } from '../../testing/gateway-stand.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { startWechat } from '../../testing/wechat-stand-in.ts';
import { type BuiltUser, buildUser, signIn } from '../accounts/build.ts';
import { available, escrow } from '../ledger/accounts.ts';
import { balanceOf } from '../ledger/queries.ts';
import { buildDue, fund } from './build.ts';
import { settle } from './settle.ts';
import { gatewayStatementCheck } from './statement.ts';

// The whole portal against local vendors: their servers know nothing of it but its address.

/** The portal's public address, which a vendor may find broken. */
const outside = { broken: false };
const front = await listen(async ({ url, raw }) => {
  if (outside.broken) return { status: 502, body: '' };
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = raw.headers;
  const response = await fetch(`${portal.url}${url.pathname}`, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: new Uint8Array(raw.body),
  });
  return { status: response.status, body: await response.text() };
});
const alipay = await startAlipay(`${front.origin}/api/pay/notify/alipay`);
const wechat = await startWechat();
const portal = await startPortal({
  gateways: true,
  clock: wechat.clock,
  env: {
    OMO_GATEWAY: 'alipay,wechat',
    OMO_PUBLIC_URL: front.origin,
    OMO_ALIPAY_APP_ID: alipay.settings.appId,
    OMO_ALIPAY_SELLER_ID: alipay.settings.sellerId,
    OMO_ALIPAY_PRIVATE_KEY: alipay.settings.privateKey,
    OMO_ALIPAY_PUBLIC_KEY: alipay.settings.publicKey,
    OMO_ALIPAY_URL: alipay.settings.url,
    OMO_WECHAT_APP_ID: wechat.settings.appId,
    OMO_WECHAT_MCH_ID: wechat.settings.merchantId,
    OMO_WECHAT_SERIAL: wechat.settings.serial,
    OMO_WECHAT_PRIVATE_KEY: wechat.settings.privateKey,
    OMO_WECHAT_API_V3_KEY: wechat.settings.apiV3Key,
    OMO_WECHAT_PLATFORM_KEYS: Object.entries(wechat.settings.platformKeys)
      .map(([serial, key]) => `${serial}=${key}`)
      .join(','),
    OMO_WECHAT_URL: wechat.settings.url,
  },
});
const { services } = portal.app;
const instalment = 2_592_000;

let provider: BuiltUser;
beforeAll(async () => {
  // So that no midnight comes in between.
  wechat.nextNoon();
  provider = await buildUser(portal.db, { accountType: 2, now: portal.clock.now() });
});
afterAll(async () => {
  for (const one of [alipay, wechat, front]) await one.stop();
});

test('[O-04] a code on the desk, then the phone: the phone gets a page of its own, and only one of the two can be paid', async () => {
  wechat.clock.set(portal.clock.now());
  const owner = await buildUser(portal.db, { now: portal.clock.now() });
  const order = await buildDue(services, { owner, provider });
  const send = portal.as({ token: await signIn(portal.db, owner.id, portal.clock.now()) });
  const pay = async (device: 'desktop' | 'phone') => {
    const paying = { demandNid: order.nid, instalment: 'down', way: 'wechat', device } as const;
    return dataOf(await send(payOrder, paying)).payment;
  };
  const desk = await pay('desktop');
  expect(desk).toMatchObject({ device: 'desktop', face: { kind: 'code' } });
  expect((await pay('desktop')).paymentId).toBe(desk.paymentId);
  const phone = await pay('phone');
  expect(phone).toMatchObject({ device: 'phone', face: { kind: 'page' } });
  const { status } = dataOf(await send(closePayment, { paymentId: desk.paymentId }));
  expect(status).toBe('closed');
  await expect(wechat.pay(desk.paymentId)).rejects.toThrow('cannot be paid');
  await wechat.open({ kind: 'page', url: phone.face?.url ?? '' });
  await wechat.pay(phone.paymentId);
  expect(await balanceOf(portal.db, escrow(order.id))).toBe(instalment);
});

describe.each<['alipay' | 'wechat', GatewayStand]>([
  ['alipay', alipay],
  ['wechat', wechat],
])('[O-04] [Z-14] through %s', (way, stand) => {
  async function opened() {
    stand.clock.set(portal.clock.now());
    const owner = await buildUser(portal.db, { now: portal.clock.now() });
    const order = await buildDue(services, { owner, provider });
    const send = portal.as({ token: await signIn(portal.db, owner.id, portal.clock.now()) });
    const { payment } = dataOf(await send(payOrder, { demandNid: order.nid, instalment: 'down', way }));
    if (!payment.face) throw new Error('nothing to pay with');
    const { kind, url } = payment.face;
    await stand.open(kind === 'page' ? { kind, url } : { kind, text: url });
    return { id: payment.paymentId, held: () => balanceOf(portal.db, escrow(order.id)) };
  }
  const stateOf = async (id: string) => {
    const {
      status,
      outcome,
      amount_fen: fen,
    } = await portal.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return { status, outcome, fen };
  };

  test('an instalment is paid at the vendor, told to the portal and held', async () => {
    const { id, held } = await opened();
    expect(await held()).toBe(0);
    await stand.pay(id);
    expect(await stateOf(id)).toEqual({ status: 'paid', outcome: 'instalment', fen: instalment });
    expect(await held()).toBe(instalment);
  });

  test('when the vendor cannot reach the portal, the portal asks; and the statement agrees', async () => {
    const { id, held } = await opened();
    outside.broken = true;
    await stand.pay(id);
    outside.broken = false;
    expect((await stateOf(id)).status).toBe('open');
    const day = shanghaiDay(stand.clock.now());
    portal.clock.advance(31_000);
    await portal.app.worker.tick();
    expect(await stateOf(id)).toEqual({ status: 'paid', outcome: 'instalment', fen: instalment });
    expect(await held()).toBe(instalment);

    portal.clock.advance(36 * 3600_000);
    stand.clock.set(portal.clock.now());
    const gateway = services.gateways.all.find(({ name }) => name === way);
    if (!gateway) throw new Error('not offered');
    expect(await gateway.statement(day)).toHaveLength(2);
    expect(await gatewayStatementCheck(services, gateway, day)).toEqual([]);
  });
});

describe('[O-04] closed here before Alipay knew it', () => {
  async function closed() {
    alipay.clock.set(portal.clock.now());
    const owner = await buildUser(portal.db, { now: portal.clock.now() });
    const order = await buildDue(services, { owner, provider });
    const send = portal.as({ token: await signIn(portal.db, owner.id, portal.clock.now()) });
    const { payment } = dataOf(await send(payOrder, { demandNid: order.nid, instalment: 'down', way: 'alipay' }));
    expect(dataOf(await send(closePayment, { paymentId: payment.paymentId })).status).toBe('closed');
    // The page is still open in another tab.
    await alipay.open({ kind: 'page', url: payment.face?.url ?? '' });
    const row = () =>
      portal.db.selectFrom('payments').selectAll().where('id', '=', payment.paymentId).executeTakeFirstOrThrow();
    return { owner, order, send, id: payment.paymentId, row };
  }
  async function later(milliseconds: number) {
    portal.clock.advance(milliseconds);
    alipay.clock.set(portal.clock.now());
    await portal.app.worker.tick();
  }

  test('money that nobody told of is found, and credited once', async () => {
    const { owner, order, send, id, row } = await closed();
    await fund(services, owner, instalment);
    dataOf(await send(payOrder, { demandNid: order.nid, instalment: 'down', way: 'balance' }));
    outside.broken = true;
    await alipay.pay(id);
    outside.broken = false;
    await later(31_000);
    expect(await row()).toMatchObject({ status: 'paid', outcome: 'balance', watch_until: null });
    await later(61_000);
    const again = { status: 'paid', fen: instalment, gatewayNumber: 'A1', paidAt: portal.clock.now() } as const;
    expect(await settle(services, { way: 'alipay', ourPaymentId: id, state: again })).toBe('known');
    expect(await balanceOf(portal.db, available(owner.id))).toBe(instalment);
    expect(await balanceOf(portal.db, escrow(order.id))).toBe(instalment);
  });

  test('as soon as Alipay knows it, it is closed there', async () => {
    const { id, row } = await closed();
    await later(31_000);
    await expect(alipay.pay(id)).rejects.toThrow('cannot be paid');
    expect(await row()).toMatchObject({ status: 'closed', watch_until: null });
  });

  test('it is looked after until five minutes behind its end', async () => {
    const owner = await buildUser(portal.db, { now: portal.clock.now() });
    const order = await buildDue(services, { owner, provider });
    const send = portal.as({ token: await signIn(portal.db, owner.id, portal.clock.now()) });
    const { payment } = dataOf(await send(payOrder, { demandNid: order.nid, instalment: 'down', way: 'alipay' }));
    const row = () =>
      portal.db.selectFrom('payments').selectAll().where('id', '=', payment.paymentId).executeTakeFirstOrThrow();
    await later(31 * 60_000);
    const { expires_at: end, ...left } = await row();
    expect(left).toMatchObject({ status: 'closed', watch_until: new Date(end.getTime() + 5 * 60_000) });
    await later(3 * 60_000);
    expect((await row()).watch_until).not.toBeNull();
    await later(2 * 60_000);
    expect((await row()).watch_until).toBeNull();
  });
});
