import { AlipaySdk } from 'alipay-sdk';
import { z } from 'zod';
import { fenToYuan, yuanToFen } from '../../../contract/fields.ts';
import type { Clock } from '../../clock.ts';
import type { AlipaySettings } from '../../gateway-settings.ts';
import { readAlipayBill } from './alipay-bill.ts';
import {
  ForgedNotification,
  type Gateway,
  GatewayError,
  type NewPayment,
  type Notification,
  type PaymentState,
  type StatementLine,
  type TransferState,
} from './gateway.ts';
import { readShanghaiTime, shanghaiTime, statementReadyAt } from './shanghai-time.ts';
import { fromVendorId, toVendorId } from './vendor-ids.ts';

const statementAtMost = 100 * 1024 * 1024;
/** after that, a day without a bill is a day on which nothing moved */
const billNeverComesAfter = 72 * 3600 * 1000;
const bankCard = { product_code: 'TRANS_BANKCARD_NO_PWD', biz_scene: 'DIRECT_TRANSFER' } as const;

const sum = z.string().transform((text, context) => {
  const fen = yuanToFen(text);
  if (fen === undefined || fen < 0) context.addIssue(`not a sum: ${text}`);
  return fen ?? 0;
});
const moment = z.string().transform((text) => readShanghaiTime(text.slice(0, 19)));

const tradeStatuses = ['WAIT_BUYER_PAY', 'TRADE_CLOSED', 'TRADE_SUCCESS', 'TRADE_FINISHED'] as const;
const trade = z.object({
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: z.enum(tradeStatuses),
  total_amount: sum,
  send_pay_date: moment.optional(),
});
const transfer = z.object({
  out_biz_no: z.string(),
  order_id: z.string().default(''),
  status: z.string(),
  fail_reason: z.string().default(''),
});

/**
 * Alipay: the page for computers (page.pay) and for phones (wap.pay), refunds, and pay-outs to bank cards, which Alipay lets
 * an app do only in certificate mode.
 */
