import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openGateways } from './adapters/gateway/open.ts';
import { alipayGateway } from './adapters/gateway/alipay.ts';
import { parseSettings } from './settings.ts';
import { systemClock } from './clock.ts';
import { buildCertificate } from './testing/certificate-build.ts';

const folder = mkdtempSync(join(tmpdir(), 'omo-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pair = (modulusLength = 2048) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
const [own, theirs, next] = [pair(), pair(), pair()];
const bare = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, '');
const file = (name: string, content: string) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const alipay = {
  OMO_GATEWAY: 'alipay',
  OMO_PUBLIC_URL: 'https://omo.example',
  OMO_ALIPAY_APP_ID: '2021000122671080',
  OMO_ALIPAY_SELLER_ID: '2088123412341234',
  OMO_ALIPAY_PRIVATE_KEY: own.privateKey,
  OMO_ALIPAY_PUBLIC_KEY: theirs.publicKey,
};
const wechat = {
  OMO_GATEWAY: 'wechat',
  OMO_PUBLIC_URL: 'https://omo.example',
  OMO_WECHAT_APP_ID: 'wxdace645e0bc2cXXX',
  OMO_WECHAT_MCH_ID: '1900006891',
  OMO_WECHAT_SERIAL: '3775B6A45ACD588826D15E583A95F5DD12345678',
  OMO_WECHAT_PRIVATE_KEY: own.privateKey,
  OMO_WECHAT_API_V3_KEY: 'k'.repeat(32),
  OMO_WECHAT_PLATFORM_KEYS: `PUB_KEY_ID_0119000068912024=${theirs.publicKey}`,
};

describe('settings of payment vendors', () => {
  test('[Z-14] Alipay: keys as PEM, as the bare text that its tool shows, and as files', () => {
    const given = parseSettings(alipay).alipay;
    expect(given).toMatchObject({
      appId: '2021000122671080',
      certificates: undefined,
      url: 'https://openapi.alipay.com/gateway.do',
    });
    const others = [
      { OMO_ALIPAY_PRIVATE_KEY: bare(own.privateKey), OMO_ALIPAY_PUBLIC_KEY: bare(theirs.publicKey) },
      { OMO_ALIPAY_PRIVATE_KEY: own.privateKey.replaceAll('\n', '\\n') },
      {
        OMO_ALIPAY_PRIVATE_KEY: file('own.pem', own.privateKey),
        OMO_ALIPAY_PUBLIC_KEY: file('theirs.txt', bare(theirs.publicKey)),
      },
    ];
    for (const change of others) expect(parseSettings({ ...alipay, ...change }).alipay).toEqual(given);
  });

  test('[Z-14] gateways stand in the order in which they are offered', () => {
    expect(parseSettings({ ...wechat, OMO_GATEWAY: 'wechat, sandbox,wechat' })).toMatchObject({
      gateways: ['wechat', 'sandbox'],
      alipay: undefined,
      wechat: { merchantId: '1900006891', url: 'https://api.mch.weixin.qq.com' },
    });
  });

  test('[Z-14] one that is offered no more is opened where something is open at it and its keys are there', async () => {
    const names = async (left: ('alipay' | 'wechat')[]) => {
      const settings = parseSettings({ ...alipay, ...wechat, OMO_ALIPAY_APP_ID: undefined });
      const { all, kept } = await openGateways(
        { ...settings, alipay: parseSettings(alipay).alipay },
        systemClock,
        left,
      );
      return [all.map(({ name }) => name), kept];
    };
    expect(await names([])).toEqual([['wechat'], []]);
    expect(await names(['alipay', 'wechat'])).toEqual([['wechat', 'alipay'], ['alipay']]);
    expect(parseSettings({ ...alipay, OMO_GATEWAY: 'sandbox' }).alipay).toMatchObject({ appId: '2021000122671080' });
  });

  test('[Z-14] production takes a vendor as it is, and the sandbox beside it only when told so', () => {
    const production = { ...alipay, NODE_ENV: 'production', OMO_SECRET: 'k'.repeat(32) };
    expect(parseSettings(production).gateways).toEqual(['alipay']);
    expect(() => parseSettings({ ...production, OMO_GATEWAY: 'alipay,sandbox' })).toThrow(/^OMO_GATEWAY: the sandbox/);
  });

  test('[Z-14] Alipay: certificate mode', () => {
    const certificate = (name: string, serial: string, key: string) =>
      file(name, buildCertificate(name, serial, key).pem);
    const change = {
      OMO_ALIPAY_PUBLIC_KEY: certificate('alipay.crt', '0b01', theirs.privateKey),
      OMO_ALIPAY_APP_CERTIFICATE: certificate('app.crt', '0b02', own.privateKey),
      OMO_ALIPAY_ROOT_CERTIFICATE: certificate('root.crt', '0b03', next.privateKey),
    };
    const settings = parseSettings({ ...alipay, ...change }).alipay;
    expect(settings?.publicKey).toBe(theirs.publicKey);
    expect(settings && alipayGateway(settings, systemClock).capabilities.payOutToBank).toBe(true);
    expect(() => parseSettings({ ...alipay, ...change, OMO_ALIPAY_APP_CERTIFICATE: undefined })).toThrow(
      /^OMO_ALIPAY_APP_CERTIFICATE: is needed/,
    );
    expect(() => parseSettings({ ...alipay, ...change, OMO_ALIPAY_PUBLIC_KEY: theirs.publicKey })).toThrow(
      /^OMO_ALIPAY_PUBLIC_KEY: must be a certificate/,
    );
    expect(() => parseSettings({ ...alipay, ...change, OMO_ALIPAY_PRIVATE_KEY: next.privateKey })).toThrow(
      /^OMO_ALIPAY_APP_CERTIFICATE: does not belong/,
    );
  });

  test('[Z-14] WeChat Pay: several platform keys, of which one may be a certificate', () => {
    const { pem, serial } = buildCertificate('wechat', '71'.repeat(20), next.privateKey);
    const keys = `${wechat.OMO_WECHAT_PLATFORM_KEYS}, ${serial}=${file('platform.crt', pem)}`;
    const settings = parseSettings({ ...wechat, OMO_WECHAT_PLATFORM_KEYS: keys }).wechat;
    expect(settings?.platformKeys).toEqual({
      PUB_KEY_ID_0119000068912024: theirs.publicKey,
      [serial]: next.publicKey,
    });
    const wrong = `${'72'.repeat(20)}=${join(folder, 'platform.crt')}`;
    expect(() => parseSettings({ ...wechat, OMO_WECHAT_PLATFORM_KEYS: wrong })).toThrow(/another serial number$/);
  });

  test.each([
    [alipay, 'OMO_ALIPAY_APP_ID', ''],
    [alipay, 'OMO_ALIPAY_SELLER_ID', ''],
    [alipay, 'OMO_ALIPAY_PRIVATE_KEY', ''],
    [alipay, 'OMO_ALIPAY_PRIVATE_KEY', '/none/such.pem'],
    [alipay, 'OMO_ALIPAY_PRIVATE_KEY', theirs.publicKey],
    [alipay, 'OMO_ALIPAY_PRIVATE_KEY', pair(1024).privateKey],
    [alipay, 'OMO_ALIPAY_PUBLIC_KEY', ''],
    [alipay, 'OMO_ALIPAY_PUBLIC_KEY', own.publicKey],
    [alipay, 'OMO_ALIPAY_PUBLIC_KEY', theirs.privateKey],
    [alipay, 'OMO_ALIPAY_PUBLIC_KEY', 'A'.repeat(300)],
    [alipay, 'OMO_ALIPAY_URL', 'http://openapi.alipay.com/gateway.do'],
    [alipay, 'OMO_PUBLIC_URL', ''],
    [wechat, 'OMO_WECHAT_APP_ID', ''],
    [wechat, 'OMO_WECHAT_MCH_ID', ''],
    [wechat, 'OMO_WECHAT_SERIAL', ''],
    [wechat, 'OMO_WECHAT_PRIVATE_KEY', ''],
    [wechat, 'OMO_WECHAT_API_V3_KEY', ''],
    [wechat, 'OMO_WECHAT_API_V3_KEY', 'short'],
    [wechat, 'OMO_WECHAT_PLATFORM_KEYS', ''],
    [wechat, 'OMO_WECHAT_PLATFORM_KEYS', theirs.publicKey],
    [wechat, 'OMO_WECHAT_PLATFORM_KEYS', `${wechat.OMO_WECHAT_SERIAL}=${theirs.publicKey}`],
    [wechat, 'OMO_WECHAT_URL', 'ftp://api.mch.weixin.qq.com'],
    [wechat, 'OMO_PUBLIC_URL', ''],
    [wechat, 'OMO_PUBLIC_URL', 'http://omo.example'],
  ])('[Z-14] $OMO_GATEWAY without a good %s does not start, and no key is shown', (given, variable, value) => {
    const attempt = () => parseSettings({ ...given, [variable]: value });
    expect(attempt).toThrow(new RegExp(`^${variable}: [^\\n]{10,140}$`));
  });
});
