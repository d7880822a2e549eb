import { verify } from 'node:crypto';
import { Aes, Decorator } from 'wechatpay-axios-plugin';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { WechatSettings } from '../../gateway-settings.ts';
import {
  ForgedNotification,
  type Gateway,
  GatewayError,
  type NewPayment,
  type Notification,
  type PaymentState,
  type RawRequest,
  type TransferState,
} from './gateway.ts';
import { shanghaiRfc3339, statementReadyAt } from './shanghai-time.ts';
import { fromVendorId, toVendorId } from './vendor-ids.ts';
import { readWechatBill } from './wechat-bill.ts';

/** seconds that a notification may be old, or ahead of our clock */
const notificationAge = 300;
const statementAtMost = 100 * 1024 * 1024;
const billPath = '/v3/billdownload/file';

const fen = z.int().nonnegative();
const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().default(''),
  trade_state: z.enum(['SUCCESS', 'REFUND', 'NOTPAY', 'CLOSED', 'REVOKED', 'USERPAYING', 'PAYERROR', 'ACCEPT']),
  success_time: moment.optional(),
  amount: z.object({ total: fen, currency: z.literal('CNY').default('CNY') }).optional(),
});
const refundStates = { SUCCESS: 'done', PROCESSING: 'pending', CLOSED: 'failed', ABNORMAL: 'failed' } as const;
const refundStatus = z.enum(['SUCCESS', 'PROCESSING', 'CLOSED', 'ABNORMAL']);

