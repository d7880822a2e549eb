import { createCipheriv, createHash, createSign, createVerify, randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { fenToYuan } from '../../contract/fields.ts';
import type { PaymentFace, RawRequest } from '../adapters/gateway/gateway.ts';
import { readShanghaiTime, shanghaiDay, shanghaiRfc3339, shanghaiTime } from '../adapters/gateway/shanghai-time.ts';
import { toVendorId } from '../adapters/gateway/vendor-ids.ts';
import { wechatGateway } from '../adapters/gateway/wechat.ts';
import { MovableClock } from '../clock.ts';
import type { WechatSettings } from '../gateway-settings.ts';
import { type Answered, type Asked, deliver, type GatewayStand, listen } from './gateway-stand.ts';
import { type RsaKeys, rsaKeys } from './rsa-keys.ts';
import { wechatBill } from './wechat-bill-build.ts';

/** seconds that a request's time may differ from ours */
const requestAge = 300;

interface Order {
  readonly number: string;
  readonly type: 'NATIVE' | 'MWEB';
  readonly fen: number;
  readonly description: string;
  readonly notifyUrl: string;
  readonly expiresAt: Date;
  readonly face: string;
  state: 'NOTPAY' | 'CLOSED' | 'SUCCESS' | 'REFUND';
  paidAt: Date | null;
}

interface Refund {
  readonly number: string;
  readonly order: string;
  readonly fen: number;
  readonly at: Date;
  readonly notifyUrl: string | undefined;
  status: 'PROCESSING' | 'SUCCESS';
}

interface Key extends RsaKeys {
  readonly serial: string;
}

const keyOf = (whose: string, serial: string): Key => ({ serial, ...rsaKeys(whose) });

/** A no of WeChat Pay's. */
class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message = code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const id = z.string().regex(/^[0-9A-Za-z_\-|*]{6,32}$/);
const newOrder = z.object({
  appid: z.string(),
  mchid: z.string(),
  description: z.string().min(1).max(127),
  out_trade_no: id,
  time_expire: z.iso.datetime({ offset: true }),
  notify_url: z.url().refine((url) => new URL(url).search === ''),
  amount: z.object({ total: z.int().positive(), currency: z.literal('CNY') }),
  scene_info: z.object({
    payer_client_ip: z.union([z.ipv4(), z.ipv6()]),
    h5_info: z.object({ type: z.literal('Wap') }).optional(),
  }),
});
const newRefund = z.object({
  out_trade_no: id,
  out_refund_no: z.string().regex(/^[0-9A-Za-z_\-|*@]{1,64}$/),
  reason: z
    .string()
    .refine((text) => Buffer.byteLength(text) <= 80)
    .optional(),
  notify_url: z.url().optional(),
  amount: z.object({ refund: z.int().positive(), total: z.int().positive(), currency: z.literal('CNY') }),
});

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
  const orders = new Map<string, Order>();
  const refunds = new Map<string, Refund>();
  const bills = new Map<string, Buffer>();
  const nonces = new Set<string>();
  let key = platform[0] as Key;
  let lose = false;
  let forge = false;
  let spoilt = false;
  let say: Answered | undefined;
  let tamper = (answer: Answered) => answer;
  let last = 0;
  const nextNumber = () => `4200${String((last += 1)).padStart(24, '0')}`;

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
      for (const [pattern, carryOut] of routes) {
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

  const parse = <T>(schema: z.ZodType<T>, { raw }: Asked): T => schema.parse(JSON.parse(raw.body.toString()));

  const routes: readonly (readonly [RegExp, (part: string, asked: Asked) => unknown])[] = [
    [/^POST \/v3\/pay\/transactions\/native$/, (_, asked) => ({ code_url: newFace('NATIVE', asked) })],
    [/^POST \/v3\/pay\/transactions\/h5$/, (_, asked) => ({ h5_url: newFace('MWEB', asked) })],
    [
      /^GET \/v3\/pay\/transactions\/out-trade-no\/([^/]+)$/,
      (number, { url }) => {
        if (url.searchParams.get('mchid') !== merchantId) throw new Refused(400, 'PARAM_ERROR');
        return transactionOf(number, orderOf(number));
      },
    ],
    [
      /^POST \/v3\/pay\/transactions\/out-trade-no\/([^/]+)\/close$/,
      (number, asked) => {
        parse(z.object({ mchid: z.literal(merchantId) }), asked);
        const order = orderOf(number);
        if (order.paidAt) throw new Refused(400, 'ORDERPAID', '订单已支付');
        order.state = 'CLOSED';
        return null;
      },
    ],
    [/^POST \/v3\/refund\/domestic\/refunds$/, (_, asked) => refundAnswer(...startRefund(parse(newRefund, asked)))],
    [
      /^GET \/v3\/refund\/domestic\/refunds\/([^/]+)$/,
      (number) => {
        const refund = refunds.get(number);
        if (!refund) throw new Refused(404, 'RESOURCE_NOT_EXISTS', '退款单不存在');
        return refundAnswer(number, refund);
      },
    ],
    [/^GET \/v3\/bill\/tradebill$/, (_, { url }) => billOf(url.searchParams)],
  ];

  function newFace(type: Order['type'], asked: Asked): string {
    const given = parse(newOrder, asked);
    if (given.mchid !== merchantId || given.appid !== appId) throw new Refused(400, 'APPID_MCHID_NOT_MATCH');
    if ((type === 'MWEB') !== (given.scene_info.h5_info !== undefined))
      throw new Refused(400, 'PARAM_ERROR', 'h5_info');
    if (new Date(given.time_expire) <= clock.now()) throw new Refused(400, 'PARAM_ERROR', 'time_expire');
    const known = orders.get(given.out_trade_no);
    if (known?.state === 'CLOSED') throw new Refused(400, 'ORDER_CLOSED', '订单已关闭');
    if (known?.paidAt) throw new Refused(400, 'ORDERPAID', '订单已支付');
    if (known && known.fen !== given.amount.total)
      throw new Refused(400, 'INVALID_REQUEST', '请求重入时，参数与首次请求时不一致');
    if (known && known.type !== type) throw new Refused(403, 'OUT_TRADE_NO_USED', '商户订单号重复');
    if (known) return known.face;
    const token = randomBytes(6).toString('hex');
    const order: Order = {
      number: nextNumber(),
      type,
      fen: given.amount.total,
      description: given.description,
      notifyUrl: given.notify_url,
      expiresAt: new Date(given.time_expire),
      face: type === 'NATIVE' ? `weixin://wxpay/bizpayurl?pr=${token}` : `${origin}/h5?prepay_id=${token}`,
      state: 'NOTPAY',
      paidAt: null,
    };
    orders.set(given.out_trade_no, order);
    return order.face;
  }

  function orderOf(number: string): Order {
    const order = orders.get(number);
    if (!order) throw new Refused(404, 'ORDER_NOT_EXIST', '订单不存在');
    return order;
  }

  function transactionOf(number: string, order: Order) {
    const plain = {
      appid: appId,
      mchid: merchantId,
      out_trade_no: number,
      trade_state: order.state,
      trade_state_desc: '',
    };
    if (!order.paidAt) return { ...plain, payer: {} };
    return {
      ...plain,
      transaction_id: order.number,
      trade_type: order.type,
      bank_type: 'OTHERS',
      success_time: shanghaiRfc3339(order.paidAt),
      payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
      amount: { total: order.fen, payer_total: order.fen, currency: 'CNY', payer_currency: 'CNY' },
    };
  }

  function startRefund(given: z.output<typeof newRefund>): [string, Refund] {
    const { out_trade_no: number, out_refund_no: own, amount } = given;
    const order = orders.get(number);
    if (!order?.paidAt) throw new Refused(404, 'RESOURCE_NOT_EXISTS', '订单不存在');
    const known = refunds.get(own);
    if (amount.total !== order.fen || (known && (known.fen !== amount.refund || known.order !== number)))
      throw new Refused(400, 'INVALID_REQUEST', '订单金额或退款金额与之前请求不一致，请核实后再试');
    if (known) return [own, known];
    const given_ = [...refunds.values()].filter((refund) => refund.order === number);
    if (given_.reduce((all, refund) => all + refund.fen, amount.refund) > order.fen)
      throw new Refused(400, 'INVALID_REQUEST', 'refund_fee大于可退金额');
    const refund: Refund = {
      number: nextNumber(),
      order: number,
      fen: amount.refund,
      at: clock.now(),
      notifyUrl: given.notify_url,
      status: 'PROCESSING',
    };
    refunds.set(own, refund);
    order.state = 'REFUND';
    return [own, refund];
  }

  const refundAnswer = (own: string, refund: Refund) => ({
    refund_id: refund.number,
    out_refund_no: own,
    transaction_id: orderOf(refund.order).number,
    out_trade_no: refund.order,
    channel: 'ORIGINAL',
    user_received_account: '支付用户零钱',
    create_time: shanghaiRfc3339(refund.at),
    status: refund.status,
    amount: { total: orderOf(refund.order).fen, refund: refund.fen, currency: 'CNY' },
  });

  function billOf(asked: URLSearchParams) {
    const day = asked.get('bill_date') ?? '';
    if (!/^\d{4}-\d\d-\d\d$/.test(day) || day >= shanghaiDay(clock.now()))
      throw new Refused(400, 'INVALID_REQUEST', '日期');
    const rows: Record<string, string>[] = [];
    const row = (number: string, order: Order, at: Date) => ({
      交易时间: shanghaiTime(at),
      公众账号ID: appId,
      商户号: merchantId,
      微信订单号: order.number,
      商户订单号: number,
      货币种类: 'CNY',
      商品名称: order.description,
    });
    for (const [number, order] of orders)
      if (order.paidAt && shanghaiDay(order.paidAt) === day) {
        const sum = fenToYuan(order.fen);
        rows.push({ ...row(number, order, order.paidAt), 交易状态: 'SUCCESS', 应结订单金额: sum, 订单金额: sum });
      }
    for (const [own, refund] of refunds)
      if (shanghaiDay(refund.at) === day) {
        const sum = fenToYuan(refund.fen);
        rows.push({
          ...row(refund.order, orderOf(refund.order), refund.at),
          交易状态: 'REFUND',
          微信退款单号: refund.number,
          商户退款单号: own,
          退款状态: refund.status,
          退款金额: sum,
          申请退款金额: sum,
        });
      }
    if (rows.length === 0) throw new Refused(400, 'NO_STATEMENT_EXIST', '账单文件不存在');
    const bill = wechatBill(rows);
    const token = randomUUID();
    bills.set(token, spoilt ? Buffer.concat([bill, Buffer.from('\n')]) : bill);
    const hash = createHash('sha1').update(bill).digest('hex');
    return { hash_type: 'SHA1', hash_value: hash, download_url: `${origin}/v3/billdownload/file?token=${token}` };
  }

  function billAnswer({ url }: Asked): Answered {
    const bill = bills.get(url.searchParams.get('token') ?? '');
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
    const { status, ...rest } = refundAnswer(own, refund);
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
      await tell(order.notifyUrl, 'TRANSACTION.SUCCESS', transactionOf(number, order));
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
      const content = transactionOf(number, order);
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
      spoilt = true;
    },
    stop,
  };
}
