import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Services } from './calls/context.ts';
import { anchorsWaiting, standingForks } from './slices/trace/anchors/standing.ts';
import { livePath } from '../contract/live.ts';
import { noRoute, pageRoutes, type Timings } from './timings.ts';

/** `/healthz` (the process answers), `/readyz` (the database answers too) and `/metrics` (Prometheus), rulings §8. */
export async function mountHealth(
  fastify: FastifyInstance,
  { db, log }: Services,
  { registry, observe }: Timings,
): Promise<void> {
  traceGauges(registry, db);

  fastify.addHook('onResponse', async (request, reply) => {
    const { pageRoute } = request;
    const route = request.routeOptions.url ?? (pageRoute === undefined ? noRoute : `${pageRoutes}${pageRoute}`);
    // A line that is kept open to tell things by is not slow: it is as long as somebody listens.
    if (route !== livePath) observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    const line = {
      requestId: request.id,
      method: request.method,
      url: request.url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (reply.statusCode >= 500) log.warn(line, 'request');
    else log.debug(line, 'request');
  });

  fastify.get('/healthz', async () => ({ status: 'ok' }));
  fastify.get('/readyz', async (_request, reply) => {
    try {
      await sql`select 1`.execute(db);
      return { status: 'ready' };
    } catch (error) {
      log.warn({ err: error }, 'not ready: the database does not answer');
      return reply.code(503).send({ status: 'database does not answer' });
    }
  });
  fastify.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}

/** What whoever watches the portal is to be woken by: anything but 0 forks, and heads that wait to be anchored for long. */
function traceGauges(registry: Registry, db: Services['db']): void {
  new Gauge({
    name: 'omo_trace_forks',
    help: 'Forks of the trace log that nobody has resolved; while there is one, nothing is signed',
    registers: [registry],
    async collect() {
      this.set(await standingForks(db));
    },
  });
  new Gauge({
    name: 'omo_trace_anchors_waiting',
    help: 'Heads of the trace log that are due and not anchored yet',
    registers: [registry],
    async collect() {
      this.set(await anchorsWaiting(db));
    },
  });
}
