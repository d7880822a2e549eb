import { describe, expect, test } from 'vitest';
import { parseSettings, SettingsError } from './settings.ts';

const production = { NODE_ENV: 'production', OMO_SECRET: 'k'.repeat(32), OMO_ALLOW: 'sandbox-gateway' };

describe('settings (rulings §8)', () => {
  test('nothing set gives the documented defaults', () => {
    expect(parseSettings({})).toMatchObject({
      production: false,
      port: 8080,
      host: '127.0.0.1',
      basePath: '/omo',
      dataDir: `${process.cwd()}/.data`,
      databaseUrl: undefined,
      redisUrl: undefined,
      storage: { kind: 'local' },
      seed: 'none',
      role: 'all',
      commissionBasisPoints: 0,
      fourEyesFen: 5_000_000,
    });
  });

  test('a blank variable counts as not set', () => {
    expect(parseSettings({ PORT: '', DATABASE_URL: ' ', OMO_BASE_PATH: '' })).toMatchObject({
      port: 8080,
      basePath: '/omo',
    });
  });

  test('values are read and tidied', () => {
    const settings = parseSettings({
      PORT: '0',
      OMO_BASE_PATH: '/mall/omo/',
      OMO_PUBLIC_URL: 'https://omo.example/',
      OMO_COMMISSION_PERCENT: '2.35',
      OMO_FOUR_EYES_FEN: '100000',
      OMO_TRUST_PROXY: '1',
      OMO_ROLE: 'worker',
      DATABASE_URL: 'postgres://omo@db.example/omo',
    });
    expect(settings).toMatchObject({
      port: 0,
      basePath: '/mall/omo',
      publicUrl: 'https://omo.example',
      commissionBasisPoints: 235,
      fourEyesFen: 100_000,
      trustProxy: true,
      role: 'worker',
    });
    expect(parseSettings({ OMO_BASE_PATH: '/' }).basePath).toBe('');
    expect(parseSettings({ OMO_TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toBe('10.0.0.0/8, ::1');
  });

  test.each([
    ['PORT', '80a'],
    ['PORT', '65536'],
    ['OMO_BASE_PATH', 'omo'],
    ['OMO_BASE_PATH', '/a//b'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'not a url'],
    ['REDIS_URL', 'http://x'],
    ['OMO_STORAGE', 'ftp'],
    ['OMO_SEED', 'yes'],
    ['OMO_ROLE', 'boss'],
    ['NODE_ENV', 'prod'],
    ['OMO_COMMISSION_PERCENT', '-1'],
    ['OMO_COMMISSION_PERCENT', '100'],
    ['OMO_FOUR_EYES_FEN', '50000.00'],
    ['OMO_FOUR_EYES_FEN', '-1'],
    ['OMO_DEMO_PASSWORD', 'short1'],
    ['OMO_SECRET', 'short'],
    ['OMO_TRUST_PROXY', 'maybe'],
    ['OMO_ALLOW', 'everything'],
    ['OMO_MAP_TILES', 'https://tiles.example/'],
    ['OMO_LIVE_URL', 'rtmp://live.example/home'],
    ['OMO_LIVE_URL', 'https://live.example/home.mp4'],
    ['OMO_LIVE_URL', 'live'],
    ['OMO_LIVE_PREVIEW_URL', 'https://live.example/home.m3u8'],
  ])('%s=%s is refused in one line that names it', (variable, value) => {
    const attempt = () => parseSettings({ [variable]: value });
    expect(attempt).toThrow(SettingsError);
    expect(attempt).toThrow(new RegExp(`^${variable}: [^\\n]+$`));
  });

  test('processes that share the work need a database to share', () => {
    expect(() => parseSettings({ OMO_ROLE: 'web' })).toThrow(/^OMO_ROLE: .*DATABASE_URL/);
  });

  test('S3 storage names what is missing', () => {
    const s3 = {
      OMO_STORAGE: 's3',
      OMO_S3_ENDPOINT: 'http://s3.example:7480',
      OMO_S3_BUCKET: 'omo',
      OMO_S3_ACCESS_KEY: 'a',
    };
    expect(() => parseSettings(s3)).toThrow(/^OMO_S3_SECRET_KEY: /);
    expect(parseSettings({ ...s3, OMO_S3_SECRET_KEY: 'b' }).storage).toMatchObject({
      kind: 's3',
      bucket: 'omo',
      region: 'us-east-1',
    });
  });

  test('the gateways are a list, each named once', () => {
    expect(parseSettings({}).gateways).toEqual(['sandbox']);
    expect(parseSettings({ OMO_GATEWAY: 'sandbox, sandbox' }).gateways).toEqual(['sandbox']);
    expect(() => parseSettings({ OMO_GATEWAY: 'alipay,paypal' })).toThrow(/^OMO_GATEWAY: must be of sandbox/);
  });

  test('production refuses what is only fit for trying out, until told so', () => {
    expect(parseSettings(production)).toMatchObject({ production: true, seed: 'none' });
    expect(() => parseSettings({ ...production, OMO_SECRET: undefined })).toThrow(
      /^OMO_SECRET: .*OMO_ALLOW=generated-secret/,
    );
    expect(() => parseSettings({ ...production, OMO_ALLOW: '' })).toThrow(/^OMO_GATEWAY: .*OMO_ALLOW=sandbox-gateway/);
    expect(() => parseSettings({ ...production, OMO_TEST_CLOCK: '/tmp/clock' })).toThrow(/^OMO_TEST_CLOCK: /);
    expect(() => parseSettings({ ...production, OMO_SEED: 'demo' })).toThrow(/^OMO_SEED: .*OMO_ALLOW=demo/);
    expect(
      parseSettings({ NODE_ENV: 'production', OMO_SEED: 'demo', OMO_ALLOW: 'demo, generated-secret, sandbox-gateway' })
        .seed,
    ).toBe('demo');
  });
});
