import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { isKey } from '../../../adapters/storage/storage.ts';
import type { Services } from '../../../calls/context.ts';
import { deriveKey } from '../../../secret.ts';
import { endingOf, fileMimes } from '../../uploads/documents.ts';

/** Seconds that an address given to a reader opens the file. */
const lifetime = 600;

interface Place {
  demandId: string;
  /** SHA-256, hex */
  hash: string;
  name: string;
}

/** Where a contract lies: under its own content, and apart from what is served to anyone who knows an address. */
export const contractKey = ({ demandId, hash, name }: Place): string => `contracts/${demandId}/${hash}/${name}`;

const signature = (secret: string, key: string, expires: string): Buffer =>
  createHmac('sha256', deriveKey(secret, 'contract-file')).update(`${key}\n${expires}`).digest();

/** An address that downloads the contract for a few minutes; given to those who may read it, never kept. */
export function contractUrl({ secret }: Pick<Services, 'secret'>, place: Place, now: Date): string {
  const expires = String(Math.floor(now.getTime() / 1000) + lifetime);
  const sign = signature(secret, contractKey(place), expires).toString('base64url');
  const { demandId, hash, name } = place;
  return `/files/contracts/${demandId}/${hash}/${encodeURIComponent(name)}?expires=${expires}&sign=${sign}`;
}

/** Mounts `/files/contracts/…`: a file for whoever holds an address that was signed not long ago, only ever as a download. */
export async function mountContractFiles(fastify: FastifyInstance, services: Services): Promise<void> {
  const { storage, clock, secret } = services;
  fastify.get<{ Params: { demand: string; hash: string; name: string }; Querystring: Record<string, unknown> }>(
    '/files/contracts/:demand/:hash/:name',
    async (request, reply) => {
      const { demand: demandId, hash, name } = request.params;
      reply.headers({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
      });
      const refuse = (status: 403 | 404, words: string) =>
        reply.code(status).type('text/plain; charset=utf-8').send(words);
      const key = contractKey({ demandId, hash, name });
      const expires = String(request.query['expires'] ?? '');
      const given = Buffer.from(String(request.query['sign'] ?? ''), 'base64url');
      const right = signature(secret, key, expires);
      const signed = given.length === right.length && timingSafeEqual(given, right);
      if (!signed || !(Number(expires) * 1000 > clock.now().getTime()))
        return refuse(403, '下载地址已失效，请回到订单页重新下载');
      const mime = fileMimes[endingOf(name)];
      const found = mime && isKey(key) ? await storage.get(key) : null;
      if (!found || !mime) return refuse(404, '文件不存在或已被删除');
      const disposition = `attachment; filename="contract${endingOf(name)}"; filename*=UTF-8''${encodeURIComponent(name)}`;
      return reply
        .header('content-disposition', disposition)
        .header('content-length', found.bytes)
        .type(mime)
        .send(found.stream);
    },
  );
}
