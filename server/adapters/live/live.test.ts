import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { getLiveInfo } from '../../../contract/content.ts';
import { MovableClock } from '../../clock.ts';
import { parseSettings } from '../../settings.ts';
import { dataOf, type Portal, startPortal } from '../../testing/portal.ts';
import { buildContent } from '../../slices/content/build.ts';
import { openLive } from './live.ts';
import { loadEditionOf, sampleLive } from './sample.ts';
import { roundPlaylist, type Track, windowPlaylist } from './playlists.ts';

const track: Track = {
  name: 'h264',
  durations: [4, 4, 3.5],
  sizes: [1000, 1200, 900],
  header: { width: 960, height: 540, timescales: new Map() },
};
const round = 11.5;
const begun = 1_800_000 * round;

/** The playlist so many seconds into a round. */
const at = (seconds: number) => windowPlaylist(track, new Date((begun + seconds) * 1000)).split('\n');
const numberOf = (lines: readonly string[], tag: string) =>
  Number(lines.find((line) => line.startsWith(`#${tag}:`))?.split(':')[1]);
const segmentsOf = (lines: readonly string[]) => lines.filter((line) => line.endsWith('.m4s'));

describe('[H-02] a film as an endless live stream', () => {
  it('holds the last six segments that have been sent, never the one being sent, and never ends', () => {
    const lines = at(4.1);
    const sent = 1_800_000 * 3 + 1;
    expect(segmentsOf(lines)).toEqual([6, 5, 4, 3, 2, 1].map((before) => `h264/${sent - before}.m4s`));
    expect(lines).not.toContain('#EXT-X-ENDLIST');
    expect(numberOf(lines, 'EXT-X-TARGETDURATION')).toBe(4);
  });

  it('moves on by one segment when one has been sent', () => {
    const [before, just, after] = [at(3.9), at(4), at(8)];
    expect(numberOf(just, 'EXT-X-MEDIA-SEQUENCE')).toBe(numberOf(before, 'EXT-X-MEDIA-SEQUENCE') + 1);
    expect(numberOf(after, 'EXT-X-MEDIA-SEQUENCE')).toBe(numberOf(just, 'EXT-X-MEDIA-SEQUENCE') + 1);
    expect(segmentsOf(after).slice(0, -1)).toEqual(segmentsOf(just).slice(1));
  });

  it('dates each segment by when it was sent', () => {
    const dates = at(4.1).filter((line) => line.startsWith('#EXT-X-PROGRAM-DATE-TIME'));
    const seconds = dates.map((line) => Date.parse(line.slice(line.indexOf(':') + 1)) / 1000 - begun);
    expect(seconds).toEqual([4 - 2 * round, 8 - 2 * round, -round, 4 - round, 8 - round, 0]);
  });

  it('the preview begins and ends', () => {
    const lines = roundPlaylist(track).split('\n');
    expect(segmentsOf(lines)).toHaveLength(3);
    expect(lines).toContain('#EXT-X-ENDLIST');
  });
});

describe('[H-02] where a stream comes from', () => {
  const open = (env: Record<string, string>) => openLive(parseSettings(env), new MovableClock());

  it('by setting, with the channel in its place', () => {
    const live = open({
      OMO_LIVE_URL: 'https://live.example/{channel}/index.m3u8',
      OMO_LIVE_PREVIEW_URL: 'https://cdn.example/{channel}.m3u8?k=1',
    });
    expect(live.channel('二号')).toEqual({
      stream: 'https://live.example/%E4%BA%8C%E5%8F%B7/index.m3u8',
      preview: 'https://cdn.example/%E4%BA%8C%E5%8F%B7.m3u8?k=1',
    });
    expect(live.hosts).toEqual(['https://live.example', 'https://cdn.example']);
    expect(open({ OMO_LIVE_URL: 'https://live.example/a.m3u8' }).channel('home')?.preview).toBe('');
  });

  it('production has nothing to show unless it is given something', () => {
    const production = { NODE_ENV: 'production', OMO_SECRET: 'k'.repeat(32) };
    expect(open({ ...production, OMO_ALLOW: 'sandbox-gateway' }).channel('home')).toBeNull();
    expect(open({ ...production, OMO_ALLOW: 'sandbox-gateway,demo' }).channel('home')).not.toBeNull();
  });
});

