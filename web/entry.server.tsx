import { text } from 'node:stream/consumers';
import { renderToString } from 'react-dom/server';
import {
  createRequestHandler,
  type EntryContext,
  isRouteErrorResponse,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router';
import { manifestPath, type PageDeps } from '../contract/page.ts';
import { afterPicture } from './client/after-picture.server.ts';
import { pageContext, pageContextOf } from './client/page-context.ts';
import { headOf } from './portal/head.server.ts';
import { escapedJson } from './portal/json.server.ts';

/** Loaders and rendering together; a page that takes longer is answered as a failure. */
const renderTimeout = 10_000;
export const streamTimeout = renderTimeout;

/** Answers requests below the build's base path. */
export function createHandler(build: ServerBuild) {
  return createRequestHandler(build);
}

/** Says for a path which pattern of `routes.ts` answers it, as `/topic/:topicId`; for the record of what takes long. */
export function createRouteNamer(build: ServerBuild): (path: string) => string {
  const below = (parentId: string | undefined): RouteObject[] =>
    Object.values(build.routes).flatMap((route): RouteObject[] => {
      if (!route || route.parentId !== parentId) return [];
      const { id, path, index } = route;
      return index ? [{ id, path, index }] : [{ id, path, children: below(id) }];
    });
  const routes = below(undefined);
  return (url) => {
    const [path = ''] = url.split('?');
    // The router answers this itself: it is no page, nor one that is missing.
    if (path === `${build.basename?.replace(/\/$/, '') ?? ''}${manifestPath}`) return manifestPath;
    // The same page, asked for by a page that is alive.
    const asked = path.replace(/(?:\/_root)?\.data$/, '');
    const found = matchRoutes(routes, asked, build.basename) ?? [];
    return `/${found.flatMap(({ route }) => route.path ?? []).join('/')}`.replace(/^\/+/, '/');
  };
}

/**
 * The provider and its key have to be the very objects that this build's loaders use, hence the server asks the build
 * for them instead of importing react-router itself.
 */
export function createLoadContext(deps: PageDeps): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(pageContext, pageContextOf(deps));
  return context;
}

/** A page that does not exist is no error of ours; anything else is. */
export function handleError(error: unknown, { context }: { context: Readonly<RouterContextProvider> }): void {
  if (isRouteErrorResponse(error)) return;
  context.get(pageContext).report(error);
}

/**
 * Pages go out whole: their inline scripts are allowed by hash (decision 0004), which needs the whole text before the
 * headers, and the cache keeps them whole anyway. So the text is made in one go, which is a third cheaper than streaming
 * into memory, and the loaders' data, which the router would stream behind it, are put where it would put them. What
 * suspends is left to the browser.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const { serverHandoffStream, ...shell } = routerContext;
  const body = renderToString(<ServerRouter context={shell} url={request.url} />);
  const head = headOf({ url: new URL(request.url), status, routerContext, page: context.get(pageContext) });
  // Not through React: the browser has no use for it, neither as data nor as elements to take over.
  const html = afterPicture(body.replace('</head>', () => `${head}</head>`));
  const end = html.lastIndexOf('</body>');
  if (end < 0 || !serverHandoffStream) return new Response(`<!DOCTYPE html>${html}`, { status, headers });
  const handoff = await handoffScripts(serverHandoffStream);
  return new Response(`<!DOCTYPE html>${html.slice(0, end)}${handoff}${html.slice(end)}`, { status, headers });
}

/** As the router's own StreamTransfer writes them. */
async function handoffScripts(stream: ReadableStream<Uint8Array>): Promise<string> {
  const data = escapedJson(await text(stream));
  const controller = 'window.__reactRouterContext.streamController';
  return `<script>${controller}.enqueue(${data});</script><script>${controller}.close();</script>`;
}