export function alipayGateway(settings: AlipaySettings, clock: Clock): Gateway {
  const { appId, sellerId, privateKey, publicKey, certificates } = settings;
  const sdk = new AlipaySdk({
    appId,
    privateKey,
    keyType: 'PKCS8',
    gateway: settings.url,
    timeout: settings.timeout,
    camelcase: false,
    ...(certificates
      ? {
          appCertContent: certificates.app,
          alipayPublicCertContent: certificates.alipay,
          alipayRootCertContent: certificates.root,
        }
      : { alipayPublicKey: publicKey }),
  });

  /** Rejects with GatewayError for a signed no, and with another error whenever it is not known what became of it. */
  async function call(method: string, bizContent: Record<string, unknown>): Promise<Record<string, unknown>> {
    // The client writes the time of this machine's zone; Alipay reads it as China's.
    const request = { timestamp: shanghaiTime(clock.now()), bizContent };
    let answer: Record<string, unknown>;
    try {
      answer = await sdk.exec(method, request, { validateSign: true });
    } catch (error) {
      // What the client throws carries the whole answer, which is no matter for a log.
      throw new Error(`Alipay, ${method}: ${String((error as Error).message).slice(0, 160)}`);
    }
    const { code, sub_code: subCode } = z.object({ code: z.string(), sub_code: z.string().default('') }).parse(answer);
    if (code === '10000') return answer;
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

  const same = (what: string, given: string, asked: string) => {
    // A genuine old answer about something else would pass the check of its signature.
    if (given !== asked) throw new Error(`Alipay answered about ${what} ${given} when asked about ${asked}`);
  };

  async function query(ourPaymentId: string): Promise<PaymentState> {
    const number = toVendorId(ourPaymentId);
    const answer = await find('alipay.trade.query', { out_trade_no: number }, 'ACQ.TRADE_NOT_EXIST');
    if (!answer) return { status: 'unknown', fen: 0, gatewayNumber: '', paidAt: null };
    const found = trade.parse(answer);
    same('payment', found.out_trade_no, number);
    return paymentState(found, found.send_pay_date ?? null);
  }

  async function queryRefund(ourRefundId: string, ourPaymentId: string): Promise<TransferState> {
    const asked = { out_trade_no: toVendorId(ourPaymentId), out_request_no: toVendorId(ourRefundId) };
    const answer = await find('alipay.trade.fastpay.refund.query', asked, 'ACQ.TRADE_NOT_EXIST');
    const found = z
      .object({
        out_request_no: z.string().optional(),
        trade_no: z.string().default(''),
        refund_status: z.enum(['REFUND_SUCCESS', '']).default(''),
      })
      .parse(answer ?? {});
    // Alipay leaves the status out for a refund that it never got or did not carry out; asking again under the same id is safe.
    if (found.refund_status !== 'REFUND_SUCCESS') return { status: 'unknown', gatewayNumber: '', reason: '' };
    same('refund', found.out_request_no ?? '', asked.out_request_no);
    return { status: 'done', gatewayNumber: found.trade_no, reason: '' };
  }

  function transferState(answer: Record<string, unknown>, ourId: string): TransferState {
    const found = transfer.parse(answer);
    same('pay-out', found.out_biz_no, toVendorId(ourId));
    return payOutState(found);
  }

  function needBankCards(): void {
    if (!certificates) throw new GatewayError('UNSUPPORTED', '支付宝打款到银行卡尚未开通，请选择其他方式');
  }

  const bill = async (type: 'trade' | 'signcustomer', day: string): Promise<readonly StatementLine[] | null> => {
    const answer = await find(
      'alipay.data.dataservice.bill.downloadurl.query',
      { bill_type: type, bill_date: day },
      'isp.bill_not_exist',
    );
    // Alipay says the same of a bill that is late and of a day without one.
    if (!answer) return clock.now().getTime() > statementReadyAt(day).getTime() + billNeverComesAfter ? [] : null;
    const { bill_download_url: given } = z.object({ bill_download_url: z.url() }).parse(answer);
    const url = new URL(given);
    // The bill is not signed and has no hash: beyond this machine only TLS tells that it is Alipay's.
    if (new URL(settings.url).protocol === 'https:') url.protocol = 'https:';
    const response = await fetch(url, { signal: AbortSignal.timeout(60_000) });
    if (!response.ok) throw new Error(`Alipay's bill of ${day}: HTTP ${response.status}`);
    return readAlipayBill(type, await bytesOf(response));
  };

  return {
    name: 'alipay',
    // The money lies in the portal's own Alipay account: nothing is divided or frozen there, so nothing limits it either.
    capabilities: {
      split: false,
      largestShareBasisPoints: 10_000,
      freezeDays: null,
      payOutToBank: certificates !== undefined,
      payOutNeedsUser: false,
    },

    /** An address is all it takes: Alipay hears of the payment when the payer opens it, so the same one may be made anew. */
    create: async (payment) => ({ kind: 'page', url: payPage(sdk, payment, shanghaiTime(clock.now())) }),
    query,
    close: async (ourPaymentId) => {
      try {
        await call('alipay.trade.close', { out_trade_no: toVendorId(ourPaymentId) });
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        // Nobody opened the page yet: Alipay knows nothing to close, and the page itself ends at `expiresAt`.
        if (error.code === 'ACQ.TRADE_NOT_EXIST') return;
        const { status } = await query(ourPaymentId);
        if (status !== 'paid' && status !== 'closed') throw error;
      }
    },

    refund: async ({ ourRefundId, ourPaymentId, fen, reason }) => {
      const answer = await call('alipay.trade.refund', {
        out_trade_no: toVendorId(ourPaymentId),
        out_request_no: toVendorId(ourRefundId),
        refund_amount: fenToYuan(fen),
        refund_reason: reason.slice(0, 256),
      });
      const { out_trade_no, trade_no, fund_change } = z
        .object({ out_trade_no: z.string(), trade_no: z.string(), fund_change: z.enum(['Y', 'N']).default('N') })
        .parse(answer);
      same('payment', out_trade_no, toVendorId(ourPaymentId));
      if (fund_change === 'Y') return { status: 'done', gatewayNumber: trade_no, reason: '' };
      // N is said of a repetition and of a refund that is not through: only the query tells which.
      const state = await queryRefund(ourRefundId, ourPaymentId);
      return state.status === 'unknown' ? { ...state, status: 'pending' } : state;
    },
    queryRefund,

    payOut: async ({ ourPayOutId, fen, bankName, bankAccount, trueName }) => {
      needBankCards();
      const answer = await call('alipay.fund.trans.uni.transfer', {
        out_biz_no: toVendorId(ourPayOutId),
        trans_amount: fenToYuan(fen),
        ...bankCard,
        order_title: '余额提现',
        payee_info: {
          identity_type: 'BANKCARD_ACCOUNT',
          identity: bankAccount,
          name: trueName,
          bankcard_ext_info: { inst_name: bankName, account_type: '2' },
        },
      });
      return transferState(answer, ourPayOutId);
    },
    queryPayOut: async (ourPayOutId) => {
      needBankCards();
      const asked = { out_biz_no: toVendorId(ourPayOutId), ...bankCard };
      const answer = await find('alipay.fund.trans.common.query', asked, 'ORDER_NOT_EXIST');
      return answer ? transferState(answer, ourPayOutId) : { status: 'unknown', gatewayNumber: '', reason: '' };
    },

    readNotification: async ({ body }) => {
      const form = readForm(body);
      // The client would let the sender choose SHA-1.
      if (form['sign_type'] !== 'RSA2' || !sdk.checkNotifySignV2(form)) throw new ForgedNotification('signature');
      if (form['app_id'] !== appId) throw new ForgedNotification('meant for another app');
      if (form['msg_method'] === 'alipay.fund.trans.order.changed') return payOutNotification(form);
      if (form['seller_id'] !== sellerId) throw new ForgedNotification('meant for another seller');
      return tradeNotification(form);
    },
    acknowledgement: {
      taken: { status: 200, type: 'text/plain; charset=utf-8', body: 'success' },
      again: { status: 500, type: 'text/plain; charset=utf-8', body: 'fail' },
    },

    statement: async (day) => {
      if (clock.now() < statementReadyAt(day)) return null;
      const trades = await bill('trade', day);
      if (!certificates || !trades) return trades;
      const transfers = await bill('signcustomer', day);
      return transfers && [...trades, ...transfers];
    },
  };
}

function payPage(sdk: AlipaySdk, payment: NewPayment, timestamp: string): string {
  const phone = payment.device === 'phone';
  return sdk.pageExec(phone ? 'alipay.trade.wap.pay' : 'alipay.trade.page.pay', 'GET', {
    timestamp,
    notifyUrl: payment.notifyUrl,
    returnUrl: payment.returnUrl,
    bizContent: {
      out_trade_no: toVendorId(payment.ourPaymentId),
      total_amount: fenToYuan(payment.fen),
      // Not allowed in a subject, and the bill does not quote its commas.
      subject: payment.subject.replace(/[/=&,"]/g, ' '),
      product_code: phone ? 'QUICK_WAP_WAY' : 'FAST_INSTANT_TRADE_PAY',
      time_expire: shanghaiTime(payment.expiresAt),
    },
  });
}

/** A trade that was paid and then wholly given back is closed too: what tells is when it was paid. */
function paymentState(found: z.output<typeof trade>, paidAt: Date | null): PaymentState {
  const paid = found.trade_status === 'TRADE_SUCCESS' || found.trade_status === 'TRADE_FINISHED' || paidAt !== null;
  const status = paid ? 'paid' : found.trade_status === 'TRADE_CLOSED' ? 'closed' : 'waiting';
  return { status, fen: paid ? found.total_amount : 0, gatewayNumber: found.trade_no, paidAt: paid ? paidAt : null };
}

const payOutStatuses: Readonly<Record<string, TransferState['status']>> = {
  SUCCESS: 'done',
  FAIL: 'failed',
  CLOSED: 'failed',
  REFUND: 'returned',
};

function payOutState(found: z.output<typeof transfer>): TransferState {
  const status = payOutStatuses[found.status] ?? 'pending';
  const reason =
    status === 'failed' || status === 'returned' ? found.fail_reason.slice(0, 100) || '银行没有说明原因' : '';
  return { status, gatewayNumber: found.order_id, reason };
}

function tradeNotification(form: Readonly<Record<string, string>>): Notification {
  const read = trade.extend({
    notify_id: z.string().min(1),
    gmt_payment: moment.optional(),
    gmt_refund: z.string().optional(),
    out_biz_no: z.string().optional(),
  });
  const found = read.safeParse(form);
  if (!found.success) throw new ForgedNotification('not a notification of a payment');
  const { notify_id: eventId, gmt_refund: refunded, out_biz_no: refund } = found.data;
  // A refund is told to the payment's own address, with the payment's state and sum beside it.
  if (refunded && refund) {
    const state = { status: 'done', gatewayNumber: found.data.trade_no, reason: '' } as const;
    return { kind: 'refund', eventId, ourRefundId: fromVendorId(refund), state };
  }
  const state = paymentState(found.data, found.data.gmt_payment ?? null);
  return { kind: 'payment', eventId, ourPaymentId: fromVendorId(found.data.out_trade_no), state };
}

function payOutNotification(form: Readonly<Record<string, string>>): Notification {
  const read = z.object({ notify_id: z.string().min(1), biz_content: z.string() }).safeParse(form);
  const content = read.success ? transfer.safeParse(parsedOrNull(read.data.biz_content)) : undefined;
  if (!read.success || !content?.success) throw new ForgedNotification('not a notification of a pay-out');
  return {
    kind: 'payOut',
    eventId: read.data.notify_id,
    ourPayOutId: fromVendorId(content.data.out_biz_no),
    state: payOutState(content.data),
  };
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A name that comes twice could be read one way by the check and another way by us. */
function readForm(body: Buffer): Record<string, string> {
  const pairs = [...new URLSearchParams(body.toString('utf8'))];
  const form = Object.fromEntries(pairs);
  if (Object.keys(form).length !== pairs.length) throw new ForgedNotification('a name comes twice');
  return form;
}

async function bytesOf(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    bytes += part.byteLength;
    if (bytes > statementAtMost) throw new Error(`Alipay's bill is larger than ${statementAtMost} bytes`);
  }
  return Buffer.concat(parts);
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
