import { createSign, createVerify, randomUUID } from 'node:crypto';
import { fenToYuan } from '../../contract/fields.ts';
import { alipayGateway } from '../adapters/gateway/alipay.ts';
import type { PaymentFace, RawRequest } from '../adapters/gateway/gateway.ts';
import { readShanghaiTime, shanghaiDay, shanghaiTime } from '../adapters/gateway/shanghai-time.ts';
import { toVendorId } from '../adapters/gateway/vendor-ids.ts';
import { MovableClock } from '../clock.ts';
import type { AlipaySettings } from '../gateway-settings.ts';
import { alipayTill, type Content, type Form, Refused, type Trade, type Transfer } from './alipay-till.ts';
import { buildCertificate } from './certificate-build.ts';
import { type Answered, type Asked, deliver, type GatewayStand, listen } from './gateway-stand.ts';
import { rsaKeys } from './rsa-keys.ts';

/** milliseconds that a request's time may differ from ours */
const requestAge = 15 * 60_000;

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
  let lose = false;
  let forge = false;
  let say: Content | undefined;
  let tamper = (body: string) => body;
  const till = alipayTill({
    clock,
    sellerId,
    certificateMode,
    origin: () => origin,
    refunded: (id, trade, request) => told.push(tell(trade.notifyUrl, tradeForm(id, trade, request))),
  });

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
      till.openTrade(method, content, form['notify_url'] ?? '');
      return { status: 200, body: '<!doctype html><title>支付宝收银台</title>' };
    } catch (error) {
      return { status: 400, body: error instanceof Refused ? error.code : String(error) };
    }
  }

  function execAnswer(form: Form): Answered {
    let content: Content;
    try {
      if (say) return signed(form, say);
      const { method, content: asked } = checked(form);
      const carryOut = till.methods[method];
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

  const transferForm = (id: string, found: Transfer): Form => ({
    notify_id: randomUUID().replaceAll('-', ''),
    msg_method: 'alipay.fund.trans.order.changed',
    utc_timestamp: String(clock.now().getTime()),
    charset: 'UTF-8',
    version: '1.1',
    app_id: appId,
    biz_content: JSON.stringify(till.transferContent(id, found)),
  });

  function billAnswer({ url }: Asked): Answered {
    const bill = till.bills.get(url.searchParams.get('fileId') ?? '');
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
      const found = till.trades.get(id);
      if (found?.status !== 'WAIT_BUYER_PAY' || found.expiresAt <= clock.now()) throw new Error('cannot be paid');
      found.status = 'TRADE_SUCCESS';
      found.paidAt = new Date(Math.floor(clock.now().getTime() / 1000) * 1000);
      await tell(found.notifyUrl, tradeForm(id, found));
    },
    settle: async () => {
      for (const [id, found] of till.transfers) {
        if (found.status !== 'DEALING') continue;
        found.status = found.ends;
        found.endedAt = clock.now();
        await tell(appGatewayUrl, transferForm(id, found));
      }
      await Promise.all(told);
    },
    payOutsEnd: (as) => {
      till.transfersEnd = ({ done: 'SUCCESS', failed: 'FAIL', returned: 'REFUND' } as const)[as];
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
