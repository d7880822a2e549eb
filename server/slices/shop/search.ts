import type { Kysely } from 'kysely';
import { regionPath } from '../../../contract/regions.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import type { DB } from '../../db/schema.ts';
import { caseNamesOfShops } from '../cases/search.ts';
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
  const [shops, cases] = await Promise.all([shopCards(db, ids), caseNamesOfShops(db, ids)]);
  return opened.flatMap(({ id, created_at }) => {
    const shop = shops.get(id);
    if (!shop) return [];
    const made = cases.get(id) ?? [];
    const place = regionPath([shop.provinceCode ?? '', shop.cityCode ?? '']);
    return [
      {
        id,
        title: shop.name,
        // Who looks for a crib looks for who has made some.
        body: [shop.introduction, made.length > 0 ? `做过：${made.join('；')}` : ''].filter(Boolean).join('\n'),
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
