import { z } from 'zod';
import { defineCall } from './call.ts';
import { categoryKeys } from './categories.ts';
import { anyOf, oneOf, upTo } from './wire.ts';

/** Where banners stand, by their `typeId`. */
export const bannerPlaces = { home: 1, smart: 2 } as const;

const place = z.string().max(20, '位置名称过长').default('home');

export const getBannerList = defineCall({
  path: '/api/Web/getBannerList',
  auth: 'anyone',
  input: z.object({
    typeId: oneOf(['1', '2'], '1', 'typeId 须为1或2'),
    /** of the category pages: only banners for this category and for all */
    type: anyOf(categoryKeys, '类别不在可选范围内'),
    size: upTo(5),
  }),
  output: z.array(
    z.object({
      id: z.string(),
      image: z.string(),
      name: z.string(),
      /** a second line, '' when there is none */
      note: z.string(),
      /** a page of ours, without the base path; '' when the banner leads outside or nowhere */
      path: z.string(),
      /** an outside address */
      link: z.string(),
    }),
  ),
  summary: 'Banners: typeId 1 home, 2 smart; at most size, 5 by default',
});

export const getAdList = defineCall({
  path: '/api/Web/getAdList',
  auth: 'anyone',
  input: z.object({
    location: place,
    size: upTo(2),
  }),
  output: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      pic: z.string(),
      name: z.string(),
      evaluateSum: z.number().int(),
      collectSum: z.number().int(),
      /** yuan with two decimals */
      money: z.string(),
      marketSum: z.number().int(),
    }),
  ),
  summary: 'Ad products of one place on a page; at most size, 2 by default',
});

export const getLiveInfo = defineCall({
  path: '/api/Web/getLiveInfo',
  auth: 'anyone',
  input: z.object({
    coord: place,
  }),
  /** null while the place shows no live block */
  output: z
    .object({
      title: z.string(),
      /** who broadcasts */
      host: z.string(),
      img: z.string(),
      /** a short silent stream for the cover; '' when there is none */
      breviaryLiveUrl: z.string(),
      /** HLS; '' while nothing is on air */
      liveUrl: z.string(),
      /** when the next broadcast begins, 0 when none is announced or one is on air */
      startTime: z.number().int(),
    })
    .nullable(),
  summary: 'Live block of one place on a page',
});

export const getFigures = defineCall({
  path: '/api/Web/getFigures',
  auth: 'anyone',
  input: z.object({}),
  output: z.object({
    /** shops that are open */
    providers: z.number().int(),
    /** orders that were completed (status 7) */
    finished: z.number().int(),
  }),
  summary: 'What the portal has to show for itself; open demands are told by getDemandCounts',
});

export const getAnnouncement = defineCall({
  path: '/api/Web/getAnnouncement',
  auth: 'anyone',
  input: z.object({}),
  /** null while there is nothing to announce */
  output: z
    .object({
      /** another one for every wording: who closed it sees the next */
      id: z.string(),
      text: z.string(),
      /** a page of ours without the base path, or an outside address; '' for none */
      url: z.string(),
    })
    .nullable(),
  summary: 'What the operators announce on every public page',
});

export const getImplementLink = defineCall({
  path: '/api/Web/getImplementLink',
  auth: 'anyone',
  input: z.object({}),
  /** '' while there is none */
  output: z.object({ url: z.string() }),
  summary: 'Where the implement tile leads',
});
