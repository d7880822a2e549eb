import type { AlipaySdk } from 'alipay-sdk';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { AlipaySettings } from '../../gateway-settings.ts';
import { GatewayError } from './gateway.ts';
import { shanghaiTime } from './shanghai-time.ts';

/** An answer is one content, perhaps the number of a certificate, and the signature over the content's text. */
const contentFirst = /^\{"\w+":(?<content>\{.*\}),(?:"alipay_cert_sn":"\w*",)?"sign":"(?<sign>[\w+/=]+)"\}$/s;
const signatureFirst =
  /^\{(?:"alipay_cert_sn":"\w*",)?"sign":"(?<sign>[\w+/=]+)",(?:"alipay_cert_sn":"\w*",)?"\w+":(?<content>\{.*\})\}$/s;

/** Calls of Alipay by name. */
export function alipayLine(sdk: AlipaySdk, settings: AlipaySettings, clock: Clock) {
  /**
   * The client's own `exec` believes a second content that somebody puts behind the signature, so only its signing and
   * checking are used, and nothing is read but the very text that was checked.
   */
  async function send(method: string, bizContent: Record<string, unknown>): Promise<unknown> {
    // The client would write the time of this machine's zone; Alipay reads it as China's.
    const signed = new URLSearchParams(sdk.sdkExecute(method, { timestamp: shanghaiTime(clock.now()), bizContent }));
    const content = new URLSearchParams({ biz_content: signed.get('biz_content') ?? '' });
    signed.delete('biz_content');
    // The charset must be known before the body is read, so it stands in the address with all that is not content.
    const response = await fetch(`${settings.url}?${signed}`, {
      method: 'POST',
      body: content,
      redirect: 'error',
      signal: AbortSignal.timeout(settings.timeout),
    });
    const text = (await response.text()).trim();
    const found = contentFirst.exec(text)?.groups ?? signatureFirst.exec(text)?.groups;
    if (!response.ok || !found?.['content'] || !found['sign'] || !sdk.rsaCheck(found['content'], found['sign']))
      throw new Error(`HTTP ${response.status}, not signed by Alipay`);
    return JSON.parse(found['content']);
  }

  /** Rejects with GatewayError for a signed no, and with another error whenever it is not known what became of it. */
  async function call(method: string, bizContent: Record<string, unknown>): Promise<Record<string, unknown>> {
    const answer = await send(method, bizContent).catch((error: Error) => {
      // The cause carries the request, which is no matter for a log.
      throw new Error(`Alipay, ${method}: ${error.message.slice(0, 160)}`);
    });
    const read = z.looseObject({ code: z.string(), sub_code: z.string().default('') }).parse(answer);
    const { code, sub_code: subCode } = read;
    if (code === '10000') return read;
    if (unclear.has(code) || subCode.endsWith('SYSTEM_ERROR'))
      throw new Error(`Alipay, ${method}: ${code} ${subCode}, the outcome is not known`);
    throw new GatewayError(subCode || code, refusals[subCode] ?? `支付宝没有接受这次操作（${subCode || code}）`);
  }

  /** As `call`, with null for the one thing it may not know. */
  async function find(method: string, bizContent: Record<string, unknown>, absent: string) {
    try {
      return await call(method, bizContent);
    } catch (error) {
      if (error instanceof GatewayError && error.code === absent) return null;
      throw error;
    }
  }

  return { call, find };
}

/** Codes after which a request may have been carried out, or may be sent again as it was: busy, in progress, too often. */
const unclear = new Set(['20000', '10003', '40005']);

const refusals: Readonly<Record<string, string>> = {
  'ACQ.TRADE_NOT_EXIST': '支付宝没有这笔付款',
  'ACQ.TRADE_HAS_SUCCESS': '这笔付款已经支付',
  'ACQ.TRADE_HAS_CLOSE': '这笔付款已经关闭',
  'ACQ.TRADE_HAS_FINISHED': '这笔付款已过可退款期限',
  'ACQ.TRADE_STATUS_ERROR': '这笔付款现在的状态不能这样操作',
  'ACQ.TRADE_NOT_ALLOW_REFUND': '这笔付款不能退款',
  'ACQ.SELLER_BALANCE_NOT_ENOUGH': '平台在支付宝的余额不足，请联系客服',
  'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL': '退款金额超过可退金额',
  'ACQ.REASON_TRADE_REFUND_FEE_ERR': '退款金额无效',
  'ACQ.DISCORDANT_REPEAT_REQUEST': '同一退款号的金额与之前不一致',
  PAYEE_CARD_INFO_ERROR: '收款银行卡信息有误，请核对后重新申请',
  PAYER_BALANCE_NOT_ENOUGH: '平台在支付宝的余额不足，请联系客服',
  BALANCE_IS_NOT_ENOUGH: '平台在支付宝的余额不足，请联系客服',
  EXCEED_LIMIT_SM_AMOUNT: '超过单笔打款限额',
  PAYMENT_INFO_INCONSISTENCY: '同一打款号的内容与之前不一致',
};