/** WeChat Pay v3 of a merchant with an account of its own: a QR code for computers (Native), a page for phones (H5), refunds. */
export function wechatGateway(settings: WechatSettings, clock: Clock): Gateway {
  const { appId, merchantId, serial, privateKey, apiV3Key, platformKeys } = settings;
  const config = {
    mchid: merchantId,
    serial,
    privateKey,
    certs: { ...platformKeys },
    baseURL: settings.url,
    timeout: settings.timeout,
    maxRedirects: 0,
    maxContentLength: statementAtMost,
    // Tells WeChat Pay which of its keys we would have it sign with.
    headers: { 'Wechatpay-Serial': Object.keys(platformKeys)[0] },
  };
  const http = Decorator.jsonBased(config);

  interface Asked {
    readonly data?: unknown;
    readonly params?: Readonly<Record<string, string>>;
    readonly responseType?: 'arraybuffer';
  }

  /**
   * Rejects with GatewayError for a no (HTTP 4xx), and with another error whenever it is not known what became of it: no
   * answer, one that is not signed by WeChat Pay, one of ours too many, or a fault on its side.
   */
  async function call(method: 'GET' | 'POST', url: string, asked: Asked = {}): Promise<unknown> {
    try {
      return (await http.request<unknown>({ method, url, ...asked })).data;
    } catch (error) {
      throw refusalOf(`${method} ${url}`, error);
    }
  }

  const ours = (found: { mchid: string; appid?: string }) =>
    found.mchid === merchantId && (found.appid === undefined || found.appid === appId);

  function paymentOf(answer: unknown): { number: string; state: PaymentState } {
    const found = transaction.parse(answer);
    if (!ours(found)) throw new Error("WeChat Pay answered about somebody else's payment");
    const paid = found.trade_state === 'SUCCESS' || found.trade_state === 'REFUND';
    const over = found.trade_state === 'CLOSED' || found.trade_state === 'REVOKED' || found.trade_state === 'PAYERROR';
    if (paid && !found.amount) throw new Error('WeChat Pay names no sum of a paid payment');
    return {
      number: found.out_trade_no,
      state: {
        status: paid ? 'paid' : over ? 'closed' : 'waiting',
        fen: paid ? (found.amount?.total ?? 0) : 0,
        gatewayNumber: found.transaction_id,
        paidAt: paid ? (found.success_time ?? null) : null,
      },
    };
  }

  async function query(ourPaymentId: string): Promise<PaymentState> {
    const number = toVendorId(ourPaymentId);
    const answer = await absentIsNull(
      call('GET', `/v3/pay/transactions/out-trade-no/${number}`, { params: { mchid: merchantId } }),
    );
    if (answer === null) return { status: 'unknown', fen: 0, gatewayNumber: '', paidAt: null };
    const found = paymentOf(answer);
    if (found.number !== number) throw new Error('WeChat Pay answered about another payment');
    return found.state;
  }

  function refundOf(answer: unknown, ourRefundId: string): TransferState {
    const found = z.object({ out_refund_no: z.string(), refund_id: z.string(), status: refundStatus }).parse(answer);
    if (found.out_refund_no !== toVendorId(ourRefundId)) throw new Error('WeChat Pay answered about another refund');
    return refundState(found.status, found.refund_id);
  }

  return {
    name: 'wechat',
    // The money lies in the portal's own merchant account: nothing is divided or frozen there, so nothing limits it either.
    capabilities: {
      split: false,
      largestShareBasisPoints: 10_000,
      freezeDays: null,
      // WeChat Pay transfers to its own users only, who must be known by openid and confirm in WeChat.
      payOutToBank: false,
      payOutNeedsUser: true,
    },

    create: async (payment) => {
      const phone = payment.device === 'phone';
      const answer = await call('POST', `/v3/pay/transactions/${phone ? 'h5' : 'native'}`, {
        data: order(payment, phone),
      });
      if (!phone) return { kind: 'code', text: z.object({ code_url: z.string().min(1) }).parse(answer).code_url };
      const url = new URL(z.object({ h5_url: z.url() }).parse(answer).h5_url);
      url.searchParams.set('redirect_url', payment.returnUrl);
      return { kind: 'page', url: url.href };
    },
    query,
    close: async (ourPaymentId) => {
      const url = `/v3/pay/transactions/out-trade-no/${toVendorId(ourPaymentId)}/close`;
      try {
        await call('POST', url, { data: { mchid: merchantId } });
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        const { status } = await query(ourPaymentId);
        if (status === 'waiting') throw error;
      }
    },

    refund: async ({ ourRefundId, ourPaymentId, fen: part, totalFen, reason }) => {
      const answer = await call('POST', '/v3/refund/domestic/refunds', {
        data: {
          out_trade_no: toVendorId(ourPaymentId),
          out_refund_no: toVendorId(ourRefundId),
          reason: cut(reason, 80) || undefined,
          amount: { refund: part, total: totalFen, currency: 'CNY' },
        },
      });
      return refundOf(answer, ourRefundId);
    },
    queryRefund: async (ourRefundId) => {
      const answer = await absentIsNull(call('GET', `/v3/refund/domestic/refunds/${toVendorId(ourRefundId)}`));
      return answer === null ? { status: 'unknown', gatewayNumber: '', reason: '' } : refundOf(answer, ourRefundId);
    },

    payOut: async () => {
      throw new GatewayError('UNSUPPORTED', '微信支付不能打款到银行卡，请选择其他方式');
    },
    queryPayOut: async () => ({ status: 'unknown', gatewayNumber: '', reason: '' }),

    readNotification: async (request) => {
      checkSignature(request, platformKeys, clock.now());
      return notificationIn(request.body, (found) => {
        if (!ours(found)) throw new ForgedNotification('meant for somebody else');
      });
    },
    acknowledgement: {
      taken: { status: 200, type: 'application/json', body: '{"code":"SUCCESS","message":"成功"}' },
      again: { status: 500, type: 'application/json', body: '{"code":"FAIL","message":"请重试"}' },
    },

    statement: async (day) => {
      if (clock.now() < statementReadyAt(day)) return null;
      let answer: unknown;
      try {
        answer = await call('GET', '/v3/bill/tradebill', { params: { bill_date: day, bill_type: 'ALL' } });
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        if (error.code === 'STATEMENT_CREATING') return null;
        if (error.code === 'NO_STATEMENT_EXIST') return [];
        throw error;
      }
      const bill = z
        .object({ hash_type: z.literal('SHA1'), hash_value: z.string(), download_url: z.url() })
        .parse(answer);
      const file = await call('GET', billPath, {
        params: { token: tokenOf(bill.download_url, settings.url) },
        responseType: 'arraybuffer',
      });
      return readWechatBill(Buffer.from(file as ArrayBuffer), bill.hash_value, { appId, merchantId });
    },
  };

  function order(payment: NewPayment, phone: boolean) {
    return {
      appid: appId,
      mchid: merchantId,
      description: payment.subject.slice(0, 127),
      out_trade_no: toVendorId(payment.ourPaymentId),
      time_expire: shanghaiRfc3339(payment.expiresAt),
      notify_url: payment.notifyUrl,
      amount: { total: payment.fen, currency: 'CNY' },
      scene_info: { payer_client_ip: payment.payerAddress, ...(phone ? { h5_info: { type: 'Wap' } } : {}) },
    };
  }

  function notificationIn(body: Buffer, check: (found: { mchid: string; appid?: string }) => void): Notification {
    const { id: eventId, event_type: event, resource } = readEnvelope(body);
    const content = opened(resource, apiV3Key);
    if (event === 'TRANSACTION.SUCCESS') {
      const found = transaction.safeParse(content);
      if (!found.success) throw new ForgedNotification('not a notification of a payment');
      check(found.data);
      const { number, state } = paymentOf(content);
      return { kind: 'payment', eventId, ourPaymentId: fromVendorId(number), state };
    }
    if (event.startsWith('REFUND.')) {
      const read = z.object({
        mchid: z.string(),
        out_refund_no: z.string(),
        refund_id: z.string(),
        refund_status: refundStatus,
      });
      const found = read.safeParse(content);
      if (!found.success) throw new ForgedNotification('not a notification of a refund');
      check(found.data);
      const { out_refund_no: number, refund_status: status, refund_id: refundId } = found.data;
      return { kind: 'refund', eventId, ourRefundId: fromVendorId(number), state: refundState(status, refundId) };
    }
    throw new ForgedNotification(`nothing that the portal asked for: ${event}`);
  }
}

