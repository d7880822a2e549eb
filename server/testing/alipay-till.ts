import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { fenToYuan, yuanToFen } from '../../contract/fields.ts';
import { readShanghaiTime, shanghaiDay, shanghaiTime } from '../adapters/gateway/shanghai-time.ts';
import type { Clock } from '../clock.ts';
import { alipayBill } from './alipay-bill-build.ts';

export type Form = Record<string, string>;
export type Content = Record<string, unknown>;

export interface Trade {
  readonly number: string;
  readonly subject: string;
  readonly fen: number;
  readonly notifyUrl: string;
  readonly expiresAt: Date;
  status: 'WAIT_BUYER_PAY' | 'TRADE_CLOSED' | 'TRADE_SUCCESS';
  paidAt: Date | null;
  readonly refunds: Map<string, { readonly fen: number; readonly at: Date }>;
}

export interface Transfer {
  readonly number: string;
  readonly asked: string;
  readonly fen: number;
  readonly at: Date;
  status: 'DEALING' | 'SUCCESS' | 'FAIL' | 'REFUND';
  readonly ends: 'SUCCESS' | 'FAIL' | 'REFUND';
  endedAt: Date | null;
}

/** A no of Alipay's, as `sub_code`. */
export class Refused extends Error {
  readonly code: string;
  constructor(code: string, message: string, outer = '40004') {
    super(message);
    this.code = code;
    this.outer = outer;
  }
  readonly outer: string;
}

