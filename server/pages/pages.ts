import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Send } from '../../contract/call.ts';
import type { PageDeps, SiteFacts } from '../../contract/page.ts';
import type { Stage } from '../../contract/stages/stage.ts';
import type { Rendering } from '../calls/context.ts';
import { type Preview, previewParameter } from '../preview.ts';
import { type Asset, loadAssets } from './assets.ts';
import { buildBase, inward, normalBase, outward, unreadable } from './base.ts';
import { encodingOf, formIn, type Page, PageCache, type PageCacheOptions, type Rendered } from './page-cache.ts';
import { inlineStyles } from './styles.ts';
import { contentSecurityPolicy, type ForeignHosts, securityHeaders } from './security.ts';

/** What the server knows of the web: a build whose entry makes a handler. */
export interface PageBuild {
  readonly entry: {
    readonly module: {
      createHandler(build: PageBuild): (request: Request, context: unknown) => Promise<Response>;
      createLoadContext(deps: PageDeps): unknown;
      createRouteNamer(build: PageBuild): (path: string) => string;
    };
  };
}

export interface PagesOptions {
  /** base path of the pages, `/omo`; '' or '/' for the root */
  base: string;
  site: SiteFacts;
  stages: readonly Stage[];
  /** sends calls for a page that this address asks for; '' for one that is renewed unasked */
  send: (address: string, rendering: Rendering) => Send;
  /** what a token of a page's address shows beside what is published; null when it has run out */
  preview?: (token: string) => Preview | null;
  log: { error(details: object, message: string): void };
  /** folder with `client/` and `server/index.js` */
  buildFolder?: string;
  hosts?: ForeignHosts;
  cache?: Partial<PageCacheOptions>;
}

export interface Pages {
  /** drops at once every page that shows one of the named things; to be told through the bus, on every process */
  invalidate(tags: readonly string[]): void;
  readonly cache: PageCache;
  /** answers from memory what it can, before anything else looks at the request; false when it cannot */
  hot(request: IncomingMessage, response: ServerResponse): boolean;
  handle(request: IncomingMessage, response: ServerResponse, address: string): Promise<void>;
  mount(fastify: FastifyInstance): void;
}

// What may be shown while it is made anew is for shared caches alone (RFC 9213): a browser told so would show people a
// page from before what they did themselves half a minute ago.
const cacheControl = 'public, max-age=0, s-maxage=2';
const sharedCacheControl = 'max-age=2, stale-while-revalidate=30';
/** Milliseconds that a page may be on its way to people altogether: kept here, then in a shared cache. */
const underWay = 65_000;

/** Loads the build and serves it; see decisions 0003 (base path) and 0004 (cache, policy). */
export async function createPages(options: PagesOptions): Promise<Pages> {
  const folder = options.buildFolder ?? join(import.meta.dirname, '../../build');
  const base = normalBase(options.base);
  const build = (await import(pathToFileURL(join(folder, 'server/index.js')).href)) as PageBuild;
  const assets = await loadAssets(join(folder, 'client'), base);
  const render = renderer(build, options, base, assets);
  const { createRouteNamer } = build.entry.module;
  return serving(options, base, assets, render, createRouteNamer(build));
}

/** @param url path and query below the build's base path */
type Render = (url: string, address: string, preview?: Preview) => Promise<Rendered>;

function renderer(
  build: PageBuild,
  { site, stages, send, hosts, log }: PagesOptions,
  base: string,
  assets: ReadonlyMap<string, Asset>,
): Render {
  const { createHandler, createLoadContext } = build.entry.module;
  const handler = createHandler(build);
  return async (url, address, preview) => {
    let unkept = false;
    let until = Infinity;
    const tags: string[] = [];
    const report = (error: unknown) => log.error({ err: error, url: outward(url, base) }, 'page failed');
    const deps: PageDeps = {
      send: send(address, { preview, lasts: (ms) => void (until = Math.min(until, Date.now() + ms)) }),
      site,
      stages,
      tag: (...names) => void tags.push(...names),
      unkept: () => void (unkept = true),
      preview: preview && previewWords(preview),
      report,
    };
    // Nothing of the visitor is handed on: what is rendered is for anyone.
    const answer = await handler(new Request(`http://localhost${url}`), createLoadContext(deps));
    const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
    const written = outward(await answer.text(), base);
    const text = isPage ? inlineStyles(written, assets) : written;
    const headers: [string, string][] = [...answer.headers].map(([name, value]) => [name, outward(value, base)]);
    headers.push(...(securityHeaders as [string, string][]));
    // The routes of one build are what they are; everything else is for a moment.
    const own = answer.headers.has('cache-control');
    const shared = !own && answer.status < 400 && preview === undefined;
    if (preview) headers.push(['cache-control', 'no-store'], ['x-robots-tag', 'noindex, nofollow']);
    else if (!own) headers.push(['cache-control', shared ? cacheControl : 'no-store']);
    // What is about to change is not sent once more while it is made anew.
    if (shared) headers.push(['cdn-cache-control', until - Date.now() < underWay ? 'max-age=2' : sharedCacheControl]);
    if (isPage) headers.push(['content-security-policy', contentSecurityPolicy(text, hosts)]);
    return { status: answer.status, headers, body: Buffer.from(text), tags, unkept, until };
  };
}

