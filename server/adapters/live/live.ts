import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Settings } from '../../settings.ts';
import { sampleLive } from './sample.ts';

/** Addresses that a browser plays; `preview` is short and silent, '' where there is none. */
export interface LiveStream {
  readonly stream: string;
  readonly preview: string;
}

/** Where live blocks get their streams from. A channel is what a live block names as `live:{channel}`. */
export interface LiveSource {
  /** null while the channel sends nothing */
  channel(name: string): LiveStream | null;
  /** origins beside our own that a browser plays from */
  readonly hosts: readonly string[];
  /** serves what the source serves itself */
  mount?(fastify: FastifyInstance): Promise<void>;
}

/** A stream of one's own by setting, else the sample where demo data is borne with: production has nothing to show. */
export function openLive({ live, dataDir }: Settings, clock: Clock): LiveSource {
  if (live.url !== undefined) return addressLive(live.url, live.previewUrl);
  return live.sample ? sampleLive(clock, dataDir) : silentLive;
}

/** A streaming service elsewhere; `{channel}` in an address stands for the channel's name. */
function addressLive(url: string, previewUrl: string | undefined): LiveSource {
  const addresses = [url, ...(previewUrl === undefined ? [] : [previewUrl])];
  const at = (address: string, channel: string) => address.replaceAll('{channel}', encodeURIComponent(channel));
  return {
    channel: (name) => ({ stream: at(url, name), preview: previewUrl === undefined ? '' : at(previewUrl, name) }),
    hosts: [...new Set(addresses.map((address) => new URL(address).origin))],
  };
}

const silentLive: LiveSource = { channel: () => null, hosts: [] };
