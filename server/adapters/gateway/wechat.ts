import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { WechatSettings } from '../../gateway-settings.ts';
import { type Gateway, GatewayError, type NewPayment, type PaymentState, type TransferState } from './gateway.ts';
import { shanghaiRfc3339, statementReadyAt } from './shanghai-time.ts';
import { toVendorId } from './vendor-ids.ts';
import { readWechatBill } from './wechat-bill.ts';
import { wechatLine } from './wechat-line.ts';
import { readWechatNotification } from './wechat-notification.ts';
import { paymentState, refundState, refundStatus, transaction } from './wechat-shapes.ts';

const billPath = '/v3/billdownload/file';

/** WeChat Pay v3 of a merchant with an account of its own: a QR code for computers (Native), a page for phones (H5), refunds. */
export function wechatGateway(settings: WechatSettings, clock: Clock): Gateway {
  const { appId, merchantId } = settings;
  const { call, find } = wechatLine(settings);

  async function query(ourPaymentId: string): Promise<PaymentState> {
    const number = toVendorId(ourPaymentId);
    const answer = await find(`/v3/pay/transactions/out-trade-no/${number}`, { mchid: merchantId });
    if (answer === null) return { status: 'unknown', fen: 0, gatewayNumber: '', paidAt: null };
    const found = transaction.parse(answer);
    // A genuine answer about something else would pass the check of its signature.
    if (found.out_trade_no !== number || found.mchid !== merchantId || found.appid !== appId)
      throw new Error('WeChat Pay answered about another payment');
    return paymentState(found);
  }

  function refundOf(answer: unknown, ourRefundId: string): TransferState {
    const found = z.object({ out_refund_no: z.string(), refund_id: z.string(), status: refundStatus }).parse(answer);
    if (found.out_refund_no !== toVendorId(ourRefundId)) throw new Error('WeChat Pay answered about another refund');
    return refundState(found.status, found.refund_id);
  }

  return {
    name: 'wechat',
    // All of it comes to the portal's own merchant account, where nothing is divided and nothing frozen.
    capabilities: {
      split: false,
      largestShareBasisPoints: 0,
      freezeDays: null,
      // WeChat Pay transfers to its own users only, who must be known by openid and confirm in WeChat.
      payOutToBank: false,
      payOutToEnterprises: false,
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
      const answer = await find(`/v3/refund/domestic/refunds/${toVendorId(ourRefundId)}`);
      return answer === null ? { status: 'unknown', gatewayNumber: '', reason: '' } : refundOf(answer, ourRefundId);
    },

    payOut: async () => {
      throw new GatewayError('UNSUPPORTED', '微信支付不能打款到银行卡，请选择其他方式');
    },
    queryPayOut: async () => ({ status: 'unknown', gatewayNumber: '', reason: '' }),

    readNotification: async (request) => readWechatNotification(settings, request, clock.now()),
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
      return readWechatBill(Buffer.from(file as ArrayBuffer), bill.hash_value, { merchantId });
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
