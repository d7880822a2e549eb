import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payOrder } from '../../../contract/payments.ts';
import { shanghaiDay } from '../../adapters/gateway/shanghai-time.ts';
import { startAlipay } from '../../testing/alipay-stand-in.ts';
import { type GatewayStand, listen } from '../../testing/gateway-stand.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { startWechat } from '../../testing/wechat-stand-in.ts';
import { type BuiltUser, buildUser, signIn } from '../accounts/build.ts';
import { escrow } from '../ledger/accounts.ts';
import { balanceOf } from '../ledger/queries.ts';
import { buildDue } from './build.ts';
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
