import type { Kysely } from 'kysely';
import {
  caseCalls,
  getCaseCommentList,
  getCaseFavourable,
  getTopCase,
  likeCase,
  postCaseComment,
  unlikeCase,
} from '../../../contract/cases.ts';
import { getShopCases } from '../../../contract/shop.ts';
import { Refusal } from '../../../contract/errors.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { stageNumbered } from '../../calls/stage-numbered.ts';
import type { DB } from '../../db/schema.ts';
import { writeComment } from '../reactions/comment.ts';
import { likedBy, setLike } from '../reactions/like.ts';
import { commenting, liking } from '../reactions/limits.ts';
import { listComments } from '../reactions/queries.ts';
import { keeperOf, shopCards } from '../shop/queries.ts';
import { presentCase, presentCaseComment, presentFavourable, presentNewCaseComment } from './present.ts';
import { shownCases } from './lists.ts';
import { shopCaseCounts, shopCases, shownCase, topCases } from './queries.ts';
import { caseSubject, foundCase } from './subject.ts';
import type { CaseRow } from './tables.ts';

/** How many recommended cases of a stage a category page shows. */
const topPerStage = 5;

/** The public calls about cases; the ones per stage for every stage of the chain that is served. */
export function stageCaseCalls(stages: readonly Stage[]): AnyImplementation[] {
  return [
    ...stages.flatMap(ofStage),
    implement(getTopCase, async ({ module }, { db }) => {
      const rows = await topCases(
        db,
        module,
        stages.map((stage) => stage.key),
        topPerStage,
      );
      const cases = await present(db, stages, rows);
      const groups = stages.map(({ number, name }) => ({
        type: number,
        name,
        list: cases.filter((item) => item.type === number),
      }));
      return { data: groups };
    }),
    implement(getShopCases, async ({ id, type, page, page_size: pageSize }, { db }) => {
      if (!(await shopCards(db, [id])).has(id)) throw new Refusal('not_found', '店铺不存在');
      const wanted = type === undefined ? stages : [stageNumbered(stages, type)];
      const keys = wanted.map(({ key }) => key);
      const [rows, counts] = await Promise.all([
        shopCases(db, id, { stageKeys: keys, page, pageSize }),
        shopCaseCounts(db, id),
      ]);
      const count = keys.reduce((sum, key) => sum + (counts.get(key) ?? 0), 0);
      return { data: await present(db, stages, rows), page: { count, page, pageSize } };
    }),
    implement(getCaseFavourable, async ({ type, case_id }, { db, caller }) => {
      const found = await findCase(db, stageNumbered(stages, type), case_id);
      const [liked, keeper] = await Promise.all([
        likedBy(db, 'case', caller?.userId, [case_id]),
        caller ? keeperOf(db, found.shop_id) : undefined,
      ]);
      const own = keeper !== undefined && keeper === caller?.userId;
      return { data: presentFavourable(found, { liked: liked.has(case_id), own }) };
    }),
    ...reactionsOf(stages),
  ];
}

function reactionsOf(stages: readonly Stage[]): AnyImplementation[] {
  return [
    implement(getCaseCommentList, async ({ type, case_id, page, page_size }, { db }) => {
      const found = await findCase(db, stageNumbered(stages, type), case_id);
      const comments = await listComments(db, 'case', case_id, { page, pageSize: page_size });
      return {
        data: comments.map(presentCaseComment),
        page: { count: found.comment_count, page, pageSize: page_size },
      };
    }),
    implement(
      postCaseComment,
      async ({ type, case_id, content }, context) => {
        const found = foundCase(await findCase(context.db, stageNumbered(stages, type), case_id));
        return { data: presentNewCaseComment(await writeComment(context, caseSubject, found, content)) };
      },
      { limit: commenting },
    ),
    ...[
      { call: likeCase, want: true },
      { call: unlikeCase, want: false },
    ].map(({ call, want }) =>
      implement(
        call,
        async ({ type, case_id }, context) => {
          const found = foundCase(await findCase(context.db, stageNumbered(stages, type), case_id));
          const { status, count } = await setLike(context, caseSubject, found, want);
          return { data: { case_id, like_status: status, like_count: count } };
        },
        { limit: liking },
      ),
    ),
  ];
}

function ofStage(stage: Stage): AnyImplementation[] {
  const calls = caseCalls(stage);
  return [
    implement(calls.list, async ({ type, is_recom, sort, page, page_size: pageSize }, { db }) => {
      const recommended = is_recom === '1';
      const query = { stageKey: stage.key, category: type, recommended, sort, page, pageSize };
      const { rows, count } = await shownCases(db, query);
      return { data: await present(db, [stage], rows), page: { count, page, pageSize } };
    }),
    implement(calls.info, async ({ id }, { db }) => {
      const [item] = await present(db, [stage], [await findCase(db, stage, id)]);
      if (!item) throw new Refusal('not_found');
      return { data: item };
    }),
  ];
}

async function findCase(db: Kysely<DB>, stage: Stage, id: string): Promise<CaseRow> {
  const row = await shownCase(db, stage.key, id);
  if (!row) throw new Refusal('not_found', '案例不存在或已下架');
  return row;
}

async function present(db: Kysely<DB>, stages: readonly Stage[], rows: readonly CaseRow[]) {
  const shops = await shopCards(
    db,
    rows.map((row) => row.shop_id),
  );
  return rows.flatMap((row) => {
    const stage = stages.find(({ key }) => key === row.stage_key);
    const shop = shops.get(row.shop_id);
    return stage && shop ? [presentCase(stage, row, shop)] : [];
  });
}
