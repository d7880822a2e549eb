import type { SiteFacts } from '../../contract/page.ts';
import type { LiveSource } from '../adapters/live/live.ts';
import type { Settings } from '../settings.ts';
import type { ForeignHosts } from './security.ts';

/** What pages show of the firm, from the settings. */
export function siteFacts(settings: Settings): SiteFacts {
  const { site, map } = settings;
  return {
    ...site,
    origin: originOf(settings),
    mapTiles: map.tiles ?? '',
    mapAttribution: map.attribution,
  };
}

/**
 * Where the portal is found, for addresses that leave it. Never what a request says of itself: pages are kept for
 * everybody, and one made for a forged host would be sent to all. In production nobody but the operator knows; while
 * one tries the portal out it is where the process listens.
 */
export function originOf({ publicUrl, production, host, port }: Settings): string {
  if (publicUrl !== undefined) return publicUrl;
  if (production || port === 0) return '';
  const anywhere = host === '0.0.0.0' || host === '::';
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${anywhere ? 'localhost' : name}:${port}`;
}

/**
 * Where browsers are sent beside our own origin: to the storage, when it is not embedded, to live streams, and to a map's
 * tiles.
 */
export function foreignHosts(
  { storage, map }: Pick<Settings, 'storage' | 'map'>,
  live: Pick<LiveSource, 'hosts'>,
): ForeignHosts {
  const tiles = map.tiles === undefined ? [] : [new URL(map.tiles).origin];
  // A player takes the stream itself, or fetches its parts.
  const { hosts } = live;
  if (storage.kind !== 's3') return { connect: hosts, img: tiles, media: hosts };
  const posts = new URL(storage.endpoint);
  if (!storage.pathStyle) posts.hostname = `${storage.bucket}.${posts.hostname}`;
  // Without an address for the public we read from it ourselves and hand on.
  const reads = storage.publicUrl === undefined ? [] : [new URL(storage.publicUrl).origin];
  return { connect: [posts.origin, ...hosts], img: [...reads, ...tiles], media: [...reads, ...hosts] };
}
