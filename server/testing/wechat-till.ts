import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { fenToYuan } from '../../contract/fields.ts';
import { shanghaiDay, shanghaiRfc3339, shanghaiTime } from '../adapters/gateway/shanghai-time.ts';
import type { Clock } from '../clock.ts';
import type { Asked } from './gateway-stand.ts';
import { wechatBill } from './wechat-bill-build.ts';

export interface Order {
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

export interface Refund {
  readonly number: string;
  readonly order: string;
  readonly fen: number;
  readonly at: Date;
  readonly notifyUrl: string | undefined;
  status: 'PROCESSING' | 'SUCCESS';
}

/** A no of WeChat Pay's. */
export class Refused extends Error {
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

/** What a local WeChat Pay knows of payments and refunds, and what it does when it is asked at one of its addresses. */
export function wechatTill({
  clock,
  appId,
  merchantId,
  origin,
}: {
  clock: Clock;
  appId: string;
  merchantId: string;
  /** where its pages and bills lie */
  origin: () => string;
}) {
  const orders = new Map<string, Order>();
  const refunds = new Map<string, Refund>();
  const bills = new Map<string, Buffer>();
  let last = 0;
  const nextNumber = () => `4200${String((last += 1)).padStart(24, '0')}`;

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
      face: type === 'NATIVE' ? `weixin://wxpay/bizpayurl?pr=${token}` : `${origin()}/h5?prepay_id=${token}`,
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
    bills.set(token, till.spoilt ? Buffer.concat([bill, Buffer.from('\n')]) : bill);
    const hash = createHash('sha1').update(bill).digest('hex');
    return { hash_type: 'SHA1', hash_value: hash, download_url: `${origin()}/v3/billdownload/file?token=${token}` };
  }

  const till = { orders, refunds, bills, routes, transactionOf, refundAnswer, spoilt: false };
  return till;
}
