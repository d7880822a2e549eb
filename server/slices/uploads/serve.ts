import type { FastifyInstance, FastifyReply } from 'fastify';
import { type PictureFormat, pictureFormats } from '../../../contract/pictures.ts';
import type { Storage } from '../../adapters/storage/storage.ts';
import { isKey } from '../../adapters/storage/storage.ts';
import type { Services } from '../../calls/context.ts';
import { rangeOf } from '../../range.ts';
import { neutralName } from './attached.ts';
import { endingOf, fileMimes } from './documents.ts';
import { fileKey } from './files.ts';
import { pictureVariant } from './pictures.ts';
import { openPrivate } from './private.ts';
import { unsealed } from './sealed.ts';

const uuid = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
const pictureNamed = new RegExp(`^${uuid}-[1-9]\\d{0,4}x[1-9]\\d{0,4}$`);
const fileNamed = new RegExp(`^${uuid}$`);
const variantNamed = /^([1-9]\d{0,4})\.(avif|webp|jpg)$/;

// What lies under an address never changes.
const forever = 'public, max-age=31536000, immutable';
const privately = 'private, max-age=3600';

/**
 * Mounts `/files/…`: variants of pictures, made on first demand, and uploaded files. Knowing an address is what entitles
 * to read it: it carries 74 random bits. Files other than pictures are only ever downloaded, never shown from our origin.
 * A private file has no such address: links that run out lead to it, and its bytes are decrypted on their way out.
 */
export async function mountFiles(
  fastify: FastifyInstance,
  services: Pick<Services, 'db' | 'storage' | 'secret' | 'clock'>,
): Promise<void> {
  const { storage, secret, clock } = services;
  // What only some may see: the address opens it for a while, and nobody may keep a copy for others.
  // A wildcard: the token is longer than a named part of an address may be.
  fastify.get<{ Params: { '*': string } }>('/files/sealed/*', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('content-security-policy', "default-src 'none'; sandbox");
    reply.header('referrer-policy', 'no-referrer');
    const found = unsealed(secret, request.params['*'], clock.now());
    if (!found) return absent(reply);
    if ('privateId' in found) return sendPrivate(reply, services, found);
    const { name, file, unnamed } = found;
    if (pictureNamed.test(name)) return sendPicture(reply, storage, name, file, privately);
    if (!fileNamed.test(name) || !isKey(fileKey(name, file))) return absent(reply);
    const { range } = request.headers;
    return sendFile(reply, storage, name, file, range, {
      cache: privately,
      called: unnamed ? neutralName(file) : file,
    });
  });

  fastify.get<{ Params: { name: string; file: string } }>('/files/:name/:file', async (request, reply) => {
    const { name, file } = request.params;
    reply.header('x-content-type-options', 'nosniff');
    reply.header('content-security-policy', "default-src 'none'; sandbox");
    if (pictureNamed.test(name)) return sendPicture(reply, storage, name, file);
    if (fileNamed.test(name) && isKey(fileKey(name, file)))
      return sendFile(reply, storage, name, file, request.headers.range);
    return absent(reply);
  });
}

const absent = (reply: FastifyReply) =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('文件不存在或已被删除');

async function sendPicture(
  reply: FastifyReply,
  storage: Storage,
  name: string,
  file: string,
  cache: string = forever,
): Promise<FastifyReply> {
  const [, width, format] = variantNamed.exec(file) ?? [];
  const found = format ? await pictureVariant(storage, name, Number(width), format as PictureFormat) : null;
  if (!found) return absent(reply);
  return reply
    .header('cache-control', cache)
    .header('content-length', found.bytes)
    .type(pictureFormats[format as PictureFormat])
    .send(found.stream);
}

async function sendPrivate(
  reply: FastifyReply,
  services: Pick<Services, 'db' | 'storage' | 'secret'>,
  { privateId, part, unnamed }: { privateId: string; part: string; unnamed: boolean },
): Promise<FastifyReply> {
  const found = await openPrivate(services, privateId, part);
  if (!found) return absent(reply);
  const { name, mime, bytes } = found;
  if (mime !== 'image/jpeg') reply.header('content-disposition', asAttachment(unnamed ? neutralName(name) : name));
  // Not even the reader's own browser keeps a copy.
  return reply.header('cache-control', 'private, no-store').type(mime).send(bytes);
}

const asAttachment = (name: string) =>
  `attachment; filename="file${endingOf(name)}"; filename*=UTF-8''${encodeURIComponent(name)}`;

async function sendFile(
  reply: FastifyReply,
  storage: Storage,
  id: string,
  name: string,
  asked: string | undefined,
  { cache, called = name }: { cache?: string; called?: string } = {},
): Promise<FastifyReply> {
  const mime = fileMimes[endingOf(name)];
  const key = fileKey(id, name);
  const whole = mime ? await storage.head(key) : null;
  if (!whole) return absent(reply);
  const video = mime === 'video/mp4';
  const elsewhere = video ? storage.publicUrl(key) : null;
  if (elsewhere !== null) return reply.redirect(elsewhere, 302);

  const range = rangeOf(asked, whole.bytes);
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${whole.bytes}`).send();
  const found = await storage.get(key, range);
  if (!found) return absent(reply);
  // Players play what the header calls an attachment; a window opened on it downloads.
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${whole.bytes}`);
  return reply
    .header('cache-control', cache ?? (video ? forever : 'private, max-age=31536000, immutable'))
    .header('content-disposition', asAttachment(called))
    .header('accept-ranges', 'bytes')
    .header('content-length', range ? range.end - range.start + 1 : whole.bytes)
    .type(mime as string)
    .send(found.stream);
}