/** What a local Alipay knows of payments and pay-outs, and what it does when it is asked by one of its methods. */
export function alipayTill({
  clock,
  sellerId,
  certificateMode,
  origin,
  refunded,
}: {
  clock: Clock;
  sellerId: string;
  certificateMode: boolean;
  /** where bills are fetched from */
  origin: () => string;
  /** is called once a refund was made */
  refunded: (id: string, trade: Trade, request: string) => void;
}) {
  const trades = new Map<string, Trade>();
  const transfers = new Map<string, Transfer>();
  const bills = new Map<string, Buffer>();
  let last = 0;
  const nextNumber = () =>
    `${shanghaiDay(clock.now()).replaceAll('-', '')}2200${(last += 1).toString().padStart(16, '0')}`;

  function openTrade(method: string, content: Content, notifyUrl: string): void {
    const id = text(content, 'out_trade_no');
    const fen = sum(content, 'total_amount');
    const code = { 'alipay.trade.page.pay': 'FAST_INSTANT_TRADE_PAY', 'alipay.trade.wap.pay': 'QUICK_WAP_WAY' }[method];
    const subject = text(content, 'subject');
    if (!code || text(content, 'product_code') !== code) throw new Refused('isv.invalid-parameter', '产品码');
    if (!/^\w{1,64}$/.test(id)) throw new Refused('ACQ.INVALID_PARAMETER', '商户订单号');
    if (subject === '' || subject.length > 256 || /[/=&]/.test(subject))
      throw new Refused('ACQ.INVALID_PARAMETER', '标题');
    if (!URL.canParse(notifyUrl)) throw new Refused('isv.invalid-notify-url', '通知地址', '40002');
    const expiresAt = readShanghaiTime(text(content, 'time_expire'));
    if (expiresAt <= clock.now()) throw new Refused('ACQ.INVALID_PARAMETER', '已过期');
    const known = trades.get(id);
    if (known && known.fen !== fen) throw new Refused('ACQ.CONTEXT_INCONSISTENT', '交易信息被篡改');
    if (known?.status === 'TRADE_CLOSED') throw new Refused('ACQ.TRADE_HAS_CLOSE', '交易已经关闭');
    if (known?.status === 'TRADE_SUCCESS') throw new Refused('ACQ.TRADE_HAS_SUCCESS', '交易已被支付');
    if (known) return;
    const fresh = { number: nextNumber(), subject, fen, notifyUrl, expiresAt, paidAt: null, refunds: new Map() };
    trades.set(id, { ...fresh, status: 'WAIT_BUYER_PAY' });
  }

  const methods: Readonly<Record<string, (content: Content) => Content>> = {
    'alipay.trade.query': (content) => {
      const [id, found] = tradeOf(content);
      return {
        out_trade_no: id,
        trade_no: found.number,
        trade_status: found.status,
        total_amount: fenToYuan(found.fen),
        buyer_logon_id: 'buy***@example.com',
        ...(found.paidAt ? { send_pay_date: shanghaiTime(found.paidAt) } : {}),
      };
    },
    'alipay.trade.close': (content) => {
      const [id, found] = tradeOf(content);
      if (found.status !== 'WAIT_BUYER_PAY') throw new Refused('ACQ.TRADE_STATUS_ERROR', '交易状态不合法');
      found.status = 'TRADE_CLOSED';
      return { out_trade_no: id, trade_no: found.number };
    },
    'alipay.trade.refund': (content) => {
      const [id, found] = tradeOf(content);
      const request = text(content, 'out_request_no');
      const fen = sum(content, 'refund_amount');
      const before = found.refunds.get(request);
      const given = () => [...found.refunds.values()].reduce((all, refund) => all + refund.fen, 0);
      const answer = (change: 'Y' | 'N') => ({
        out_trade_no: id,
        trade_no: found.number,
        fund_change: change,
        // of all refunds so far, not of this one
        refund_fee: fenToYuan(given()),
      });
      if (!found.paidAt) throw new Refused('ACQ.TRADE_STATUS_ERROR', '交易状态不合法');
      if (before && before.fen !== fen) throw new Refused('ACQ.DISCORDANT_REPEAT_REQUEST', '不一致的请求');
      if (before) return answer('N');
      if (given() + fen > found.fen) throw new Refused('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额超限');
      found.refunds.set(request, { fen, at: clock.now() });
      if (given() === found.fen) found.status = 'TRADE_CLOSED';
      refunded(id, found, request);
      return answer('Y');
    },
    'alipay.trade.fastpay.refund.query': (content) => {
      const [id, found] = tradeOf(content);
      const request = text(content, 'out_request_no');
      const refund = found.refunds.get(request);
      if (!refund) return {};
      return {
        out_trade_no: id,
        out_request_no: request,
        trade_no: found.number,
        refund_amount: fenToYuan(refund.fen),
        total_amount: fenToYuan(found.fen),
        refund_status: 'REFUND_SUCCESS',
      };
    },
    'alipay.fund.trans.uni.transfer': (content) => {
      if (!certificateMode) throw new Refused('isv.insufficient-isv-permissions', '须使用证书模式', '40006');
      const id = text(content, 'out_biz_no');
      const fen = sum(content, 'trans_amount');
      const payee = z
        .object({
          identity_type: z.literal('BANKCARD_ACCOUNT'),
          identity: z.string().regex(/^\d{8,30}$/),
          name: z.string().min(1),
          bankcard_ext_info: z.object({ inst_name: z.string().min(1), account_type: z.enum(['1', '2']) }),
        })
        .safeParse(content['payee_info']);
      if (text(content, 'product_code') !== 'TRANS_BANKCARD_NO_PWD' || text(content, 'biz_scene') !== 'DIRECT_TRANSFER')
        throw new Refused('INVALID_PARAMETER', '产品');
      if (!payee.success) throw new Refused('PAYEE_CARD_INFO_ERROR', '收款方银行卡信息有误');
      const asked = JSON.stringify(content);
      const known = transfers.get(id);
      if (known && known.asked !== asked) throw new Refused('PAYMENT_INFO_INCONSISTENCY', '两次请求不一致');
      const fresh = { number: nextNumber(), asked, fen, at: clock.now(), ends: till.transfersEnd, endedAt: null };
      const found: Transfer = known ?? { ...fresh, status: 'DEALING' };
      transfers.set(id, found);
      return { out_biz_no: id, order_id: found.number, status: found.status, trans_date: shanghaiTime(found.at) };
    },
    'alipay.fund.trans.common.query': (content) => {
      const id = text(content, 'out_biz_no');
      const found = transfers.get(id);
      if (!found) throw new Refused('ORDER_NOT_EXIST', '转账订单不存在');
      return transferContent(id, found);
    },
    'alipay.data.dataservice.bill.downloadurl.query': (content) => {
      const day = text(content, 'bill_date');
      const type = text(content, 'bill_type');
      if (!/^\d{4}-\d\d-\d\d$/.test(day) || day >= shanghaiDay(clock.now()))
        throw new Refused('isv.invalid_arguments', '账单日期', '40002');
      const rows = type === 'trade' ? tradeRows(day) : transferRows(day);
      if (rows.length === 0) throw new Refused('isp.bill_not_exist', '账单不存在');
      const token = randomUUID();
      bills.set(token, alipayBill(type, sellerId, day, rows));
      return { bill_download_url: `${origin()}/bill?fileId=${token}` };
    },
  };

  function tradeOf(content: Content): [string, Trade] {
    const id = text(content, 'out_trade_no');
    const found = trades.get(id);
    if (!found) throw new Refused('ACQ.TRADE_NOT_EXIST', '交易不存在');
    return [id, found];
  }

  const transferContent = (id: string, found: Transfer): Form => ({
    out_biz_no: id,
    order_id: found.number,
    product_code: 'TRANS_BANKCARD_NO_PWD',
    biz_scene: 'DIRECT_TRANSFER',
    status: found.status,
    trans_amount: fenToYuan(found.fen),
    ...(found.status === 'FAIL' || found.status === 'REFUND'
      ? { error_code: 'PAYEE_CARD_INFO_ERROR', fail_reason: '收款方银行卡信息有误' }
      : {}),
  });

  function tradeRows(day: string): Form[] {
    const row = (at: Date, id: string, found: Trade, kind: '交易' | '退款', fen: number, request: string) => ({
      支付宝交易号: found.number,
      商户订单号: id,
      业务类型: kind,
      商品名称: found.subject,
      创建时间: shanghaiTime(found.paidAt ?? at),
      完成时间: shanghaiTime(at),
      '订单金额（元）': fenToYuan(fen),
      '商家实收（元）': fenToYuan(fen),
      '退款批次号/请求号': request,
      '服务费（元）': fenToYuan(-Math.round(fen * 0.006)),
    });
    const rows: [Date, Form][] = [];
    for (const [id, found] of trades) {
      if (found.paidAt) rows.push([found.paidAt, row(found.paidAt, id, found, '交易', found.fen, '')]);
      for (const [request, refund] of found.refunds)
        rows.push([refund.at, row(refund.at, id, found, '退款', -refund.fen, request)]);
    }
    return rows.filter(([at]) => shanghaiDay(at) === day).map(([, form]) => form);
  }

  function transferRows(day: string): Form[] {
    const row = (id: string, { number }: Transfer, at: Date, income: number, outlay: number) => ({
      账务流水号: nextNumber(),
      业务流水号: number,
      商户订单号: id,
      商品名称: '余额提现',
      发生时间: shanghaiTime(at),
      '收入金额（+元）': fenToYuan(income),
      '支出金额（-元）': fenToYuan(-outlay),
      业务类型: '转账',
    });
    const rows: [Date, Form][] = [];
    for (const [id, found] of transfers) {
      if (found.status !== 'FAIL') rows.push([found.at, row(id, found, found.at, 0, found.fen)]);
      if (found.status === 'REFUND' && found.endedAt)
        rows.push([found.endedAt, row(id, found, found.endedAt, found.fen, 0)]);
    }
    return rows.filter(([at]) => shanghaiDay(at) === day).map(([, form]) => form);
  }

  const till = {
    trades,
    transfers,
    bills,
    methods,
    openTrade,
    transferContent,
    transfersEnd: 'SUCCESS' as Transfer['ends'],
  };
  return till;
}

function text(content: Content, name: string): string {
  const value = content[name];
  if (typeof value !== 'string' || value === '') throw new Refused('isv.missing-parameter', name, '40001');
  return value;
}

/** Yuan with two decimals, as a text. */
function sum(content: Content, name: string): number {
  const value = text(content, name);
  const fen = /^\d+\.\d\d$/.test(value) ? yuanToFen(value) : undefined;
  if (!fen) throw new Refused('ACQ.INVALID_PARAMETER', name);
  return fen;
}
