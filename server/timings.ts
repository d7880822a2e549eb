import { longestTimed } from '../contract/operator/health.ts';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Before the pattern of a page's address, `/topic/:topicId`, where a route is named. */
export const pageRoutes = 'page:';
/** The route of what lies outside of everything that is served. */
export const noRoute = 'unknown';

declare module 'fastify' {
  interface FastifyRequest {
    /** of a page, which no route of the server's own answers: the pattern of its address */
    pageRoute?: string;
  }
}

/** Seconds that the answers of a route took, in this process since it started. */
export interface RouteTimes {
  method: string;
  route: string;
  count: number;
  /** answered 500 or above */
  errors: number;
  mean: number;
  /** upper bounds of the buckets in which half, and 95 of a hundred, lie; Infinity beyond the last */
  p50: number;
  p95: number;
}

export interface Timings {
  readonly registry: Registry;
  observe(method: string, route: string, status: number, seconds: number): void;
  /** the routes that take longest, by their 95th percentile */
  slowest(most: number): Promise<RouteTimes[]>;
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, longestTimed / 1000];

interface Gathered {
  method: string;
  route: string;
  count: number;
  errors: number;
  sum: number;
  upTo: number[];
}

/** A registry of its own: several apps may live in one process, as tests do. */
export function createTimings(): Timings {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'omo_http_request_seconds',
    help: 'Duration of HTTP requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  });
  return {
    registry,
    observe: (method, route, status, seconds) => durations.labels(method, route, String(status)).observe(seconds),
    slowest: async (most) => {
      const routes = new Map<string, Gathered>();
      for (const { metricName, labels, value } of (await durations.get()).values) {
        const { method = '', route = '', status = '', le } = labels as Readonly<Record<string, string | number>>;
        const key = `${method} ${route}`;
        const fresh = { method: String(method), route: String(route), count: 0, errors: 0, sum: 0, upTo: [] };
        const one: Gathered = routes.get(key) ?? { ...fresh, upTo: buckets.map(() => 0) };
        routes.set(key, one);
        if (metricName?.endsWith('_sum')) one.sum += value;
        else if (metricName?.endsWith('_count')) {
          one.count += value;
          if (Number(status) >= 500) one.errors += value;
        } else {
          const bucket = buckets.indexOf(Number(le));
          if (bucket >= 0) one.upTo[bucket] = (one.upTo[bucket] ?? 0) + value;
        }
      }
      return [...routes.values()]
        .filter(({ count }) => count > 0)
        .map(({ upTo, sum, ...rest }) => ({
          ...rest,
          mean: sum / rest.count,
          p50: reached(upTo, rest.count * 0.5),
          p95: reached(upTo, rest.count * 0.95),
        }))
        .toSorted((one, other) => (other.p95 === one.p95 ? other.mean - one.mean : other.p95 - one.p95))
        .slice(0, most);
    },
  };
}

/** The bound of the first bucket that so many lie under. */
const reached = (upTo: readonly number[], many: number): number =>
  buckets[upTo.findIndex((n) => n >= many)] ?? Infinity;
