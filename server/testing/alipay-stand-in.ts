import { createSign, createVerify, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { fenToYuan, yuanToFen } from '../../contract/fields.ts';
import { alipayGateway } from '../adapters/gateway/alipay.ts';
import type { PaymentFace, RawRequest } from '../adapters/gateway/gateway.ts';
import { readShanghaiTime, shanghaiDay, shanghaiTime } from '../adapters/gateway/shanghai-time.ts';
import { toVendorId } from '../adapters/gateway/vendor-ids.ts';
import { MovableClock } from '../clock.ts';
import type { AlipaySettings } from '../gateway-settings.ts';
import { alipayBill } from './alipay-bill-build.ts';
import { buildCertificate } from './certificate-build.ts';
import { type Answered, type Asked, deliver, type GatewayStand, listen } from './gateway-stand.ts';
import { rsaKeys } from './rsa-keys.ts';

/** milliseconds that a request's time may differ from ours */
const requestAge = 15 * 60_000;

type Form = Record<string, string>;
type Content = Record<string, unknown>;

interface Trade {
  readonly number: string;
  readonly subject: string;
  readonly fen: number;
  readonly notifyUrl: string;
  readonly expiresAt: Date;
  status: 'WAIT_BUYER_PAY' | 'TRADE_CLOSED' | 'TRADE_SUCCESS';
  paidAt: Date | null;
  readonly refunds: Map<string, { readonly fen: number; readonly at: Date }>;
}

interface Transfer {
  readonly number: string;
  readonly asked: string;
  readonly fen: number;
  readonly at: Date;
  status: 'DEALING' | 'SUCCESS' | 'FAIL' | 'REFUND';
  readonly ends: 'SUCCESS' | 'FAIL' | 'REFUND';
  endedAt: Date | null;
}

/** A no of Alipay's, as `sub_code`. */
class Refused extends Error {
  readonly code: string;
  constructor(code: string, message: string, outer = '40004') {
    super(message);
    this.code = code;
    this.outer = outer;
  }
  readonly outer: string;
}

export interface AlipayStand extends GatewayStand {
  readonly settings: AlipaySettings;
  /** The next answer is this instead, genuinely signed. */
  sayNext(content: Content): void;
  /** The next answer is altered on its way. */
  tamperNext(change: (body: string) => string): void;
}

/**
 * A local Alipay with keys of its own: checks our signatures, answers and notifies with its own, and refuses what Alipay
 * refuses. `change` bends the settings of the portal's side.
 */
export async function startAlipay(
  appGatewayUrl: string,
  {
    certificateMode = false,
    change = (settings) => settings,
  }: { certificateMode?: boolean; change?: (settings: AlipaySettings) => AlipaySettings } = {},
): Promise<AlipayStand> {
  const appId = '2021000122671080';
  const sellerId = '2088123412341234';
  const [app, alipay, stranger] = [rsaKeys('app'), rsaKeys('gateway'), rsaKeys('stranger')];
  const certificates = certificateMode && {
    app: buildCertificate('app', '0a01', app.privateKey),
    alipay: buildCertificate('alipay', '0a02', alipay.privateKey),
    root: buildCertificate('root', '0a03', stranger.privateKey),
  };
  const clock = new MovableClock();
  const trades = new Map<string, Trade>();
  const transfers = new Map<string, Transfer>();
  const bills = new Map<string, Buffer>();
  let lose = false;
  let forge = false;
  let say: Content | undefined;
  let tamper = (body: string) => body;
  let payOuts: Transfer['ends'] = 'SUCCESS';
  let last = 0;
  const nextNumber = () =>
    `${shanghaiDay(clock.now()).replaceAll('-', '')}2200${(last += 1).toString().padStart(16, '0')}`;

  const { origin, stop } = await listen(async (asked) => {
    if (asked.url.pathname === '/bill') return billAnswer(asked);
    const form = readForm(asked);
    if (asked.method === 'GET') return pageAnswer(form);
    const answer = execAnswer(form);
    if (!lose) return answer;
    lose = false;
    return null;
  });

  const settings = change({
    appId,
    sellerId,
    privateKey: app.privateKey,
    publicKey: alipay.publicKey,
    certificates: certificates
      ? { app: certificates.app.pem, alipay: certificates.alipay.pem, root: certificates.root.pem }
      : undefined,
    url: `${origin}/gateway.do`,
    timeout: 5000,
  });

  function checked(form: Form): { method: string; content: Content } {
    if (form['app_id'] !== appId) throw new Refused('isv.invalid-app-id', '无效的AppID参数', '40002');
    if (
      certificates &&
      (form['app_cert_sn'] !== certificates.app.alipaySn || form['alipay_root_cert_sn'] !== certificates.root.alipaySn)
    )
      throw new Refused('isv.app-cert-sn-not-match', '应用公钥证书', '40002');
    const { sign = '', ...rest } = form;
    const right =
      form['sign_type'] === 'RSA2' &&
      createVerify('RSA-SHA256').update(joined(rest)).verify(app.publicKey, sign, 'base64');
    if (!right) throw new Refused('isv.invalid-signature', '验签出错', '40002');
    const age = Math.abs(clock.now().getTime() - readShanghaiTime(form['timestamp'] ?? '').getTime());
    if (age > requestAge) throw new Refused('isv.invalid-timestamp', '非法的时间戳参数', '40002');
    return { method: form['method'] ?? '', content: JSON.parse(form['biz_content'] ?? '{}') as Content };
  }

  /** Alipay first hears of a payment here. */
  function pageAnswer(form: Form): Answered {
    try {
      const { method, content } = checked(form);
      openTrade(method, content, form['notify_url'] ?? '');
      return { status: 200, body: '<!doctype html><title>支付宝收银台</title>' };
    } catch (error) {
      return { status: 400, body: error instanceof Refused ? error.code : String(error) };
    }
  }

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

  function execAnswer(form: Form): Answered {
    let content: Content;
    try {
      if (say) return signed(form, say);
      const { method, content: asked } = checked(form);
      const carryOut = methods[method];
      if (!carryOut) throw new Refused('isv.invalid-method', '不存在的方法名', '40002');
      content = { code: '10000', msg: 'Success', ...carryOut(asked) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      content = { code: error.outer, msg: 'Business Failed', sub_code: error.code, sub_msg: error.message };
    }
    return signed(form, content);
  }

  function signed(form: Form, content: Content): Answered {
    say = undefined;
    // Alipay escapes slashes, and what is signed is the text as it stands there.
    const body = JSON.stringify(content).replaceAll('/', String.raw`\/`);
    const { privateKey } = forge ? stranger : alipay;
    forge = false;
    const sign = createSign('RSA-SHA256').update(body).sign(privateKey, 'base64');
    const name = `${(form['method'] ?? '').replaceAll('.', '_')}_response`;
    const serial = certificates ? `"alipay_cert_sn":"${certificates.alipay.alipaySn}",` : '';
    const answer = tamper(`{"${name}":${body},${serial}"sign":"${sign}"}`);
    tamper = (text) => text;
    return { status: 200, headers: { 'content-type': 'text/html;charset=utf-8' }, body: answer };
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
      told.push(tell(found.notifyUrl, tradeForm(id, found, request)));
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
      if (!certificates) throw new Refused('isv.insufficient-isv-permissions', '须使用证书模式', '40006');
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
      const fresh = { number: nextNumber(), asked, fen, at: clock.now(), ends: payOuts, endedAt: null };
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
      return { bill_download_url: `${origin}/bill?fileId=${token}` };
    },
  };

  function tradeOf(content: Content): [string, Trade] {
    const id = text(content, 'out_trade_no');
    const found = trades.get(id);
    if (!found) throw new Refused('ACQ.TRADE_NOT_EXIST', '交易不存在');
    return [id, found];
  }

  /** notifications under way that nobody waits for */
  const told: Promise<void>[] = [];

  const tell = (url: string, form: Form) =>
    deliver(
      url,
      () => signedForm(form),
      (_, body) => body === 'success',
    );

  function tradeForm(id: string, found: Trade, refund?: string): Form {
    const now = shanghaiTime(clock.now());
    return {
      notify_id: randomUUID().replaceAll('-', ''),
      notify_type: 'trade_status_sync',
      notify_time: now,
      charset: 'utf-8',
      version: '1.0',
      app_id: appId,
      seller_id: sellerId,
      out_trade_no: id,
      trade_no: found.number,
      trade_status: found.status,
      subject: found.subject,
      total_amount: fenToYuan(found.fen),
      receipt_amount: fenToYuan(found.fen),
      gmt_payment: shanghaiTime(found.paidAt ?? clock.now()),
      ...(refund
        ? { out_biz_no: refund, gmt_refund: `${now}.123`, refund_fee: fenToYuan(found.refunds.get(refund)?.fen ?? 0) }
        : {}),
    };
  }

  /** Signed without `sign_type`, as Alipay signs its notifications. */
  function signedForm(form: Form, { privateKey } = alipay, algorithm: 'RSA2' | 'RSA' = 'RSA2'): RawRequest {
    const { sign: _sign, sign_type: _type, ...content } = form;
    const sign = createSign(algorithm === 'RSA2' ? 'RSA-SHA256' : 'RSA-SHA1')
      .update(joined(content))
      .sign(privateKey, 'base64');
    return rawForm({ ...content, sign_type: algorithm, sign });
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

  const transferForm = (id: string, found: Transfer): Form => ({
    notify_id: randomUUID().replaceAll('-', ''),
    msg_method: 'alipay.fund.trans.order.changed',
    utc_timestamp: String(clock.now().getTime()),
    charset: 'UTF-8',
    version: '1.1',
    app_id: appId,
    biz_content: JSON.stringify(transferContent(id, found)),
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

  function billAnswer({ url }: Asked): Answered {
    const bill = bills.get(url.searchParams.get('fileId') ?? '');
    return bill
      ? { status: 200, headers: { 'content-type': 'application/zip' }, body: bill }
      : { status: 404, body: '' };
  }

  return {
    settings,
    gateway: alipayGateway(settings, clock),
    clock,
    tells: ['payment', 'refund', 'payOut'],
    open: async (face: PaymentFace) => {
      const response = await fetch(face.kind === 'page' ? face.url : '');
      if (!response.ok) throw new Error(`Alipay's page: ${await response.text()}`);
    },
    pay: async (ourPaymentId) => {
      const id = toVendorId(ourPaymentId);
      const found = trades.get(id);
      if (found?.status !== 'WAIT_BUYER_PAY' || found.expiresAt <= clock.now()) throw new Error('cannot be paid');
      found.status = 'TRADE_SUCCESS';
      found.paidAt = new Date(Math.floor(clock.now().getTime() / 1000) * 1000);
      await tell(found.notifyUrl, tradeForm(id, found));
    },
    settle: async () => {
      for (const [id, found] of transfers) {
        if (found.status !== 'DEALING') continue;
        found.status = found.ends;
        found.endedAt = clock.now();
        await tell(appGatewayUrl, transferForm(id, found));
      }
      await Promise.all(told);
    },
    payOutsEnd: (as) => {
      payOuts = ({ done: 'SUCCESS', failed: 'FAIL', returned: 'REFUND' } as const)[as];
      return '6225880137706868';
    },
    loseNextAnswer: () => {
      lose = true;
    },
    forgeNextAnswer: () => {
      forge = true;
    },
    forgeries: ({ body }) => {
      const form = Object.fromEntries(new URLSearchParams(body.toString()));
      return {
        'signed by somebody else': signedForm(form, stranger),
        'signed with SHA-1': signedForm(form, alipay, 'RSA'),
        'without a signature': rawForm({ ...form, sign: '' }),
        'another sum': rawForm({ ...form, total_amount: '0.01' }),
        'another payment': rawForm({ ...form, out_trade_no: randomUUID().replaceAll('-', '') }),
        'one thing more': rawForm({ ...form, gmt_refund: '2026-11-22 00:00:00' }),
        'a name twice': { headers: {}, body: Buffer.concat([body, Buffer.from('&trade_status=TRADE_SUCCESS')]) },
        'for another app': signedForm({ ...form, app_id: '2021000000000000' }),
        'for another seller': signedForm({ ...form, seller_id: '2088000000000000' }),
        'of a kind that nobody asked for': signedForm({ ...form, trade_status: 'TRADE_PENDING' }),
        'no form at all': { headers: {}, body: Buffer.from('{}') },
      };
    },
    sayNext: (content) => {
      say = content;
    },
    tamperNext: (change) => {
      tamper = change;
    },
    nextNoon: () => {
      const noon = readShanghaiTime(`${shanghaiDay(clock.now())} 12:00:00`).getTime();
      clock.set(new Date(noon + 24 * 3600_000));
    },
    stop,
  };
}

/** What is signed: every name with its value, by name. */
const joined = (form: Form): string =>
  Object.keys(form)
    .sort()
    .filter((name) => form[name] !== '')
    .map((name) => `${name}=${form[name]}`)
    .join('&');

const readForm = ({ url, raw }: Asked): Form =>
  Object.fromEntries([...url.searchParams, ...new URLSearchParams(raw.body.toString())]);

const rawForm = (form: Form): RawRequest => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
  body: Buffer.from(new URLSearchParams(form).toString()),
});

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
