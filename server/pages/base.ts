import { manifestPath } from '../../contract/page.ts';

/**
 * The base path that the web is built for. It never leaves the process: requests come in under the real base path and
 * are handed on under this one, and what goes out is written back (decision 0003), so that `OMO_BASE_PATH` can change
 * between two starts of the same build.
 */
export const buildBase = '/__omo_base__';

/** Normal form of a base path setting: starts with a slash, ends without; '' for the root. */
export function normalBase(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  return trimmed === '' || trimmed.startsWith('/') ? trimmed : `/${trimmed}`;
}

/** `/omo/topic/1?x` → `/__omo_base__/topic/1?x`; undefined when the path is not under the base. */
export function inward(url: string, base: string): string | undefined {
  if (!url.startsWith(base)) return undefined;
  const rest = url.slice(base.length);
  // '/omo.data' is how a client asks for the data of the base path itself
  const apart = rest === '' || rest[0] === '/' || rest[0] === '?' || rest.startsWith('.data');
  if (!apart) return undefined;
  return buildBase + (rest.startsWith(routesAsked) ? `${routesAsked}${inwardPaths(rest, base)}` : rest);
}

/** How a page that is alive asks for the routes that its links lead to: they are named by their whole addresses. */
const routesAsked = `${manifestPath}?`;

function inwardPaths(rest: string, base: string): string {
  const query = new URLSearchParams(rest.slice(routesAsked.length));
  const paths = query.get('paths')?.split(',') ?? [];
  query.set('paths', paths.flatMap((path) => inward(path, base) ?? []).join(','));
  return query.toString();
}

/** An address of a page that stands for no text: nothing could route it. What is below `/api` says so in its own words. */
export function unreadable(url: string, base: string): boolean {
  const [path = ''] = url.split('?');
  if (!path.includes('%') || path.startsWith('/api/') || inward(url, base) === undefined) return false;
  try {
    decodeURIComponent(path);
    return false;
  } catch {
    return true;
  }
}

export function outward(text: string, base: string): string {
  if (base !== '') return text.replaceAll(buildBase, base);
  // At the root an address that is nothing but the base path is '/', not nothing.
  return text.replace(bareBase, '$1/').replaceAll(buildBase, '');
}

const bareBase = new RegExp(`(["'\`(])${buildBase}(?=["'\`)?#])`, 'g');
