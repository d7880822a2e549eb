import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** What the operator tells about the portal's accounts at payment vendors; every key is checked before anything starts. */

export interface AlipaySettings {
  readonly appId: string;
  /** the account that is paid, 2088… */
  readonly sellerId: string;
  /** the app's, PEM (PKCS #8) */
  readonly privateKey: string;
  /** Alipay's own, PEM: what it says is checked with it */
  readonly publicKey: string;
  /** PEM, when the app is in certificate mode, without which Alipay lets nobody pay out */
  readonly certificates: { readonly app: string; readonly alipay: string; readonly root: string } | undefined;
  readonly url: string;
  /** milliseconds that an answer may take */
  readonly timeout: number;
}

export interface WechatSettings {
  readonly appId: string;
  readonly merchantId: string;
  /** of the merchant's certificate */
  readonly serial: string;
  /** the merchant's, PEM (PKCS #8) */
  readonly privateKey: string;
  /** what notifications are sealed with, 32 characters */
  readonly apiV3Key: string;
  /** WeChat Pay's own by serial number or id, PEM: two while it switches from one to the other */
  readonly platformKeys: Readonly<Record<string, string>>;
  readonly url: string;
  /** milliseconds that an answer may take */
  readonly timeout: number;
}

type Given<Name extends string> = Readonly<Partial<Record<Name, string>>>;
type Refuse = (variable: string, problem: string) => never;

const answerWithin = 10_000;

const alipayNames = [
  'OMO_ALIPAY_APP_ID',
  'OMO_ALIPAY_SELLER_ID',
  'OMO_ALIPAY_PRIVATE_KEY',
  'OMO_ALIPAY_PUBLIC_KEY',
  'OMO_ALIPAY_APP_CERTIFICATE',
  'OMO_ALIPAY_ROOT_CERTIFICATE',
  'OMO_ALIPAY_URL',
] as const;
const wechatNames = [
  'OMO_WECHAT_APP_ID',
  'OMO_WECHAT_MCH_ID',
  'OMO_WECHAT_SERIAL',
  'OMO_WECHAT_PRIVATE_KEY',
  'OMO_WECHAT_API_V3_KEY',
  'OMO_WECHAT_PLATFORM_KEYS',
  'OMO_WECHAT_URL',
] as const;
export const vendorSettingNames = [...alipayNames, ...wechatNames] as const;

export function alipaySettings(given: Given<(typeof alipayNames)[number]>, refuse: Refuse): AlipaySettings {
  const need = (name: (typeof alipayNames)[number]) => given[name] ?? refuse(name, 'is needed with OMO_GATEWAY=alipay');
  const privateKey = readPrivateKey('OMO_ALIPAY_PRIVATE_KEY', need('OMO_ALIPAY_PRIVATE_KEY'), refuse);
  const publicText = textOf('OMO_ALIPAY_PUBLIC_KEY', need('OMO_ALIPAY_PUBLIC_KEY'), refuse);
  const publicKey = readPublicKey('OMO_ALIPAY_PUBLIC_KEY', publicText, refuse);
  // The two stand next to each other on Alipay's page, and with the wrong one everything we sign ourselves would pass.
  if (createPublicKey(privateKey).equals(publicKey))
    refuse('OMO_ALIPAY_PUBLIC_KEY', "is the app's own key, it must be the one that Alipay shows as 支付宝公钥");

  const app = given.OMO_ALIPAY_APP_CERTIFICATE;
  const root = given.OMO_ALIPAY_ROOT_CERTIFICATE;
  if ((app === undefined) !== (root === undefined))
    refuse(
      app ? 'OMO_ALIPAY_ROOT_CERTIFICATE' : 'OMO_ALIPAY_APP_CERTIFICATE',
      'is needed for certificate mode, which takes both certificates',
    );
  const certificates =
    app && root
      ? {
          app: certificateOf('OMO_ALIPAY_APP_CERTIFICATE', app, refuse),
          alipay: certificateOf('OMO_ALIPAY_PUBLIC_KEY', publicText, refuse),
          root: certificateOf('OMO_ALIPAY_ROOT_CERTIFICATE', root, refuse),
        }
      : undefined;
  if (certificates && !createPublicKey(privateKey).equals(new X509Certificate(certificates.app).publicKey))
    refuse('OMO_ALIPAY_APP_CERTIFICATE', 'does not belong to OMO_ALIPAY_PRIVATE_KEY');

  return {
    appId: need('OMO_ALIPAY_APP_ID'),
    sellerId: need('OMO_ALIPAY_SELLER_ID'),
    privateKey: pemOf(privateKey),
    publicKey: pemOf(publicKey),
    certificates,
    url: urlOf('OMO_ALIPAY_URL', given.OMO_ALIPAY_URL ?? 'https://openapi.alipay.com/gateway.do', refuse),
    timeout: answerWithin,
  };
}

