import { invalid } from '../../../contract/errors.ts';
import { mayBePublic } from '../../../contract/public-pages.ts';
import { originOf } from '../../pages/site.ts';
import { previewParameter } from '../../preview.ts';
import type { Settings } from '../../settings.ts';

/**
 * Where a link of an item leads, as it is kept: a path below the base for a page of ours, however it was pasted out of a
 * browser; an outside address as it is; '' for none. Throws what leads to no page.
 */
export function leadOf(target: string, settings: Settings): string {
  const path = ownPath(target, settings);
  if (path === undefined) return target;
  if (/^\/console(?:[/?#]|$)/.test(path)) throw invalid('target', '这是运营后台的页面，访客打不开');
  if (!mayBePublic(path))
    throw invalid('target', `站内没有 ${path} 这个页面，请在浏览器里打开要去的页面，复制它的网址`);
  return withoutPreview(path);
}

/** The path below the base of what leads to a page of ours; undefined for what leads outside or nowhere. */
function ownPath(target: string, settings: Settings): string | undefined {
  const { basePath } = settings;
  if (target.startsWith('/')) return below(target, basePath) ?? target;
  const origin = originOf(settings);
  if (origin === '' || !URL.canParse(target)) return undefined;
  const { host, pathname, search, hash } = new URL(target);
  // The portal may be reached with and without encryption.
  if (host !== new URL(origin).host) return undefined;
  // Beside the base path the same host may have pages of others.
  return below(`${pathname}${search}${hash}`, basePath);
}

function below(path: string, base: string): string | undefined {
  if (!path.startsWith(base)) return undefined;
  const rest = path.slice(base.length);
  if (rest.startsWith('/')) return rest;
  return /^(?:[?#]|$)/.test(rest) ? `/${rest}` : undefined;
}

/** Whoever looked at a preview pastes its address with it; it runs out, and shows a draft to all until then. */
function withoutPreview(path: string): string {
  const { pathname, searchParams, hash } = new URL(path, 'http://localhost');
  if (!searchParams.has(previewParameter)) return path;
  searchParams.delete(previewParameter);
  return `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}${hash}`;
}
