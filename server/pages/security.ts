import { createHash } from 'node:crypto';

/** Hosts beside our own that pages may load from, by directive. */
export interface ForeignHosts {
  img?: readonly string[];
  connect?: readonly string[];
  media?: readonly string[];
}

const inlineScript = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;

/** Data blocks such as JSON-LD are no scripts. */
const isData = (attributes: string) => /type="application\/(?:ld\+)?json"/.test(attributes);

/** Hashes of a page's inline scripts, as the policy names them. */
export function scriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = '', script = ''] of html.matchAll(inlineScript)) {
    if (isData(attributes)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  }
  return [...hashes];
}

/**
 * The policy allows our own files and exactly the inline scripts that the page was rendered with. Styles may stand in
 * attributes (React writes them there).
 */
export function contentSecurityPolicy(html: string, { img = [], connect = [], media = [] }: ForeignHosts = {}): string {
  const from = (...hosts: readonly string[]) => ["'self'", ...hosts].join(' ');
  return [
    `default-src 'self'`,
    `script-src ${from(...scriptHashes(html))}`,
    `style-src ${from("'unsafe-inline'")}`,
    `img-src ${from('data:', 'blob:', ...img)}`,
    `media-src ${from('blob:', ...media)}`,
    `connect-src ${from(...connect)}`,
    `worker-src ${from('blob:')}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** Sent with every page. */
export const securityHeaders: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['permissions-policy', 'camera=(self), geolocation=(self), microphone=(), payment=()'],
];
