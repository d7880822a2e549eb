import type { Asset } from './assets.ts';

/** Bytes of style that are worth a round trip less; the rest, if a page ever has so much, is fetched as it was. */
const most = 96 * 1024;

const link = /<link rel="stylesheet" href="([^"#]+)#?"\/>/g;

/**
 * Puts a page's own styles into the page: it can be drawn as soon as it is there. The links stay for the router, which
 * looks among them for what it has loaded, but fetch nothing: what reads ahead goes by the medium, the page by the other.
 */
export function inlineStyles(html: string, assets: ReadonlyMap<string, Asset>): string {
  let room = most;
  return html.replace(link, (whole, address: string) => {
    const body = assets.get(address)?.identity.body;
    if (!body || body.length > room) return whole;
    room -= body.length;
    return `<style>${body.toString()}</style>${whole.slice(0, -2)} media="not all" disabled=""/>`;
  });
}
