import { useMatches, useRouteLoaderData } from 'react-router';
import type { ShellData } from './shell-data.server.ts';

/** What a route module says of itself in its `handle`. */
export interface PageHandle<Data = never> {
  /** name of the route, in the record of feature S-08 */
  readonly name: string;
  /** the page's own words in breadcrumbs and title; left out where type or flow already say it */
  readonly title?: string | ((data: Data) => string | undefined);
  /** the trail above the page's own words, beside type and flow */
  readonly under?: 'personal';
  /** category and stage of a page whose address does not name them */
  readonly place?: (data: Data) => { readonly type?: string; readonly flow?: string };
  /** pages above it that are neither category, stage nor personal centre */
  readonly above?: (data: Data) => readonly Crumb[];
  /** `?page=2` of it is a page of its own, with a title and an address of its own; the data say which in `page` */
  readonly paged?: true;
  /** of no use to those who search: forms, and everything under `personal` */
  readonly unlisted?: true;
  /** home shows the chain as tiles with words, pages under `/smart` as one line */
  readonly chain?: 'story' | 'bar';
  /** personal-centre pages stand on grey (feature S-06) */
  readonly ground?: 'mist';
  /** no navigation chrome at all, as on the login page (feature S-06) */
  readonly bare?: true;
  /** part of the operators' console that it belongs to, where its address does not name it */
  readonly desk?: string;
  /** a bar of the page's own takes the tab bar's place on phones */
  readonly ownBar?: true;
}

/** Types a route's handle: `export const handle = page<Data>({ … })`. */
export function page<Data = never>(handle: PageHandle<Data>): PageHandle<Data> {
  return handle;
}

export interface Crumb {
  readonly name: string;
  /** path below the base; the last crumb has none */
  readonly to?: string;
}

/** Feature S-08. Names are the display names of type and flow. */
export interface RouteRecord {
  readonly name: string;
  readonly path: string;
  readonly type: string | undefined;
  readonly flow: string | undefined;
  readonly typeName: string | undefined;
  readonly flowName: string | undefined;
  readonly crumbs: readonly Crumb[];
  readonly title: string;
  /** of a paged page */
  readonly page: number;
  readonly handle: PageHandle;
}

const nowhere: PageHandle = { name: 'not-found', title: '页面不存在' };

export function useShellData(): ShellData | undefined {
  return useRouteLoaderData('root') as ShellData | undefined;
}

interface Match {
  pathname: string;
  params: Record<string, string | undefined>;
  handle: unknown;
  loaderData: unknown;
}

/** Pure part of {@link useRouteRecord}. */
export function recordOf(match: Match | undefined, shell: ShellData | undefined): RouteRecord {
  const handle = (match?.handle as PageHandle | undefined) ?? nowhere;
  const data = match?.loaderData as never;
  const { type, flow: namedFlow } = { ...match?.params, ...(data ? handle.place?.(data) : undefined) };
  const typeName = shell?.categories.find((category) => category.key === type)?.name;
  // `/smart/{type}/origin` is a route of its own without a flow parameter, but a tile like the others
  const flow = namedFlow ?? shell?.tiles.find((tile) => type && match?.pathname.endsWith(`/${tile.key}`))?.key;
  const flowName = shell?.tiles.find((tile) => tile.key === flow)?.name;
  const own = typeof handle.title === 'function' ? (data ? handle.title(data) : undefined) : handle.title;

  const trail: Crumb[] = [{ name: '首页', to: '/' }];
  if (typeName) trail.push({ name: typeName, to: `/smart/${type}` });
  if (flowName) trail.push({ name: flowName, to: `/smart/${type}/${flow}` });
  if (handle.under === 'personal') trail.push({ name: '个人中心', to: '/personal' });
  if (data && handle.above) trail.push(...handle.above(data));
  if (own) trail.push({ name: own });
  const crumbs = trail.map((crumb, index) => (index === trail.length - 1 ? { name: crumb.name } : crumb));

  const page = (handle.paged && (data as { page?: number } | undefined)?.page) || 1;
  const words = trail.slice(1).map((crumb) => crumb.name);
  if (page > 1) words.push(`第${page}页`);
  const title = titleOf(words, shell?.site.name ?? '智能家具产业链');
  const path = match?.pathname ?? '/';
  return { name: handle.name, path, type, flow, typeName, flowName, crumbs, title, page, handle };
}

/** Search engines cut longer ones off, and it is the end that would go. */
const longestTitle = 60;

/** From the page's own words up to the site's name; what is too long is cut where it is longest. */
function titleOf(words: readonly string[], site: string): string {
  const parts = [...words.toReversed(), site];
  const over = parts.join(' - ').length - longestTitle;
  if (over <= 0) return parts.join(' - ');
  const long = parts.reduce((most, part, index) => (part.length > (parts[most] as string).length ? index : most), 0);
  const characters = [...(parts[long] as string)];
  parts[long] = `${characters.slice(0, Math.max(1, characters.length - over - 1)).join('')}…`;
  return parts.join(' - ');
}

export function useRouteRecord(): RouteRecord {
  const matches = useMatches() as Match[];
  return recordOf(
    matches.findLast((match) => match.handle),
    useShellData(),
  );
}
