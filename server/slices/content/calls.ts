import type { Selectable } from 'kysely';
import { bannerPlaces, getAdList, getBannerList, getLiveInfo } from '../../../contract/content.ts';
import { fenToYuan } from '../../../contract/fields.ts';
import { seconds } from '../../../contract/wire.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import type { LiveSource, LiveStream } from '../../adapters/live/live.ts';
import { liveBlock, shownAds, shownBanners } from './queries.ts';
import type { LiveBlockTable } from './tables.ts';

export const contentCalls: AnyImplementation[] = [
  implement(getBannerList, async ({ typeId, type, size }, { db }) => {
    const place = typeId === String(bannerPlaces.home) ? 'home' : 'smart';
    const rows = await shownBanners(db, place, type, size);
    return {
      data: rows.map(({ id, picture, name, note, path, link }) => ({ id, image: picture, name, note, path, link })),
    };
  }),
  implement(getAdList, async ({ location, size }, { db }) => {
    const rows = await shownAds(db, location, size);
    return {
      data: rows.map((row) => ({
        id: row.id,
        url: row.url,
        pic: row.picture,
        name: row.name,
        evaluateSum: row.comment_count,
        collectSum: row.collect_count,
        money: fenToYuan(row.price_fen),
        marketSum: row.sold_count,
      })),
    };
  }),
  implement(getLiveInfo, async ({ coord }, { db, now, live }) => {
    const row = await liveBlock(db, coord);
    if (!row) return { data: null };
    const onAir = streamOf(row, live);
    const upcoming = !onAir && row.starts_at !== null && row.starts_at > now;
    return {
      data: {
        title: row.title,
        host: row.host,
        img: row.picture,
        breviaryLiveUrl: onAir?.preview ?? '',
        liveUrl: onAir?.stream ?? '',
        startTime: upcoming && row.starts_at ? seconds(row.starts_at) : 0,
      },
    };
  }),
];

/** What a block plays now: a channel of the source that the portal is set up with, or an address of its own. */
function streamOf(row: Selectable<LiveBlockTable>, live: LiveSource): LiveStream | null {
  const [, channel] = /^live:(.+)$/.exec(row.stream_url) ?? [];
  if (channel === undefined) return row.stream_url === '' ? null : { stream: row.stream_url, preview: row.preview_url };
  const found = live.channel(channel);
  return found && { ...found, preview: row.preview_url || found.preview };
}
