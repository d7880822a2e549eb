import { Decorator } from 'wechatpay-axios-plugin';
import { z } from 'zod';
import type { WechatSettings } from '../../gateway-settings.ts';
import { GatewayError } from './gateway.ts';

const answerAtMost = 100 * 1024 * 1024;

interface Asked {
  readonly data?: unknown;
  readonly params?: Readonly<Record<string, string>>;
  readonly responseType?: 'arraybuffer';
}

/** Calls of WeChat Pay by address; the client signs them, and checks the signature and the age of every answer that is no refusal. */
export function wechatLine(settings: WechatSettings) {
  const config = {
    mchid: settings.merchantId,
    serial: settings.serial,
    privateKey: settings.privateKey,
    certs: { ...settings.platformKeys },
    baseURL: settings.url,
    timeout: settings.timeout,
    maxRedirects: 0,
    maxContentLength: answerAtMost,
    // Tells WeChat Pay which of its keys we would have it sign with.
    headers: { 'Wechatpay-Serial': Object.keys(settings.platformKeys)[0] },
  };
  const http = Decorator.jsonBased(config);

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

  /** As `call`, with null for what it does not know. */
  async function find(url: string, params?: Asked['params']): Promise<unknown> {
    try {
      return await call('GET', url, { params });
    } catch (error) {
      if (error instanceof GatewayError && absent.has(error.code)) return null;
      throw error;
    }
  }

  return { call, find };
}

const absent = new Set(['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS', 'REFUND_NOT_EXISTS']);

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