describe('[H-02] the sample broadcast', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await startPortal();
    const starts = String(Math.floor(portal.clock.now().getTime() / 1000) + 3600);
    await buildContent(portal.app.services, 'live', { starts });
  });

  /** Follows the addresses in a playlist as a player does. */
  const follow = async (address: string) => {
    const answer = await fetch(address);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/vnd.apple.mpegurl']);
    const lines = (await answer.text()).split('\n');
    return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => new URL(line, address).href);
  };

  it('is on air, with H.264 first and VP9 for browsers without it, every address of which answers', async () => {
    const info = dataOf(await portal.send(getLiveInfo, {}));
    expect(info).toMatchObject({ startTime: 0 });
    const master = `${portal.url}${info?.liveUrl}`;
    const text = await (await fetch(master)).text();
    expect([...text.matchAll(/CODECS="(.+?)"/g)].map(([, codecs]) => codecs)).toEqual([
      'avc1.4D401F,mp4a.40.2',
      'vp09.00.31.08,opus',
    ]);
    expect(text).toContain('RESOLUTION=960x540');
    for (const list of [...(await follow(master)), ...(await follow(`${portal.url}${info?.breviaryLiveUrl}`))]) {
      const segments = await follow(list);
      expect(segments.length).toBeGreaterThan(0);
      for (const segment of segments) {
        const answer = await fetch(segment);
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/iso.segment']);
        expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1000);
      }
      const [, init = ''] = /EXT-X-MAP:URI="(.+?)"/.exec(await (await fetch(list)).text()) ?? [];
      expect((await fetch(new URL(init, list))).headers.get('content-type')).toBe('video/mp4');
    }
  });

  /** By track: where a segment begins, in units of time. */
  const beginnings = (bytes: Buffer) =>
    [...bytes.toString('latin1').matchAll(/tfdt/g)].map(({ index }) => bytes.readBigUInt64BE(index + 8));

  it('goes on in time where the film starts over, so that players notice nothing', async () => {
    const [list = ''] = await follow(`${portal.url}/live/sample/index.m3u8`);
    const starts: [bigint, bigint][] = [];
    for (let round = 0; round < 3; round += 1) {
      for (const segment of await follow(list)) {
        const [picture, sound, ...more] = beginnings(Buffer.from(await (await fetch(segment)).arrayBuffer()));
        expect([typeof picture, typeof sound, more]).toEqual(['bigint', 'bigint', []]);
        starts.push([picture as bigint, sound as bigint]);
      }
      portal.clock.advance(24_000);
    }
    const gaps = starts.slice(1).map(([picture], index) => Number(picture - (starts[index]?.[0] ?? 0n)));
    expect(new Set(gaps)).toEqual(new Set([4 * 15_360]));
    // Sound comes in packets of its own length: never a whole one too early or too late.
    for (const [index, [, sound]] of starts.slice(1).entries())
      expect(Math.abs(Number(sound - (starts[index]?.[1] ?? 0n)) - 4 * 44_100)).toBeLessThan(2 * 1024);
  });

  it('moves on with the clock; a playlist is kept for a second at most, a segment in parts', async () => {
    const [list = ''] = await follow(`${portal.url}/live/sample/index.m3u8`);
    const before = await follow(list);
    portal.clock.advance(4000);
    const answer = await fetch(list);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=1');
    expect((await follow(list)).slice(0, -1)).toEqual(before.slice(1));

    const part = await fetch(before[0] as string, { headers: { range: 'bytes=4-7' } });
    expect([part.status, await part.text()]).toEqual([206, 'styp']);
    expect((await fetch(before[0] as string, { headers: { range: 'bytes=99999999-' } })).status).toBe(416);
  });

  it('what it does not have is not found', async () => {
    for (const path of [
      'p0/h264.m3u8',
      'p0/h264/0.m4s',
      'p0/h264/999999999999.m4s',
      '../../secret',
      'p0/..%2f..%2fsample.ts/x',
    ])
      expect((await fetch(`${portal.url}/live/sample/${path}`)).status).toBe(404);
  });
});

it('[H-02] the prepared film is read once, however long one watches', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'omo-live-'));
  const clock = new MovableClock();
  const app = fastify();
  const read: string[] = [];
  await sampleLive(clock, dataDir, (folder, kind) => {
    read.push(kind);
    return loadEditionOf(folder, kind);
  }).mount?.(app);
  const watch = async () => (await app.inject('/live/sample/index.m3u8')).statusCode;
  for (let minute = 0; minute < 5; minute += 1) {
    expect(await watch()).toBe(200);
    clock.advance(60_000);
  }
  expect(read).toEqual(['p']);
  // An encoded one is looked at as soon as it is there.
  await mkdir(join(dataDir, 'live', 'sample'), { recursive: true });
  expect(await watch()).toBe(200);
  expect(read).toEqual(['p', 'e']);
  await app.close();
  await rm(dataDir, { recursive: true });
});
