import { AlipaySdk } from 'alipay-sdk';
import { z } from 'zod';
import { fenToYuan } from '../../../contract/fields.ts';
import type { Clock } from '../../clock.ts';
import type { AlipaySettings } from '../../gateway-settings.ts';
import { readAlipayBill } from './alipay-bill.ts';
import { alipayLine } from './alipay-line.ts';
import { readAlipayNotification } from './alipay-notification.ts';
import { paymentState, payOutState, trade, transfer } from './alipay-shapes.ts';
import {
  type Gateway,
  GatewayError,
  type NewPayment,
  type PaymentState,
  type StatementLine,
  type TransferState,
} from './gateway.ts';
import { shanghaiTime, statementReadyAt } from './shanghai-time.ts';
import { toVendorId } from './vendor-ids.ts';

const statementAtMost = 100 * 1024 * 1024;
/** after that, a day without a bill is a day on which nothing moved */
const billNeverComesAfter = 72 * 3600 * 1000;
const bankCard = { product_code: 'TRANS_BANKCARD_NO_PWD', biz_scene: 'DIRECT_TRANSFER' } as const;

/**
 * Alipay: the page for computers (page.pay) and for phones (wap.pay), refunds, and pay-outs to bank cards, which Alipay lets
 * an app do only in certificate mode.
 */
export function alipayGateway(settings: AlipaySettings, clock: Clock): Gateway {
  const { appId, privateKey, publicKey, certificates } = settings;
  const sdk = new AlipaySdk({
    appId,
    privateKey,
    keyType: 'PKCS8',
    gateway: settings.url,
    ...(certificates
      ? {
          appCertContent: certificates.app,
          alipayPublicCertContent: certificates.alipay,
          alipayRootCertContent: certificates.root,
        }
      : { alipayPublicKey: publicKey }),
  });

  const { call, find } = alipayLine(sdk, settings, clock);

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
    // All of it comes to the portal's own Alipay account, where nothing is divided and nothing frozen.
    capabilities: {
      split: false,
      largestShareBasisPoints: 0,
      freezeDays: null,
      payOutToBank: certificates !== undefined,
      // An enterprise's account wants its bank's branch and place too, which nobody is asked for yet.
      payOutToEnterprises: false,
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

    payOut: async ({ ourPayOutId, fen, bankName, bankAccount, trueName, holder }) => {
      needBankCards();
      if (holder === 'enterprise') throw new GatewayError('ENTERPRISE', '支付宝暂不能打款到企业账户');
      const answer = await call('alipay.fund.trans.uni.transfer', {
        out_biz_no: toVendorId(ourPayOutId),
        trans_amount: fenToYuan(fen),
        ...bankCard,
        order_title: '余额提现',
        payee_info: {
          identity_type: 'BANKCARD_ACCOUNT',
          identity: bankAccount,
          name: trueName,
          // 2: an account of a person
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

    readNotification: async ({ body }) => readAlipayNotification(sdk, settings, body),
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
