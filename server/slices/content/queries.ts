import type { Kysely, Selectable } from 'kysely';
import type { CategoryKey } from '../../../contract/categories.ts';
import type { DB } from '../../db/schema.ts';
import type { AdTable, BannerTable, LiveBlockTable } from './tables.ts';

/** Banners of a place in the operators' order; with a category, those for it and those for all. */
export async function shownBanners(
  db: Kysely<DB>,
  place: BannerTable['place'],
  category: CategoryKey | undefined,
  most: number,
): Promise<Selectable<BannerTable>[]> {
  return db
    .selectFrom('banners')
    .selectAll()
    .where('place', '=', place)
    .where('shown', '=', true)
    .$if(category !== undefined, (query) =>
      query.where((eb) => eb.or([eb('category', 'is', null), eb('category', '=', category as CategoryKey)])),
    )
    .orderBy('position')
    .orderBy('id')
    .limit(most)
    .execute();
}

export async function shownAds(db: Kysely<DB>, place: string, most: number): Promise<Selectable<AdTable>[]> {
  return db
    .selectFrom('ads')
    .selectAll()
    .where('place', '=', place)
    .where('shown', '=', true)
    .orderBy('position')
    .orderBy('id')
    .limit(most)
    .execute();
}

export async function liveBlock(db: Kysely<DB>, place: string): Promise<Selectable<LiveBlockTable> | undefined> {
  return db
    .selectFrom('live_blocks')
    .selectAll()
    .where('place', '=', place)
    .where('shown', '=', true)
    .executeTakeFirst();
}
