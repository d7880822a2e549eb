import type { FastifyInstance } from 'fastify';
import { invalid, Refusal } from '../../../contract/errors.ts';
import { codeFaults, readCode } from '../../../contract/trace/code.ts';
import { epcisOf } from '../../../contract/trace/epcis.ts';
import { epcisPath } from '../../../contract/trace/label-sheets.ts';
import type { Authenticate, Services } from '../../calls/context.ts';
import { refused } from '../../calls/dispatch.ts';
import { answer } from '../../calls/http.ts';
import { Throttled } from '../../calls/limits.ts';
import { networkOf } from '../../calls/network.ts';
import { traceOf } from './read.ts';

const limit = { max: 30, per: 60 };

/**
 * Mounts a line's events as EPCIS 2.0: for whoever has the code, with the names of those who agreed. An owner who sends their token
 * along also gets what they call the product.
 */
export function mountEpcis(fastify: FastifyInstance, services: Services, authenticate: Authenticate): void {
  fastify.get<{ Querystring: { code?: string } }>(epcisPath, async (request, reply) => {
    try {
      const now = services.clock.now();
      const wait = await services.limits.take(`${epcisPath}:${networkOf(request.ip)}`, limit, now);
      if (wait > 0) throw new Throttled(wait);
      const read = readCode(String(request.query.code ?? ''));
      if ('fault' in read) throw invalid('code', codeFaults[read.fault]);
      const token = (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim();
      const caller = token === '' ? null : await authenticate(services, token, now);
      const trace = await traceOf(services, read.code, caller?.userId);
      if (!trace) throw new Refusal('not_found', '没有这个溯源码，请对照标签再看一下');
      const { settings, ownUrl } = services;
      const base = settings.publicUrl ?? ownUrl();
      const document = await epcisOf(trace, { base, basePath: settings.basePath, now: now.getTime() });
      const name = `溯源-${read.code}.jsonld`;
      return reply
        .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
        .header('GS1-EPCIS-Version', '2.0.0')
        .header('GS1-CBV-Version', '2.0.0')
        .header(
          'content-disposition',
          `attachment; filename="epcis.jsonld"; filename*=UTF-8''${encodeURIComponent(name)}`,
        )
        .type('application/ld+json; charset=utf-8')
        .send(JSON.stringify(document, null, 2));
    } catch (error) {
      return answer(reply, refused(error, epcisPath, { requestId: request.id }, services));
    }
  });
}
