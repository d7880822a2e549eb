import type { ExpressionBuilder, Kysely } from 'kysely';
import { regionPath } from '../../../contract/regions.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { shopCaseStatus } from '../../../contract/statuses.ts';
import type { DB } from '../../db/schema.ts';
import type { SearchEntry } from '../search/entry.ts';
import { sayingOf, sortsOf } from '../search/saying.ts';
import { shopCards } from '../shop/queries.ts';

const found = (e: ExpressionBuilder<DB, 'cases'>) =>
  e.and([e('review_status', '=', shopCaseStatus.approved), e('removed_at', 'is', null)]);

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
    .where(found)
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

/** What the cases of these shops that anyone may find are called, each name once, newest first, by shop id. */
export async function caseNamesOfShops(db: Kysely<DB>, shopIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('cases')
    .select(['shop_id', 'name'])
    .where('shop_id', 'in', [...shopIds])
    .where(found)
    .groupBy(['shop_id', 'name'])
    .orderBy(({ fn }) => fn.max('created_at'), 'desc')
    .execute();
  const names = new Map<string, string[]>(shopIds.map((id) => [id, []]));
  for (const { shop_id, name } of rows) names.get(shop_id)?.push(name);
  return names;
}

/** The shops that these cases are of. */
export async function shopsOfCases(db: Kysely<DB>, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('cases')
    .select('shop_id')
    .distinct()
    .where('id', 'in', [...ids])
    .execute();
  return rows.map((row) => row.shop_id);
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
