import type { Generated, Insertable } from 'kysely';
import type { CategoryKey } from '../../../contract/categories.ts';
import type { bannerPlaces } from '../../../contract/content.ts';

export interface ContentTables {
  banners: BannerTable;
  ads: AdTable;
  live_blocks: LiveBlockTable;
}

export interface BannerTable {
  id: string;
  place: keyof typeof bannerPlaces;
  /** on pages of one category only; null on all */
  category: CategoryKey | null;
  picture: string;
  name: string;
  note: Generated<string>;
  /** a page of ours, without the base path */
  path: Generated<string>;
  /** an outside address */
  link: Generated<string>;
  position: Generated<number>;
  shown: Generated<boolean>;
  created_at: Date;
}

export interface AdTable {
  id: string;
  place: string;
  picture: string;
  name: string;
  /** a page of ours without the base path, or an outside address */
  url: string;
  price_fen: number;
  sold_count: Generated<number>;
  collect_count: Generated<number>;
  comment_count: Generated<number>;
  position: Generated<number>;
  shown: Generated<boolean>;
  created_at: Date;
}

export interface LiveBlockTable {
  place: string;
  title: string;
  host: string;
  picture: string;
  /** a short silent stream for the cover */
  preview_url: Generated<string>;
  /** `live:{channel}` of the source that is set up, or the address of an HLS playlist; '' while nothing is on air */
  stream_url: Generated<string>;
  /** announced beginning of the next broadcast */
  starts_at: Date | null;
  shown: Generated<boolean>;
  updated_at: Date;
}

export type NewBanner = Insertable<BannerTable>;
export type NewAd = Insertable<AdTable>;
export type NewLiveBlock = Insertable<LiveBlockTable>;
