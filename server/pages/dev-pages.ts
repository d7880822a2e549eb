import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inward, normalBase, unreadable } from './base.ts';
import { previewParameter } from '../preview.ts';
import type { PageBuild, PagesOptions } from './pages.ts';

/** The pages as Vite serves them while one works on them: built on demand, reloaded on change, never cached. */
export async function createDevPages(options: PagesOptions): Promise<{
  mount(fastify: FastifyInstance): void;
  close(): Promise<void>;
}> {
  const { createServer } = await import('vite');
  const base = normalBase(options.base);
  process.env.OMO_BASE_PATH = base === '' ? '/' : base;
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });

  async function render(url: string, request: FastifyRequest): Promise<Response> {
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as PageBuild;
    const { createHandler, createLoadContext, createRouteNamer } = build.entry.module;
    request.pageRoute = createRouteNamer(build)(url);
    const { site, stages, send, log } = options;
    const report = (error: unknown) => log.error({ err: error, url }, 'page failed');
    const token = new URL(url, 'http://localhost').searchParams.get(previewParameter);
    const preview = token === null ? undefined : (options.preview?.(token) ?? undefined);
    const context = createLoadContext({
      site,
      stages,
      send: send(request.ip, { preview, lasts: () => {} }),
      tag: () => {},
      unkept: () => {},
      preview: preview && '预览：这是发布之后轮到展示时的样子，现在还没有公开',
      report,
    });
    return createHandler(build)(new Request(`http://localhost${url}`), context);
  }

  return {
    mount(fastify) {
      // Nothing could route them, neither Fastify nor Vite: they are answered as a page that does not exist.
      fastify.server.prependListener('request', (incoming) => {
        if (unreadable(incoming.url as string, base)) incoming.url = `${base}/404`;
      });
      fastify.setNotFoundHandler((request, reply) => {
        reply.hijack();
        const { raw: incoming } = request;
        const { raw: outgoing } = reply;
        vite.middlewares(incoming, outgoing, () => {
          const url = incoming.url as string;
          if (url === '/' && base !== '') return void outgoing.writeHead(302, { location: `${base}/` }).end();
          render(inward(url, base) === undefined ? `${base}/404` : url, request)
            .then(async (answer) => {
              outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
              outgoing.end(await answer.text());
            })
            .catch((error: unknown) => {
              vite.ssrFixStacktrace(error as Error);
              options.log.error({ err: error, url }, 'page failed');
              outgoing.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(String(error));
            });
        });
      });
    },
    close: () => vite.close(),
  };
}
