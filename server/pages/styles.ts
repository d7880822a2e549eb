import type { Asset } from './assets.ts';

/** Bytes of style that are worth a round trip less; the rest, if a page ever has so much, is fetched as it was. */
const most = 96 * 1024;

const link = /<link rel="stylesheet" href="([^"#]+)(#?)"\/>/g;
/** what reads ahead goes by the medium, the page by the other */
const inert = 'media="not all" disabled=""/>';

/**
 * Puts a page's own styles into the page: it can be drawn as soon as it is there. The links stay, but fetch nothing, for the
 * router and for parts that come later: both look among them for what is loaded. Where the router marks an address with a
 * `#`, so that the others fetch a copy that it does not take away, it is told without: what stands in the page stays.
 */
export function inlineStyles(html: string, assets: ReadonlyMap<string, Asset>): string {
  let room = most;
  return html.replace(link, (whole, address: string, marked: string) => {
    const body = assets.get(address)?.identity.body;
    if (!body || body.length > room) return whole;
    room -= body.length;
    const clean = marked && `<link rel="stylesheet" href="${address}" ${inert}`;
    return `<style>${body.toString()}</style>${whole.slice(0, -2)} ${inert}${clean}`;
  });
}
