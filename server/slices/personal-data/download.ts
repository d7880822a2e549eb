import type { FastifyInstance } from 'fastify';
import { exportPath } from '../../../contract/personal-data.ts';
import type { Services } from '../../calls/context.ts';
import { shanghaiDay } from '../../adapters/gateway/shanghai-time.ts';
import { readDownload } from './link.ts';
import { openSealed } from './seal.ts';

/**
 * Opens the sealed address of an archive. It holds for ten minutes, and only while the sign-in that asked for it lasts; to
 * everybody else, and afterwards, there is nothing.
 */
export function mountExportDownload(
  fastify: FastifyInstance,
  { db, storage, secret, clock }: Pick<Services, 'db' | 'storage' | 'secret' | 'clock'>,
): void {
  // A wildcard: the text is longer than a named part of an address may be.
  fastify.get<{ Params: { '*': string } }>(`${exportPath}*`, async (request, reply) => {
    const now = clock.now();
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    reply.header('x-content-type-options', 'nosniff');
    const link = readDownload(secret, request.params['*'], now);
    const row =
      link &&
      (await db
        .selectFrom('data_exports as e')
        .innerJoin('sessions as s', 's.user_id', 'e.user_id')
        .select(['e.id', 'e.file', 'e.bytes', 'e.finished_at'])
        .where('e.id', '=', link.exportId)
        .where('e.state', '=', 'ready')
        .where('e.expires_at', '>', now)
        .where('s.id', '=', link.sessionId)
        .where('s.expires_at', '>', now)
        .executeTakeFirst());
    const stream = row?.file ? await openSealed({ storage, secret }, { id: row.id, file: row.file }) : null;
    if (!row || !stream)
      return reply.code(404).type('text/plain; charset=utf-8').send('下载链接已失效，请回到“资料与安全”重新下载');
    const name = `个人数据-${shanghaiDay(row.finished_at ?? now)}.zip`;
    return reply
      .header('content-disposition', `attachment; filename="data.zip"; filename*=UTF-8''${encodeURIComponent(name)}`)
      .header('content-length', row.bytes)
      .type('application/zip')
      .send(stream);
  });
}
