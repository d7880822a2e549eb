import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isbot } from 'isbot';
import { hashBytes } from '../../../contract/trace/bytes.ts';
import { readCode } from '../../../contract/trace/code.ts';
import type { Services } from '../../calls/context.ts';
import { networkOf } from '../../calls/network.ts';
import { keptPictures } from '../uploads/use.ts';
import { packBundle } from './bundle.ts';
import { countScan } from './codes.ts';
import { cosigned } from './anchors/cosign.ts';
import { newestCheckpoint, readTiles } from './log.ts';
import { pictureOf, traceOf } from './read.ts';
import { tileWidth } from './tree.ts';

const forever = 'public, max-age=31536000, immutable';
const shortly = 'public, max-age=10';

/**
 * Publishes the log for anyone who watches it (C2SP tlog-tiles): its newest checkpoint, its tiles of hashes, and every key that
 * ever signed it. Records are not published here: who has a product's code gets those of its line.
 */
export function mountTrace(fastify: FastifyInstance, services: Services): void {
  const { db, settings, clock } = services;
  mountTaking(fastify, services);
  // What a label's QR code holds: short, and the same wherever the pages stand.
  if (settings.basePath !== '')
    fastify.get<{ Params: { code: string } }>('/trace/:code', async (request, reply) => {
      const read = readCode(request.params.code);
      if ('code' in read && isScan(request)) await countScan(db, read.code, clock.now());
      const code = 'code' in read ? read.code : encodeURIComponent(request.params.code);
      return reply.header('cache-control', 'no-store').redirect(`${settings.basePath}/trace/${code}`, 302);
    });

  fastify.get('/trace/checkpoint', async (_request, reply) => {
    const newest = await newestCheckpoint(db);
    const [checkpoint] = await cosigned(db, newest ? [newest] : []);
    if (!checkpoint) return absent(reply);
    return reply.header('cache-control', shortly).type('text/plain; charset=utf-8').send(checkpoint.note);
  });

  fastify.get<{ Params: { level: string; '*': string } }>('/trace/tile/:level/*', async (request, reply) => {
    const asked = tileOf(request.params.level, request.params['*']);
    const [tile] = asked ? await readTiles(db, [asked]) : [];
    const width = asked?.width ?? tileWidth;
    if (!tile || tile.hashes.length < width * hashBytes) return absent(reply);
    // The beginning of a tile stays what it is, however far the tile grows.
    return reply
      .header('cache-control', forever)
      .type('application/octet-stream')
      .send(tile.hashes.subarray(0, width * hashBytes));
  });

  fastify.get('/trace/keys', async (_request, reply) => {
    const keys = await db.selectFrom('trace_keys').selectAll().orderBy('used_from').orderBy('kind').execute();
    const told = keys.map(({ kind, bytes, used_from, used_until }) => ({
      kind,
      bytes,
      from: used_from.toISOString(),
      until: used_until?.toISOString() ?? null,
    }));
    return reply.header('cache-control', shortly).send(told);
  });
}

/** A line's pictures are looked at one by one. */
const takings = { max: 200, per: 60 };

/** What the holder of a code may take along: the bundle, and each picture as it is kept. */
function mountTaking(fastify: FastifyInstance, services: Services): void {
  const { limits, clock } = services;
  const mayTake = async ({ ip }: FastifyRequest): Promise<boolean> =>
    (await limits.take(`trace-taken:${networkOf(ip)}`, takings, clock.now())) === 0;
  const refuse = (reply: FastifyReply) =>
    reply
      .code(429)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send('下载太频繁，请稍后再试');

  fastify.get<{ Params: { code: string }; Querystring: Record<string, unknown> }>(
    '/trace/:code/bundle.zip',
    async (request, reply) => {
      if (!(await mayTake(request))) return refuse(reply);
      const read = readCode(request.params.code);
      const trace = 'code' in read ? await traceOf(services, read.code) : undefined;
      if (!trace) return absent(reply);
      const pictures = request.query['pictures'] === '1';
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${trace.code}.zip"`)
        .type('application/zip')
        .send(await packBundle(services, trace, { pictures, now: clock.now() }));
    },
  );

  fastify.get<{ Params: { code: string; fingerprint: string } }>(
    '/trace/:code/pictures/:fingerprint',
    async (request, reply) => {
      if (!(await mayTake(request))) return refuse(reply);
      const read = readCode(request.params.code);
      const url = 'code' in read ? await pictureOf(services.db, read.code, request.params.fingerprint) : undefined;
      const [kept] = url === undefined ? [] : await keptPictures(services, [url]);
      const stream = await kept?.open().catch(() => undefined);
      if (!kept || !stream) return absent(reply);
      return reply
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type(kept.mime)
        .send(stream);
    },
  );
}

/** A person with a label before them: neither a robot, nor a browser or messenger that looks ahead. */
function isScan({ method, headers }: FastifyRequest): boolean {
  const ahead = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => headers[name]).join(' ');
  const agent = headers['user-agent'] ?? '';
  return method === 'GET' && agent !== '' && !isbot(agent) && !/prefetch|prerender|preview/i.test(ahead);
}

const absent = (reply: FastifyReply) =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('没有这一段记录');

/**
 * What an address of tlog-tiles names: `<level>/<index>` or `<level>/<index>.p/<width>`, the index in groups of three digits of which
 * all but the last begin with x (`x001/x234/067`). Null for any other writing of it.
 */
export function tileOf(level: string, rest: string): { level: number; index: number; width: number } | null {
  const [, path = '', width] = /^((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(rest) ?? [];
  if (path === '' || !/^\d$/.test(level) || Number(width ?? 1) >= tileWidth) return null;
  const index = Number(path.replaceAll(/[x/]/g, ''));
  if (!Number.isSafeInteger(index) || (path.length > 3 && path.startsWith('x000'))) return null;
  return { level: Number(level), index, width: width === undefined ? tileWidth : Number(width) };
}
