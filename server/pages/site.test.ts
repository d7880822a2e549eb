import { expect, it } from 'vitest';
import { openLive } from '../adapters/live/live.ts';
import { MovableClock } from '../clock.ts';
import { parseSettings } from '../settings.ts';
import { contentSecurityPolicy } from './security.ts';
import { foreignHosts, siteFacts } from './site.ts';

const s3 = {
  OMO_STORAGE: 's3',
  OMO_S3_ENDPOINT: 'https://s3.example:9000',
  OMO_S3_REGION: 'cn-1',
  OMO_S3_BUCKET: 'omo',
  OMO_S3_ACCESS_KEY: 'key',
  OMO_S3_SECRET_KEY: 'secret',
};
const policy = (env: Record<string, string>) => {
  const settings = parseSettings(env);
  return contentSecurityPolicy('', foreignHosts(settings, openLive(settings, new MovableClock())));
};

it('[X-03] pages may post to the storage and read from it where it is not our own origin', () => {
  expect(policy({})).toContain("connect-src 'self';");
  expect(policy(s3)).toContain("connect-src 'self' https://s3.example:9000;");
  expect(policy(s3)).toContain("media-src 'self' blob:;");
  const apart = policy({ ...s3, OMO_S3_PATH_STYLE: '0', OMO_S3_PUBLIC_URL: 'https://cdn.example/omo/' });
  expect(apart).toContain("connect-src 'self' https://omo.s3.example:9000;");
  expect(apart).toContain("img-src 'self' data: blob: https://cdn.example;");
});

it('[H-02] pages may play a live stream from where it is set up to come from', () => {
  const live = { OMO_LIVE_URL: 'https://live.example/{channel}.m3u8' };
  expect(policy(live)).toContain("media-src 'self' blob: https://live.example;");
  expect(policy(live)).toContain("connect-src 'self' https://live.example;");
  expect(policy({ ...s3, ...live })).toContain("connect-src 'self' https://s3.example:9000 https://live.example;");
});

it('[C-03] pages may load map tiles from where they are set up to come from, and from nowhere else', () => {
  const tiles = 'https://tiles.example/{z}/{x}/{y}.png';
  expect(policy({})).toContain("img-src 'self' data: blob:;");
  expect(policy({ OMO_MAP_TILES: tiles })).toContain("img-src 'self' data: blob: https://tiles.example;");
  expect(policy({ ...s3, OMO_MAP_TILES: tiles })).toContain("img-src 'self' data: blob: https://tiles.example;");
  expect(siteFacts(parseSettings({ OMO_MAP_TILES: `${tiles}?key={key}`, OMO_AMAP_KEY: 'a&b' }))).toMatchObject({
    mapTiles: `${tiles}?key=a%26b`,
    mapAttribution: '',
  });
  expect(() => parseSettings({ OMO_MAP_TILES: `${tiles}?key={key}` })).toThrow('OMO_AMAP_KEY');
  for (const wrong of ['https://{s}.tiles.example/{z}/{x}/{y}.png', 'https://tiles.example/{z}.png', '/{z}/{x}/{y}'])
    expect(() => parseSettings({ OMO_MAP_TILES: wrong })).toThrow('OMO_MAP_TILES');
});
