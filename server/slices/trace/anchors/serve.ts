import type { FastifyInstance } from 'fastify';
import { seconds } from '../../../../contract/wire.ts';
import type { Services } from '../../../calls/context.ts';
import { anchorPage } from './queries.ts';

const wellKnown = '/.well-known/omo-trace-anchors';
const pageSize = 200;

/**
 * Publishes at a well-known address what is anchored where, who may sign beside the log, and every fork that was found: a reader
 * who trusts none of it compares it with what lies outside.
 */
export function mountAnchors(fastify: FastifyInstance, { db, settings }: Pick<Services, 'db' | 'settings'>): void {
  fastify.get<{ Querystring: { before?: string } }>(wellKnown, async (request, reply) => {
    const { before } = request.query;
    reply.header('cache-control', 'public, max-age=60').header('access-control-allow-origin', '*');
    if (before !== undefined && !/^\d{1,15}$/.test(before))
      return reply.code(400).type('text/plain; charset=utf-8').send('before 应为记录数');
    const [found, forks] = await Promise.all([
      anchorPage(db, before === undefined ? undefined : Number(before), pageSize + 1),
      db.selectFrom('trace_forks').selectAll().orderBy('found_at').execute(),
    ]);
    const anchors = found.slice(0, pageSize);
    const last = anchors.at(-1);
    return {
      origin: settings.traceOrigin,
      checkpoint: '/trace/checkpoint',
      keys: '/trace/keys',
      witnesses: settings.anchors.witnesses,
      anchors,
      // A page may end between two anchors of one head: the next begins with that head again.
      older: found.length > pageSize && last ? `${wellKnown}?before=${last.size + 1}` : null,
      forks: forks.map(({ source, size, root, note, found_at, resolved_at, reason }) => ({
        source,
        size,
        root: root.toString('hex'),
        note,
        found: seconds(found_at),
        resolved: resolved_at && seconds(resolved_at),
        reason,
      })),
    };
  });
}
