import type { Kysely } from 'kysely';
import { regionPath } from '../../../contract/regions.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { shopCaseStatus } from '../../../contract/statuses.ts';
import type { DB } from '../../db/schema.ts';
import type { SearchEntry } from '../search/entry.ts';
import { sayingOf, sortsOf } from '../search/saying.ts';
import { shopCards } from '../shop/queries.ts';

/** Those of these cases that anyone may find. */
export async function caseEntries(
  db: Kysely<DB>,
  ids: readonly string[],
  stages: readonly Stage[],
): Promise<SearchEntry[]> {
  const rows = await db
    .selectFrom('cases')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('review_status', '=', shopCaseStatus.approved)
    .where('removed_at', 'is', null)
    .execute();
  const shops = await shopCards(
    db,
    rows.map((row) => row.shop_id),
  );
  return rows.flatMap((row) => {
    const stage = stages.find(({ key }) => key === row.stage_key);
    const shop = shops.get(row.shop_id);
    if (!stage || !shop) return [];
    const fields = stage.case.filter(({ key }) => key !== 'name');
    const place = regionPath([shop.provinceCode ?? '', shop.cityCode ?? '']);
    return [
      {
        id: row.id,
        title: row.name,
        body: sayingOf(fields, row.details),
        also: `${row.address ?? ''} ${shop.name} ${place} ${sortsOf(stages, [stage.key], row.category)}`,
        stages: [stage.key],
        category: row.category,
        provinceCode: shop.provinceCode,
        cityCode: shop.cityCode,
        at: row.created_at,
        card: { picture: row.pictures[0], who: shop.name, certified: shop.certified },
      },
    ];
  });
}

/** Ids of all cases, oldest first, on from one of them. */
export async function caseIds(db: Kysely<DB>, after: string | undefined, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('cases')
    .select('id')
    .$if(after !== undefined, (query) => query.where('id', '>', after as string))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of all cases of a shop, oldest first, `limit` at a time. */
export async function* caseIdsOfShop(db: Kysely<DB>, shopId: string, limit: number): AsyncGenerator<string[]> {
  let after: string | undefined;
  for (;;) {
    const from = after;
    const rows = await db
      .selectFrom('cases')
      .select('id')
      .where('shop_id', '=', shopId)
      .$if(from !== undefined, (query) => query.where('id', '>', from as string))
      .orderBy('id')
      .limit(limit)
      .execute();
    if (rows.length > 0) yield rows.map(({ id }) => id);
    if (rows.length < limit) return;
    after = rows.at(-1)?.id;
  }
}
