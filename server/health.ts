import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Services } from './calls/context.ts';

/** `/healthz` (the process answers), `/readyz` (the database answers too) and `/metrics` (Prometheus), rulings §8. */
export async function mountHealth(fastify: FastifyInstance, { db, log }: Services): Promise<void> {
  // A registry of its own: several apps may live in one process, as tests do.
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'omo_http_request_seconds',
    help: 'Duration of HTTP requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });

  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const seconds = reply.elapsedTime / 1000;
    durations.labels(request.method, route, String(reply.statusCode)).observe(seconds);
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
