import type { EntryContext } from 'react-router';
import type { Thing } from 'schema-dts';
import { pictureAt, pictureFor } from '../../contract/pictures.ts';
import type { Addresses } from '../client/head-facts.ts';
import type { PageContext } from '../client/page-context.ts';
import { escapedJson } from './json.server.ts';
import { type PageHandle, recordOf, type RouteRecord } from './route-record.ts';
import type { ShellData } from './shell-data.server.ts';

/** Search engines show about this much. */
const longestDescription = 150;

/** Pages that always say the same. */
const fixed: Record<string, string> = {
  agreement: '使用本平台发布需求、投标接单、付款托管和处理争议时，双方和平台各自的权利与义务。',
  privacy: '我们收集哪些个人信息、为什么收集、保存多久、交给谁，以及怎样查看、导出、更正和注销。',
};

/** Share cards want a picture of about this width. */
const cardWidth = 1200;

/** Where the pages begin below the address of the machine, without a slash at the end. */
const base = import.meta.env.BASE_URL.replace(/\/$/, '');

export interface HeadInput {
  url: URL;
  status: number;
  routerContext: Pick<EntryContext, 'staticHandlerContext' | 'routeModules'>;
  page: Pick<PageContext, 'told' | 'site'>;
}

/** What stands in a page's head for those who do not look at the page itself. */
export function headOf({ url, status, routerContext, page: { told, site } }: HeadInput): string {
  const record = routeRecord(routerContext);
  const unlisted = status >= 400 || told.unlisted || record.handle.unlisted || record.handle.under === 'personal';
  if (unlisted) return tag('meta', { name: 'robots', content: 'noindex' });
  const { origin } = site;
  const path = url.pathname === `${base}/` ? url.pathname : url.pathname.replace(/\/+$/, '');
  const self = `${origin}${path === base ? `${base}/` : path}${record.page > 1 ? `?page=${record.page}` : ''}`;
  const at: Addresses = {
    self,
    page: (below) => `${origin}${base}${below}`,
    file: (address) => (address.startsWith('/') ? origin + address : address),
  };
  const description = clipped(told.description ?? fixed[record.name] ?? defaultDescription(record, site.name));
  const graph = [...(told.things?.(at) ?? []), ...breadcrumbs(record, at)];
  const lines = [
    tag('meta', { name: 'description', content: description }),
    tag('meta', { name: 'robots', content: 'max-image-preview:large' }),
    tag('meta', { property: 'og:type', content: told.kind ?? 'website' }),
    tag('meta', { property: 'og:title', content: withoutSite(record.title, site.name) }),
    tag('meta', { property: 'og:description', content: description }),
    tag('meta', { property: 'og:site_name', content: site.name }),
    tag('meta', { property: 'og:locale', content: 'zh_CN' }),
  ];
  // Both have to be whole: without an address of our own there is nothing to say.
  if (origin)
    lines.push(
      tag('link', { rel: 'canonical', href: self }),
      tag('meta', { property: 'og:url', content: self }),
      ...card(told.image, at),
    );
  if (graph.length > 0) lines.push(dataBlock({ '@context': 'https://schema.org', '@graph': graph }));
  return lines.join('');
}

function routeRecord({
  staticHandlerContext: { matches, loaderData },
  routeModules,
}: HeadInput['routerContext']): RouteRecord {
  const found = matches.findLast(({ route }) => routeModules[route.id]?.handle);
  const match = found && {
    pathname: found.pathname,
    params: found.params,
    handle: routeModules[found.route.id]?.handle as PageHandle,
    loaderData: loaderData[found.route.id] as unknown,
  };
  return recordOf(match, loaderData['root'] as ShellData | undefined);
}

/** A page that tells nothing of itself is at least told apart. */
function defaultDescription({ crumbs, title }: RouteRecord, site: string): string {
  const words = crumbs.slice(1).map(({ name }) => name);
  return words.length > 0 ? `${words.join(' › ')}：${site}` : title;
}

const withoutSite = (title: string, site: string) =>
  title.endsWith(` - ${site}`) ? title.slice(0, -site.length - 3) : title;

/** One line of at most {@link longestDescription} characters, cut at a mark where there is one near. */
export function clipped(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  if (characters.length <= longestDescription) return characters.join('');
  const kept = characters.slice(0, longestDescription - 1);
  const mark = kept.findLastIndex((character) => '。！？；，、 '.includes(character));
  return `${kept.slice(0, mark > longestDescription * 0.7 ? mark : undefined).join('')}…`;
}

/** The picture of a share card, with its size, so that the card has its shape before the picture is there. */
function card(image: string | undefined, at: Addresses): string[] {
  const own = image ? pictureFor(image) : undefined;
  if (!image || !own)
    return image
      ? [tag('meta', { property: 'og:image', content: at.file(image) })]
      : [
          tag('meta', { property: 'og:image', content: at.page('/share.png') }),
          tag('meta', { property: 'og:image:width', content: '1200' }),
          tag('meta', { property: 'og:image:height', content: '630' }),
        ];
  const address = pictureAt(image, cardWidth);
  const width = Number(/(\d+)\.jpg$/.exec(address)?.[1] ?? own.width);
  return [
    tag('meta', { property: 'og:image', content: at.file(address) }),
    tag('meta', { property: 'og:image:width', content: String(width) }),
    tag('meta', { property: 'og:image:height', content: String(Math.round((own.height * width) / own.width)) }),
  ];
}

/** The trail, where there is one. */
function breadcrumbs({ crumbs }: RouteRecord, at: Addresses): Thing[] {
  if (crumbs.length < 2) return [];
  return [
    {
      '@type': 'BreadcrumbList',
      itemListElement: crumbs.map(({ name, to }, index) => ({
        '@type': 'ListItem' as const,
        position: index + 1,
        name,
        item: to === undefined ? at.self : at.page(to),
      })),
    },
  ];
}

/** The browser takes those away when one goes on to another page (see chrome.tsx). */
function tag(name: 'meta' | 'link', attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapedText(value)}"`);
  return `<${name} data-head=""${written.join('')}/>`;
}

const dataBlock = (value: unknown) => `<script type="application/ld+json" data-head="">${escapedJson(value)}</script>`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapedText = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] as string);
