import { createHash } from 'node:crypto';
import {
  bannerPlaces,
  getAdList,
  getAnnouncement,
  getBannerList,
  getImplementLink,
  getLiveInfo,
} from '../../../contract/content.ts';
import { fenToYuan } from '../../../contract/fields.ts';
import { joinList, seconds } from '../../../contract/wire.ts';
import type { LiveSource, LiveStream } from '../../adapters/live/live.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { bannerFits, type Item, type Shelf } from './shelf.ts';

export const contentCalls = (shelf: Shelf): AnyImplementation[] => [
  implement(getBannerList, async ({ typeId, type, size }, context) => {
    const place = typeId === String(bannerPlaces.home) ? 'home' : 'smart';
    const banners = await shelf.shown('banner', place, context);
    const fits = banners.filter(({ values }) => bannerFits(values, place === 'smart' ? type : undefined));
    return {
      data: fits.slice(0, size).map(({ id, values: { picture, name, note, target } }) => ({
        id,
        image: joinList(picture),
        name,
        note,
        path: target.startsWith('/') ? target : '',
        link: target.startsWith('/') ? '' : target,
      })),
    };
  }),
  implement(getAdList, async ({ location, size }, context) => {
    const ads = await shelf.shown('ad', location, context);
    return {
      data: ads.slice(0, size).map(({ id, values }) => ({
        id,
        url: values.target,
        pic: joinList(values.picture),
        name: values.name,
        evaluateSum: values.comments,
        collectSum: values.collected,
        money: fenToYuan(values.price),
        marketSum: values.sold,
      })),
    };
  }),
  implement(getLiveInfo, async ({ coord }, context) => {
    const [block] = await shelf.shown('live', coord, context);
    if (!block) return { data: null };
    const { title, host, picture, starts } = block.values;
    const onAir = streamOf(block, context.live);
    const upcoming = !onAir && starts !== null && starts > context.now;
    if (upcoming) context.rendering?.lasts(starts.getTime() - context.now.getTime());
    return {
      data: {
        title,
        host,
        img: joinList(picture),
        breviaryLiveUrl: onAir?.preview ?? '',
        liveUrl: onAir?.stream ?? '',
        startTime: upcoming ? seconds(starts) : 0,
      },
    };
  }),
  implement(getAnnouncement, async (_input, context) => {
    const [said] = await shelf.shown('announcement', 'all', context);
    if (!said) return { data: null };
    const { text, target: url } = said.values;
    // Of what it says: who closed it sees another wording, and not the same again.
    const id = createHash('sha256').update(`${said.id} ${text} ${url}`).digest('base64url').slice(0, 16);
    return { data: { id, text, url } };
  }),
  implement(getImplementLink, async (_input, context) => {
    const [said] = await shelf.shown('link', 'implement', context);
    const setting = (await shelf.linked()) ? undefined : context.settings.implementUrl;
    return { data: { url: said?.values.url ?? setting ?? '' } };
  }),
];

/** What a block plays now: a channel of the source that the portal is set up with, or an address of its own. */
function streamOf({ values: { air, stream, preview } }: Item<'live'>, live: LiveSource): LiveStream | null {
  if (air === 'off') return null;
  const [, channel] = /^live:(.+)$/.exec(stream) ?? [];
  if (channel === undefined) return stream === '' ? null : { stream, preview };
  const found = live.channel(channel);
  return found && { ...found, preview: preview || found.preview };
}
