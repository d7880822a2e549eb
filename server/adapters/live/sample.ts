import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../../clock.ts';
import { rangeOf } from '../../range.ts';
import type { LiveSource } from './live.ts';
import { moveOn, readHeader } from './fragments.ts';
import { masterPlaylist, placeOf, roundOf, roundPlaylist, sentBy, type Track, windowPlaylist } from './playlists.ts';

/**
 * The sample broadcast: a film of 48 seconds sent over and over as a live stream. What the playlists hold follows from
 * the clock alone, so every visitor and every process sees the same moment.
 */

const prepared = join(import.meta.dirname, 'sample');
/** Where a better one is put by a machine that can encode. */
export const encodedSample = (dataDir: string) => join(dataDir, 'live', 'sample');

/** In the order in which they are offered: H.264 plays nearly everywhere, VP9 where it may not be carried. */
const codecs = {
  h264: { whole: 'avc1.4D401F,mp4a.40.2', preview: 'avc1.4D401F' },
  vp9: { whole: 'vp09.00.31.08,opus', preview: 'vp09.00.31.08' },
} as const;

const mimes: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
};

interface Edition {
  /** of the content, so that what lies under an address never changes */
  readonly name: string;
  readonly files: ReadonlyMap<string, Buffer>;
  readonly tracks: ReadonlyMap<string, Track>;
}

/** @param load reads a folder; handed in by tests that watch it */
export function sampleLive(clock: Clock, dataDir: string, load = loadEditionOf): LiveSource {
  const editions = new Map<string, Edition>();
  let current: Promise<Edition> | undefined;
  let plain: Promise<Edition> | undefined;
  let checkedAt = 0;

  const encoded = async () => {
    const folder = encodedSample(dataDir);
    await stat(folder);
    return load(folder, 'e');
  };

  /** The encoded one as soon as it is there; those who watch the other go on with it. */
  const loadEdition = async (): Promise<Edition> => {
    const now = clock.now().getTime();
    if (current && (now - checkedAt < 10_000 || (await current).name.startsWith('e'))) return current;
    checkedAt = now;
    current = encoded()
      .catch(() => (plain ??= load(prepared, 'p')))
      .then((loaded) => {
        editions.set(loaded.name, editions.get(loaded.name) ?? loaded);
        return loaded;
      });
    return current;
  };

  const mount = async (fastify: FastifyInstance) => {
    for (const [file, part] of [
      ['index', 'whole'],
      ['preview', 'preview'],
    ] as const) {
      fastify.get(`/live/sample/${file}.m3u8`, async (_request, reply) => {
        const { name, tracks } = await loadEdition();
        const variants = Object.entries(codecs).flatMap(([codec, words]) => {
          const track = tracks.get(part === 'whole' ? codec : `preview-${codec}`);
          return track ? [{ track, codecs: words[part], address: `${name}/${track.name}.m3u8` }] : [];
        });
        return playlist(reply, masterPlaylist(variants));
      });
    }
    fastify.get<{ Params: { edition: string; track: string } }>(
      '/live/sample/:edition/:track.m3u8',
      async (request, reply) => {
        await loadEdition();
        const track = editions.get(request.params.edition)?.tracks.get(request.params.track);
        if (!track) return absent(reply);
        if (isPreview(track.name)) return playlist(reply, roundPlaylist(track));
        return playlist(reply, windowPlaylist(track, clock.now()));
      },
    );
    fastify.get<{ Params: { edition: string; track: string; file: string } }>(
      '/live/sample/:edition/:track/:file',
      async (request, reply) => {
        await loadEdition();
        const { track, file } = request.params;
        const edition = editions.get(request.params.edition);
        const bytes = edition && fileOf(edition, track, file, clock.now());
        return bytes ? segment(reply, file, bytes, request.headers.range) : absent(reply);
      },
    );
  };
  return {
    channel: () => ({ stream: '/live/sample/index.m3u8', preview: '/live/sample/preview.m3u8' }),
    hosts: [],
    mount,
  };
}

const isPreview = (track: string) => track.startsWith('preview-');

/** The parts of a broadcast go by their number in it; one that has not been sent is not there. */
function fileOf({ files, tracks }: Edition, name: string, file: string, now: Date): Buffer | undefined {
  const track = tracks.get(name);
  const [, number] = /^(\d{1,12})\.m4s$/.exec(file) ?? [];
  if (!track || isPreview(name) || number === undefined) return files.get(`${name}/${file}`);
  if (Number(number) >= sentBy(track, now)) return undefined;
  const { index, turn } = placeOf(track, Number(number));
  const part = files.get(`${name}/${index}.m4s`);
  return part && moveOn(part, track.header, turn * roundOf(track));
}

/** Reads all of it: two megabytes that everyone who watches asks for. Throws where there is none. */
export async function loadEditionOf(folder: string, kind: 'e' | 'p'): Promise<Edition> {
  const files = new Map<string, Buffer>();
  const tracks = new Map<string, Track>();
  const hash = createHash('sha256');
  for (const name of (await readdir(folder)).toSorted()) {
    for (const file of (await readdir(join(folder, name))).toSorted()) {
      const bytes = await readFile(join(folder, name, file));
      hash.update(`${name}/${file}`).update(bytes);
      files.set(`${name}/${file}`, bytes);
    }
    const list = files.get(`${name}/index.m3u8`)?.toString() ?? '';
    const durations = [...list.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds));
    if (durations.length === 0) throw new Error(`${join(folder, name)} holds no playlist`);
    const sizes = durations.map((_, index) => files.get(`${name}/${index}.m4s`)?.length ?? 0);
    const header = readHeader(files.get(`${name}/init.mp4`) ?? Buffer.alloc(0));
    tracks.set(name, { name, durations, sizes, header });
  }
  return { name: kind + hash.digest('hex').slice(0, 11), files, tracks };
}

const absent = (reply: FastifyReply) =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('没有这个片段');

const playlist = (reply: FastifyReply, text: string) =>
  reply
    .header('cache-control', 'public, max-age=1')
    .header('x-content-type-options', 'nosniff')
    .type(mimes['m3u8'] as string)
    .send(text);

function segment(reply: FastifyReply, file: string, bytes: Buffer, asked: string | undefined): FastifyReply {
  const range = rangeOf(asked, bytes.length);
  if (range === 'none')
    return reply
      .code(416)
      .header('cache-control', 'no-store')
      .header('content-range', `bytes */${bytes.length}`)
      .send();
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes.length}`);
  return reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('accept-ranges', 'bytes')
    .header('x-content-type-options', 'nosniff')
    .type(mimes[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
    .send(range ? bytes.subarray(range.start, range.end + 1) : bytes);
}
