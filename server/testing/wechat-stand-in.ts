import { createCipheriv, createSign, createVerify, randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { PaymentFace, RawRequest } from '../adapters/gateway/gateway.ts';
import { readShanghaiTime, shanghaiDay, shanghaiRfc3339 } from '../adapters/gateway/shanghai-time.ts';
import { toVendorId } from '../adapters/gateway/vendor-ids.ts';
import { wechatGateway } from '../adapters/gateway/wechat.ts';
import { MovableClock } from '../clock.ts';
import type { WechatSettings } from '../gateway-settings.ts';
import { type Answered, type Asked, deliver, type GatewayStand, listen } from './gateway-stand.ts';
import { type RsaKeys, rsaKeys } from './rsa-keys.ts';
import { Refused, wechatTill } from './wechat-till.ts';

/** seconds that a request's time may differ from ours */
const requestAge = 300;

interface Key extends RsaKeys {
  readonly serial: string;
}

const keyOf = (whose: string, serial: string): Key => ({ serial, ...rsaKeys(whose) });

export interface WechatStand extends GatewayStand {
  readonly settings: WechatSettings;
  /** Tells an address of a refund, with this status instead of its own. */
  tellRefund(ourRefundId: string, url: string, status?: string): Promise<void>;
  /** Bills made from now on are not what their hash says. */
  spoilBills(): void;
  /** The next answer is this instead, genuinely signed. */
  sayNext(status: number, content: object): void;
  /** The next answer is altered on its way. */
  tamperNext(change: (answer: Answered) => Answered): void;
}

/**
 * A local WeChat Pay v3 with keys of its own: checks our signatures, answers and notifies with its own, and refuses what WeChat
 * Pay refuses. `change` bends the settings of the portal's side.
 */
export async function startWechat({
  change = (settings) => settings,
}: { change?: (settings: WechatSettings) => WechatSettings } = {}): Promise<WechatStand> {
  const merchantId = '1900006891';
  const appId = 'wxdace645e0bc2cXXX';
  const apiV3Key = randomBytes(16).toString('hex');
  const merchant = keyOf('app', '3775B6A45ACD588826D15E583A95F5DD00000000');
  const platform = [
    keyOf('gateway', '7132D72A03E93CDDF8C03BBD1F37EEDF00000000'),
    keyOf('gateway later', 'PUB_KEY_ID_0119000068912024'),
  ];
  const stranger = keyOf('stranger', platform[0]?.serial ?? '');
  const clock = new MovableClock();
  const till = wechatTill({ clock, appId, merchantId, origin: () => origin });
  const { orders, refunds } = till;
  const nonces = new Set<string>();
  let key = platform[0] as Key;
  let lose = false;
  let forge = false;
  let say: Answered | undefined;
  let tamper = (answer: Answered) => answer;
  const { origin, stop } = await listen((asked) => {
    if (asked.url.pathname === '/h5') return page(asked);
    const answer = tamper(say ?? answerTo(asked));
    [say, tamper] = [undefined, (same) => same];
    if (!lose) return answer;
    lose = false;
    return null;
  });

  const settings = change({
    appId,
    merchantId,
    serial: merchant.serial,
    privateKey: merchant.privateKey,
    apiV3Key,
    platformKeys: Object.fromEntries(platform.map(({ serial, publicKey }) => [serial, publicKey])),
    url: origin,
    timeout: 5000,
  });

  function checkSignature({ method, url, raw }: Asked): void {
    const field = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(raw.headers.authorization ?? '')?.[1] ?? '';
    const [timestamp, nonce] = [field('timestamp'), field('nonce_str')];
    const refuse = (why: string): never => {
      throw new Refused(401, 'SIGN_ERROR', why);
    };
    if (!raw.headers.authorization?.startsWith('WECHATPAY2-SHA256-RSA2048 ')) refuse('认证类型');
    if (field('mchid') !== merchantId) refuse('商户号');
    if (field('serial_no') !== merchant.serial) refuse('证书序列号');
    if (Math.abs(Date.now() / 1000 - Number(timestamp)) > requestAge) refuse('时间戳');
    if (nonces.has(nonce)) refuse('随机串重复');
    nonces.add(nonce);
    const signed = `${method}\n${url.pathname}${url.search}\n${timestamp}\n${nonce}\n${raw.body.toString()}\n`;
    if (!createVerify('RSA-SHA256').update(signed).verify(merchant.publicKey, field('signature'), 'base64'))
      refuse('签名');
  }

  function answerTo(asked: Asked): Answered {
    try {
      checkSignature(asked);
      const { pathname } = asked.url;
      if (pathname === '/v3/billdownload/file') return billAnswer(asked);
      for (const [pattern, carryOut] of till.routes) {
        const found = pattern.exec(`${asked.method} ${pathname}`);
        if (!found) continue;
        const content = carryOut(decodeURIComponent(found[1] ?? ''), asked);
        return content ? signedAnswer(200, JSON.stringify(content)) : signedAnswer(204, '');
      }
      throw new Refused(404, 'NOT_FOUND');
    } catch (error) {
      if (error instanceof z.ZodError)
        return signedAnswer(400, JSON.stringify({ code: 'PARAM_ERROR', message: '参数错误' }));
      if (!(error instanceof Refused)) throw error;
      return signedAnswer(error.status, JSON.stringify({ code: error.code, message: error.message }));
    }
  }

  function signedAnswer(status: number, body: string): Answered {
    const { privateKey } = forge ? stranger : key;
    forge = false;
    return {
      status,
      headers: { 'content-type': 'application/json', ...signature(body, { ...key, privateKey }) },
      body,
    };
  }

  /** Answers bear the real time: the client that reads them knows no other. */
  function signature(
    body: string,
    { serial, privateKey }: Key,
    at = Math.floor(Date.now() / 1000),
  ): Record<string, string> {
    const nonce = randomBytes(16).toString('hex');
    return {
      'wechatpay-timestamp': String(at),
      'wechatpay-nonce': nonce,
      'wechatpay-serial': serial,
      'wechatpay-signature': createSign('RSA-SHA256').update(`${at}\n${nonce}\n${body}\n`).sign(privateKey, 'base64'),
    };
  }

  function billAnswer({ url }: Asked): Answered {
    const bill = till.bills.get(url.searchParams.get('token') ?? '');
    // Bills are not signed; their hash came in an answer that is.
    if (bill) return { status: 200, headers: { 'content-type': 'text/plain' }, body: bill };
    throw new Refused(400, 'INVALID_REQUEST', '下载地址已失效');
  }

  function page({ url }: Asked): Answered {
    const token = url.searchParams.get('prepay_id');
    const order = [...orders.values()].find((one) => one.face.endsWith(`=${token}`));
    return order?.state === 'NOTPAY' ? { status: 200, body: '微信支付' } : { status: 400, body: '订单不能支付' };
  }

  interface Sealing {
    readonly with?: Key;
    readonly seal?: string;
    readonly at?: Date;
  }

  function notification(event: string, content: unknown, eventId: string, how: Sealing = {}): RawRequest {
    const nonce = randomBytes(6).toString('hex');
    const type = event.startsWith('REFUND') ? 'refund' : 'transaction';
    const cipher = createCipheriv('aes-256-gcm', how.seal ?? apiV3Key, nonce).setAAD(Buffer.from(type));
    const sealed = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final(), cipher.getAuthTag()]);
    const body = JSON.stringify({
      id: eventId,
      create_time: shanghaiRfc3339(clock.now()),
      resource_type: 'encrypt-resource',
      event_type: event,
      summary: '',
      resource: {
        original_type: type,
        algorithm: 'AEAD_AES_256_GCM',
        ciphertext: sealed.toString('base64'),
        associated_data: type,
        nonce,
      },
    });
    const at = Math.floor((how.at ?? clock.now()).getTime() / 1000);
    const headers = { 'content-type': 'application/json', ...signature(body, how.with ?? key, at) };
    return { headers, body: Buffer.from(body) };
  }

  const tell = async (url: string, event: string, content: unknown) => {
    const eventId = randomUUID();
    await deliver(
      url,
      () => notification(event, content, eventId),
      (status) => status === 200 || status === 204,
    );
  };

  async function tellRefund(own: string, url: string, as?: string): Promise<void> {
    const refund = refunds.get(own);
    if (!refund) throw new Error('no such refund');
    const { status, ...rest } = till.refundAnswer(own, refund);
    await tell(url, `REFUND.${as ?? status}`, { mchid: merchantId, ...rest, refund_status: as ?? status });
  }

  return {
    settings,
    gateway: wechatGateway(settings, clock),
    clock,
    // Of refunds too, but only where the request names an address for it, and ours does not.
    tells: ['payment'],
    open: async (face: PaymentFace) => {
      if (face.kind === 'page') {
        const response = await fetch(face.url);
        if (!response.ok) throw new Error(`WeChat's page: ${await response.text()}`);
      } else if (![...orders.values()].some((order) => order.face === face.text && order.state === 'NOTPAY'))
        throw new Error('a code that WeChat does not know');
    },
    pay: async (ourPaymentId) => {
      const number = toVendorId(ourPaymentId);
      const order = orders.get(number);
      if (order?.state !== 'NOTPAY' || order.expiresAt <= clock.now()) throw new Error('cannot be paid');
      order.state = 'SUCCESS';
      order.paidAt = new Date(Math.floor(clock.now().getTime() / 1000) * 1000);
      await tell(order.notifyUrl, 'TRANSACTION.SUCCESS', till.transactionOf(number, order));
    },
    settle: async () => {
      for (const [own, refund] of refunds) {
        if (refund.status !== 'PROCESSING') continue;
        refund.status = 'SUCCESS';
        if (refund.notifyUrl) await tellRefund(own, refund.notifyUrl);
      }
    },
    payOutsEnd: () => {
      throw new Error('WeChat Pay pays out to no bank');
    },
    loseNextAnswer: () => {
      lose = true;
    },
    forgeNextAnswer: () => {
      forge = true;
    },
    forgeries: ({ headers, body }) => {
      const [number, order] = [...orders].find(([, one]) => one.paidAt) ?? [];
      if (!number || !order) throw new Error('pay something first');
      const content = till.transactionOf(number, order);
      const made = (how: Sealing, change: object = {}, event = 'TRANSACTION.SUCCESS') =>
        notification(event, { ...content, ...change }, randomUUID(), how);
      const without = (name: string) => Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name));
      const seconds = (count: number) => new Date(clock.now().getTime() + count * 1000);
      return {
        'signed by somebody else': made({ with: stranger }),
        'signed with a key that nobody knows': made({
          with: keyOf('gateway', '5157F09EFDC096DE15EBE81A47057A7200000000'),
        }),
        'without a signature': { headers: without('wechatpay-signature'), body },
        'without a time': { headers: without('wechatpay-timestamp'), body },
        'a probe of WeChat Pay itself': {
          headers: { ...headers, 'wechatpay-signature': `WECHATPAY/SIGNTEST/${headers['wechatpay-signature']}` },
          body,
        },
        'one blank more': { headers, body: Buffer.concat([body, Buffer.from(' ')]) },
        'older than five minutes': made({ at: seconds(-310) }),
        'from the future': made({ at: seconds(310) }),
        'an old one with a new time': {
          headers: { ...headers, 'wechatpay-timestamp': String(Number(headers['wechatpay-timestamp']) + 1) },
          body,
        },
        'sealed with another key': made({ seal: randomBytes(16).toString('hex') }),
        'for another merchant': made({}, { mchid: '1900000001' }),
        'for another app': made({}, { appid: 'wx0000000000000000' }),
        'in another currency': made({}, { amount: { total: order.fen, currency: 'USD' } }),
        'of a kind that nobody asked for': made({}, {}, 'COUPON.USE'),
      };
    },
    switchKey: () => {
      key = platform[1] as Key;
    },
    nextNoon: () => {
      const noon = readShanghaiTime(`${shanghaiDay(clock.now())} 12:00:00`).getTime();
      clock.set(new Date(noon + 24 * 3600_000));
    },
    tellRefund: (ourRefundId, url, status) => tellRefund(toVendorId(ourRefundId), url, status),
    sayNext: (status, content) => {
      say = signedAnswer(status, JSON.stringify(content));
    },
    tamperNext: (change) => {
      tamper = change;
    },
    spoilBills: () => {
      till.spoilt = true;
    },
    stop,
  };
}