const clock = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit' });

const previewWords = ({ until }: Preview): string =>
  `预览：这是发布之后轮到展示时的样子，现在还没有公开。链接到 ${clock.format(until)} 为止有效`;

const previewIn = (url: string): string | undefined =>
  url.includes(`${previewParameter}=`)
    ? (new URLSearchParams(url.slice(url.indexOf('?') + 1)).get(previewParameter) ?? undefined)
    : undefined;

function serving(
  options: PagesOptions,
  base: string,
  assets: Map<string, Asset>,
  render: Render,
  /** the pattern of an address below the build's base path */
  routeOf: (path: string) => string,
): Pages {
  const cache = new PageCache(options.cache);

  const renew = (url: string) => {
    cache
      .fetch(url, () => render(inward(url, base) ?? '', ''))
      .catch((error: unknown) => {
        options.log.error({ err: error, url }, 'page could not be renewed');
      });
  };

  const respond = (
    request: IncomingMessage,
    response: ServerResponse,
    page: Page,
    form: NonNullable<Page['forms']['br']>,
  ) => {
    if (page.status === 200 && request.headers['if-none-match'] === page.etag) {
      response.writeHead(304, form.headUnchanged).end();
      return;
    }
    response.writeHead(page.status, form.head);
    response.end(request.method === 'HEAD' ? undefined : form.body);
  };

  const hot: Pages['hot'] = (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const url = request.url as string;
    const asset = assets.get(url);
    if (asset) {
      const form = asset[encodingOf(request.headers['accept-encoding'])] ?? asset.identity;
      response.writeHead(200, form.head);
      response.end(request.method === 'HEAD' ? undefined : form.body);
      return true;
    }
    const page = cache.peek(url, () => renew(url));
    const form = page?.forms[encodingOf(request.headers['accept-encoding'])];
    if (!page || !form) return false;
    respond(request, response, page, form);
    return true;
  };

  /** A draft as if it were published, for whoever has the link: made for this once, and kept by nobody. */
  const previewed = async (request: IncomingMessage, response: ServerResponse, url: string, token: string) => {
    const preview = options.preview?.(token);
    if (!preview) {
      const head = ['content-type', 'text/html; charset=utf-8', 'cache-control', 'no-store', 'x-robots-tag', 'noindex'];
      response
        .writeHead(410, head)
        .end(
          '<!doctype html><html lang="zh-CN"><title>预览已过期</title><p>预览链接已过期，请回到后台重新打开。</p></html>',
        );
      return;
    }
    const { status, headers, body } = await render(inward(url, base) ?? '', '', preview);
    response.writeHead(status, [...headers.flat(), 'content-length', String(body.length)]);
    response.end(request.method === 'HEAD' ? undefined : body);
  };

  const handle: Pages['handle'] = async (request, response, address) => {
    if (hot(request, response)) return;
    const url = request.url as string;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, ['allow', 'GET, HEAD', 'content-length', '0']).end();
      return;
    }
    try {
      const token = previewIn(url);
      if (token !== undefined) return await previewed(request, response, url, token);
      let own = false;
      const make = () => {
        own = true;
        return render(inward(url, base) ?? '', address);
      };
      let page = cache.peek(url, () => renew(url)) ?? (await cache.fetch(url, make));
      // Somebody else has come too often, and this one waited for the same page.
      if (page.status === 429 && !own) page = await cache.fetch(url, make);
      respond(request, response, page, await formIn(page, encodingOf(request.headers['accept-encoding'])));
    } catch (error) {
      options.log.error({ err: error, url }, 'page failed');
      if (response.headersSent) return void response.destroy();
      response
        .writeHead(500, ['content-type', 'text/html; charset=utf-8', 'cache-control', 'no-store'])
        .end('<!doctype html><html lang="zh-CN"><title>页面没能打开</title><p>系统开小差了，请稍后再试。</p></html>');
    }
  };

  /** Addresses outside the base path, and those that cannot be read: the root leads in, the rest does not exist. */
  const outside = async (request: IncomingMessage, response: ServerResponse) => {
    if ((request.url as string).split('?')[0] === '/') {
      response.writeHead(302, ['location', `${base}/`, 'content-length', '0']).end();
      return;
    }
    try {
      const page = await cache.fetch('404', () => render(`${buildBase}/404`, ''));
      respond(request, response, page, await formIn(page, encodingOf(request.headers['accept-encoding'])));
    } catch (error) {
      options.log.error({ err: error, url: request.url }, 'page failed');
      response.writeHead(404, ['content-length', '0']).end();
    }
  };

  const mount: Pages['mount'] = (fastify) => {
    const { server } = fastify;
    // What lies in memory is answered before routing, hooks and logs: they would cost more than the answer.
    const routed = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (hot(request, response)) return;
      if (unreadable(request.url as string, base)) return void outside(request, response);
      for (const listener of routed) listener.call(server, request, response);
    });
    fastify.setNotFoundHandler((request, reply) => {
      reply.hijack();
      const under = inward(request.raw.url as string, base);
      if (under !== undefined) request.pageRoute = routeOf(under);
      void (under !== undefined ? handle(request.raw, reply.raw, request.ip) : outside(request.raw, reply.raw));
    });
  };

  return { invalidate: (tags) => cache.invalidate(tags), cache, hot, handle, mount };
}
