import type { Kysely } from 'kysely';
import {
  recommendableList,
  recommendCases,
  type RecommendedCase,
  recommendedList,
} from '../../../contract/operator/recommended.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { stageNumbered } from '../../calls/stage-numbered.ts';
import type { DB } from '../../db/schema.ts';
import { contentEditors, contentReaders } from '../content/policy.ts';
import type { DeskPart } from '../operators/desk.ts';
import { needRole } from '../operators/policy.ts';
import { shopCards } from '../shop/queries.ts';
import { casePath } from './queries.ts';
import { recommend, recommendable, recommendedOf } from './recommend.ts';
import type { CaseRow } from './tables.ts';

export const recommendedDesk: DeskPart = { key: 'recommended', name: '推荐案例', roles: contentReaders };

async function present(db: Kysely<DB>, rows: readonly CaseRow[]): Promise<RecommendedCase[]> {
  const shops = await shopCards(
    db,
    rows.map((row) => row.shop_id),
  );
  return rows.map((row) => {
    const shop = shops.get(row.shop_id);
    return {
      id: row.id,
      name: row.name,
      picture: row.pictures[0] ?? '',
      shop_name: shop?.name ?? '',
      certified: shop?.certified ?? false,
      likes: row.like_count,
      path: casePath(row),
      recommended: row.recommended,
    };
  });
}

/** The calls of those who choose what category and stage pages begin with (feature P-03). */
export const recommendedCalls = (stages: readonly Stage[]): AnyImplementation[] => [
  implement(recommendedList, async ({ category, type }, { db, caller }) => {
    needRole(caller, contentReaders);
    const shelf = { category, stageKey: stageNumbered(stages, type).key };
    return { data: await present(db, await recommendedOf(db, shelf)) };
  }),
  implement(recommendableList, async ({ category, type, query = '', ...page }, { db, caller }) => {
    needRole(caller, contentReaders);
    const shelf = { category, stageKey: stageNumbered(stages, type).key };
    const { rows, count } = await recommendable(db, shelf, query, page);
    return { data: await present(db, rows), page: { count, ...page } };
  }),
  implement(recommendCases, async ({ category, type, before, after }, context) => {
    needRole(context.caller, contentEditors);
    const shelf = { category, stageKey: stageNumbered(stages, type).key };
    return { data: { count: await recommend(context, shelf, { before, after }) } };
  }),
];