function refundState(status: z.output<typeof refundStatus>, gatewayNumber: string): TransferState {
  const reason = {
    SUCCESS: '',
    PROCESSING: '',
    CLOSED: '退款已关闭',
    ABNORMAL: '原支付账户无法收款，请联系客服处理',
  }[status];
  return { status: refundStates[status], gatewayNumber, reason };
}

/** The bytes as they came, by a key of WeChat Pay's that we know, not long ago. */
function checkSignature({ headers, body }: RawRequest, keys: Readonly<Record<string, string>>, now: Date): void {
  const [timestamp, nonce, serial, signature] = ['timestamp', 'nonce', 'serial', 'signature'].map((name) => {
    const value = headers[`wechatpay-${name}`];
    if (typeof value !== 'string' || value === '') throw new ForgedNotification(`no Wechatpay-${name}`);
    return value;
  }) as [string, string, string, string];
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now.getTime() / 1000 - Number(timestamp)) > notificationAge)
    throw new ForgedNotification('too old');
  if (!Object.hasOwn(keys, serial)) throw new ForgedNotification('signed by a key that we do not know');
  const signed = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from('\n')]);
  if (!verify('RSA-SHA256', signed, keys[serial] as string, Buffer.from(signature, 'base64')))
    throw new ForgedNotification('signature');
}

const resourceShape = z.object({
  algorithm: z.literal('AEAD_AES_256_GCM'),
  ciphertext: z.string(),
  nonce: z.string(),
  associated_data: z.string().default(''),
});
const envelope = z.object({ id: z.string().min(1), event_type: z.string(), resource: resourceShape });

function readEnvelope(body: Buffer): z.output<typeof envelope> {
  try {
    return envelope.parse(JSON.parse(body.toString('utf8')));
  } catch {
    throw new ForgedNotification('not a notification');
  }
}

function opened(resource: z.output<typeof resourceShape>, key: string): unknown {
  try {
    const { ciphertext, nonce, associated_data: extra } = resource;
    return JSON.parse(Aes.AesGcm.decrypt(ciphertext, key, nonce, extra));
  } catch {
    throw new ForgedNotification('not sealed with our key');
  }
}

/** The download is asked for with our signature: only of WeChat Pay itself, and only by the token. */
function tokenOf(downloadUrl: string, base: string): string {
  const url = new URL(downloadUrl);
  const token = url.searchParams.get('token');
  if (url.origin !== new URL(base).origin || url.pathname !== billPath || !token)
    throw new Error("WeChat Pay's bill lies in an unexpected place");
  return token;
}

/** At most so many bytes of UTF-8, in whole characters. */
function cut(text: string, bytes: number): string {
  let kept = '';
  for (const character of text) {
    if (Buffer.byteLength(kept + character) > bytes) break;
    kept += character;
  }
  return kept;
}

const absent = new Set(['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS', 'REFUND_NOT_EXISTS']);

async function absentIsNull(asked: Promise<unknown>): Promise<unknown> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof GatewayError && absent.has(error.code)) return null;
    throw error;
  }
}

interface Answered {
  readonly code?: string;
  readonly message?: string;
  readonly response?: { readonly status: number; readonly data: unknown };
}

/** What the client throws carries our key and the whole answer, which are no matter for a log: only what happened is kept. */
function refusalOf(what: string, error: unknown): Error {
  const { response, code, message = '' } = error as Answered;
  const status = response?.status ?? 0;
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
    const said = z.object({ code: z.string() }).safeParse(readable(response?.data));
    if (said.success)
      return new GatewayError(
        said.data.code,
        refusals[said.data.code] ?? `微信支付没有接受这次操作（${said.data.code}）`,
      );
  }
  return new Error(`WeChat Pay, ${what}: ${status || ''} ${code ?? ''} ${message.slice(0, 160)}`);
}

/** A bill is asked for as bytes, so its refusal comes as bytes too. */
function readable(data: unknown): unknown {
  if (!(data instanceof ArrayBuffer || Buffer.isBuffer(data))) return data;
  try {
    return JSON.parse(Buffer.from(data as ArrayBuffer).toString('utf8'));
  } catch {
    return null;
  }
}

const refusals: Readonly<Record<string, string>> = {
  ORDER_NOT_EXIST: '微信支付没有这笔付款',
  RESOURCE_NOT_EXISTS: '微信支付没有这笔记录',
  OUT_TRADE_NO_USED: '这笔付款已用另一种方式打开，请在原来的设备上完成，或取消后重新付款',
  ORDER_CLOSED: '这笔付款已经关闭',
  ORDERPAID: '这笔付款已经支付',
  INVALID_REQUEST: '微信支付认为金额或单号与之前不一致',
  NOT_ENOUGH: '平台在微信支付的余额不足，请联系客服',
  TRADE_ERROR: '微信支付没有接受这次付款',
  NO_AUTH: '微信支付尚未开通这项功能',
};
