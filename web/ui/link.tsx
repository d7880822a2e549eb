import type { ReactNode } from 'react';
// oxlint-disable-next-line no-restricted-imports -- the one place that wraps it
import { Link as RouterLink, type LinkProps } from 'react-router';

/**
 * A link within the portal; `to` is a path below the base. A page holds dozens, and on the server the router's own link
 * costs a quarter of all rendering for what comes out as a plain anchor: there this one writes the anchor itself, as the
 * router's would be, so that the browser takes it over as it stands.
 */
export const Link: (props: LinkProps) => ReactNode = import.meta.env.SSR ? ServerLink : RouterLink;

function ServerLink(props: LinkProps) {
  const { to, prefetch, discover, relative, reloadDocument, replace, state, ...rest } = props;
  const { preventScrollReset, viewTransition, defaultShouldRevalidate, mask, ...anchor } = rest;
  // Anything relative is the router's business.
  if (typeof to !== 'string' || !/^\/(?!\/)/.test(to)) return <RouterLink {...props} />;
  return <a {...anchor} href={hrefOf(to)} data-discover="true" />;
}

const base = import.meta.env.BASE_URL.replace(/\/$/, '');

/** `/` below a base of `/omo` is `/omo`, as the router has it. */
function hrefOf(to: string): string {
  const home = to.length === 1 || to[1] === '?' || to[1] === '#';
  return home && base !== '' ? base + to.slice(1) : base + to;
}
