import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { categories } from '../../contract/categories.ts';
import type { Stage } from '../../contract/stages/stage.ts';
import { extraTiles } from '../../contract/stages/tiles.ts';
import type { DB } from '../db/schema.ts';
import { encodingOf, formIn, PageCache } from '../pages/page-cache.ts';
import { originOf } from '../pages/site.ts';
import type { Settings } from '../settings.ts';
import { manifestOf } from './manifest.ts';
import { robotsOf } from './robots.ts';
import type { Found, FoundSource } from './source.ts';
import { indexOf, urlsOf } from './xml.ts';

/** Milliseconds that a sitemap counts as new: search engines look once a day. */
const fresh = 60_000;
const stale = 600_000;
/** Milliseconds in which another process may have named a part that this one does not know of. */
const namesFresh = 5000;

export interface FoundParts {
  db: Kysely<DB>;
  settings: Settings;
  stages: readonly Stage[];
  sources: readonly FoundSource[];
}

/** Pages that are always there. */
function standing(stages: readonly Stage[]): FoundSource {
  const smart = categories.flatMap(({ key }) => [
    `/smart/${key}`,
    ...stages.flatMap((stage) => [`/smart/${key}/${stage.key}`, `/smart/${key}/${stage.key}/more`]),
    ...extraTiles.map((tile) => `/smart/${key}/${tile.key}`),
  ]);
  const pages: Found[] = ['/', ...smart, '/agreement', '/privacy'].map((path) => ({ path }));
  return { name: 'pages', parts: async () => ['0'], pages: async (_db, part) => (part === '0' ? pages : []) };
}

/**
 * What search engines and phones ask a site for: robots.txt, the sitemaps, the manifest. Sitemaps name whole addresses,
 * so there are none as long as the portal's own is not known (OMO_PUBLIC_URL).
 */
export async function mountFound(
  fastify: FastifyInstance,
  { db, settings, stages, sources }: FoundParts,
): Promise<void> {
  const { basePath: base } = settings;
  const origin = originOf(settings);
  const cache = new PageCache({ fresh, stale, entries: 200, bytes: 48 * 1024 * 1024 });
  const known = new Map([standing(stages), ...sources].map((source) => [source.name, source]));

  const xml = async (body: string | undefined) => ({
    status: body === undefined ? 404 : 200,
    headers: [
      ['content-type', 'application/xml; charset=utf-8'],
      ['cache-control', body === undefined ? 'no-store' : 'public, max-age=600'],
    ] as const,
    body: Buffer.from(body ?? ''),
    tags: [],
  });

  // What is kept of a source's names: an address that is none of them must cost nothing, however many are tried.
  const named = new Map<FoundSource, { at: number; names: Promise<readonly string[]> }>();
  const namesOf = (source: FoundSource, age: number) => {
    const kept = named.get(source);
    if (kept && Date.now() - kept.at < age) return kept.names;
    const names = source.parts(db);
    named.set(source, { at: Date.now(), names });
    names.catch(() => named.delete(source));
    return names;
  };

  const index = async () => {
    const names: string[] = [];
    for (const source of known.values())
      for (const part of await namesOf(source, 0)) names.push(`${origin}${base}/sitemap/${source.name}.${part}.xml`);
    return xml(indexOf(names));
  };

  const part = async (source: FoundSource, name: string) => {
    if (!(await namesOf(source, namesFresh)).includes(name)) return xml(undefined);
    const pages = await source.pages(db, name);
    const urls = pages.map(({ path, changedAt }) => ({ address: origin + base + path, changedAt }));
    return xml(urls.length > 0 ? urlsOf(urls) : undefined);
  };

  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    make: () => ReturnType<typeof xml>,
  ) => {
    const renew = () => {
      cache.fetch(key, make).catch((error: unknown) => request.log.error({ err: error }, 'sitemap failed'));
    };
    const page = cache.peek(key, renew) ?? (await cache.fetch(key, make));
    const { head, body } = await formIn(page, encodingOf(request.headers['accept-encoding']));
    reply.hijack();
    reply.raw.writeHead(page.status, head).end(request.method === 'HEAD' ? undefined : body);
  };

  const text = (type: string, body: string) => async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.type(type).header('cache-control', 'public, max-age=3600').send(body);

  fastify.get('/robots.txt', text('text/plain; charset=utf-8', robotsOf(base, origin)));
  fastify.get(`${base}/site.webmanifest`, text('application/manifest+json; charset=utf-8', manifestOf(settings)));
  if (!origin) return;
  for (const path of new Set(['/sitemap.xml', `${base}/sitemap.xml`]))
    fastify.get(path, (request, reply) => answer(request, reply, 'index', index));
  fastify.get<{ Params: { file: string } }>(`${base}/sitemap/:file`, async (request, reply) => {
    const [, name = '', of = ''] = /^([a-z-]+)\.([\da-f-]+)\.xml$/.exec(request.params.file) ?? [];
    const source = known.get(name);
    if (!source) return reply.callNotFound();
    return answer(request, reply, `${name}.${of}`, () => part(source, of));
  });
}
