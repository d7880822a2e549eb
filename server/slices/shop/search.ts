import type { Kysely } from 'kysely';
import { regionPath } from '../../../contract/regions.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import type { DB } from '../../db/schema.ts';
import type { SearchEntry } from '../search/entry.ts';
import { sortsOf } from '../search/saying.ts';
import { shopCards } from './queries.ts';

/** Those of these shops that anyone may find: all there are. */
export async function shopEntries(
  db: Kysely<DB>,
  ids: readonly string[],
  stages: readonly Stage[],
): Promise<SearchEntry[]> {
  const opened = await db
    .selectFrom('shops')
    .select(['id', 'created_at'])
    .where('id', 'in', [...ids])
    .execute();
  const shops = await shopCards(db, ids);
  return opened.flatMap(({ id, created_at }) => {
    const shop = shops.get(id);
    if (!shop) return [];
    const place = regionPath([shop.provinceCode ?? '', shop.cityCode ?? '']);
    return [
      {
        id,
        title: shop.name,
        body: shop.introduction,
        also: `${place} ${sortsOf(stages, shop.stageKeys, null)}`,
        stages: shop.stageKeys,
        category: null,
        provinceCode: shop.provinceCode,
        cityCode: shop.cityCode,
        at: created_at,
        card: { picture: shop.avatarUrl || undefined, certified: shop.certified },
      },
    ];
  });
}

/** Ids of all shops, oldest first, on from one of them. */
export async function shopIds(db: Kysely<DB>, after: string | undefined, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('shops')
    .select('id')
    .$if(after !== undefined, (query) => query.where('id', '>', after as string))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