export function wechatSettings(given: Given<(typeof wechatNames)[number]>, refuse: Refuse): WechatSettings {
  const need = (name: (typeof wechatNames)[number]) => given[name] ?? refuse(name, 'is needed with OMO_GATEWAY=wechat');
  const privateKey = readPrivateKey('OMO_WECHAT_PRIVATE_KEY', need('OMO_WECHAT_PRIVATE_KEY'), refuse);
  const serial = need('OMO_WECHAT_SERIAL');
  const apiV3Key = need('OMO_WECHAT_API_V3_KEY');
  if (Buffer.byteLength(apiV3Key) !== 32) refuse('OMO_WECHAT_API_V3_KEY', 'must be 32 characters');
  const platformKeys = readPlatformKeys(need('OMO_WECHAT_PLATFORM_KEYS'), refuse);
  if (Object.hasOwn(platformKeys, serial))
    refuse('OMO_WECHAT_PLATFORM_KEYS', "holds the merchant's own certificate, it must be WeChat Pay's");
  return {
    appId: need('OMO_WECHAT_APP_ID'),
    merchantId: need('OMO_WECHAT_MCH_ID'),
    serial,
    privateKey: pemOf(privateKey),
    apiV3Key,
    platformKeys,
    url: urlOf('OMO_WECHAT_URL', given.OMO_WECHAT_URL ?? 'https://api.mch.weixin.qq.com', refuse),
    timeout: answerWithin,
  };
}

/** `serial=key, serial=key`, each key by value or by file. */
function readPlatformKeys(list: string, refuse: Refuse): Record<string, string> {
  const name = 'OMO_WECHAT_PLATFORM_KEYS';
  const keys: Record<string, string> = {};
  for (const part of list.split(',').map((one) => one.trim())) {
    const [, serial, value] = /^([0-9A-Za-z_]{8,80})=([\s\S]+)$/.exec(part) ?? [];
    if (!serial || !value) refuse(name, 'must be serial=key or several of them, separated by commas');
    else {
      const text = textOf(name, value.trim(), refuse);
      if (isCertificate(text) && new X509Certificate(text).serialNumber !== serial.toUpperCase())
        refuse(name, `the certificate given for ${serial} has another serial number`);
      keys[serial] = pemOf(readPublicKey(name, text, refuse));
    }
  }
  return keys;
}

/** The value itself (PEM, or the bare base64 that Alipay's tool shows), or what is in the file of that name. */
function textOf(variable: string, value: string, refuse: Refuse): string {
  const text = value.replaceAll('\\n', '\n').trim();
  if (text.startsWith('-----BEGIN') || /^[A-Za-z0-9+/=\s]{200,}$/.test(text)) return text;
  try {
    return readFileSync(text, 'utf8').trim();
  } catch {
    return refuse(variable, 'must be a key or the path of a file that can be read');
  }
}

const isCertificate = (text: string) => text.startsWith('-----BEGIN CERTIFICATE');

function readPrivateKey(variable: string, value: string, refuse: Refuse): KeyObject {
  const text = textOf(variable, value, refuse);
  const bare = Buffer.from(text, 'base64');
  const readers = text.startsWith('-----BEGIN')
    ? [() => createPrivateKey(text)]
    : [
        () => createPrivateKey({ key: bare, format: 'der', type: 'pkcs8' }),
        () => createPrivateKey({ key: bare, format: 'der', type: 'pkcs1' }),
      ];
  return rsaKey(readers) ?? refuse(variable, 'is no RSA private key of at least 2048 bits');
}

function readPublicKey(variable: string, text: string, refuse: Refuse): KeyObject {
  const reader = text.startsWith('-----BEGIN')
    ? () => (isCertificate(text) ? new X509Certificate(text).publicKey : publicOnly(text))
    : () => createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  return rsaKey([reader]) ?? refuse(variable, 'is no RSA public key of at least 2048 bits');
}

/** Node would make a public key out of a private one, which nobody means to give away here. */
function publicOnly(text: string): KeyObject {
  if (text.includes('PRIVATE')) throw new TypeError('a private key');
  return createPublicKey(text);
}

function rsaKey(readers: readonly (() => KeyObject)[]): KeyObject | undefined {
  for (const read of readers)
    try {
      const key = read();
      if (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048) return key;
    } catch {
      // The next form may fit; when none does, the caller refuses.
    }
  return undefined;
}

function certificateOf(variable: string, value: string, refuse: Refuse): string {
  const text = textOf(variable, value, refuse);
  try {
    void new X509Certificate(text);
    return text;
  } catch {
    return refuse(variable, 'must be a certificate (PEM) or the path of one');
  }
}

const pemOf = (key: KeyObject): string =>
  String(key.export({ format: 'pem', type: key.type === 'private' ? 'pkcs8' : 'spki' }));

function urlOf(variable: string, value: string, refuse: Refuse): string {
  const url = URL.parse(value);
  if (
    url?.protocol !== 'https:' &&
    !(url?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname))
  )
    refuse(variable, 'must be an address that starts with https://');
  return value.replace(/\/$/, '');
}
