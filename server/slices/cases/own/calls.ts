import {
  deleteCase,
  getMyCaseList,
  ownCaseCalls,
  type OwnCaseFace,
  saveCaseDraft,
} from '../../../../contract/own-cases.ts';
import type { Stage } from '../../../../contract/stages/stage.ts';
import type { SignedInContext } from '../../../calls/context.ts';
import { type AnyImplementation, implement } from '../../../calls/implement.ts';
import { stageNumbered } from '../../../calls/stage-numbered.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { shopsOfUsers } from '../../shop/queries.ts';
import { stand } from '../stand.ts';
import { noSuchCase, ownLocked } from './policy.ts';
import { presentOwnCase } from './present.ts';
import { keptCase, ownCases } from './queries.ts';
import { saveCase, saveDraft } from './save.ts';

/** Per account: whoever fills in a long form saves it now and then. */
const saving = { max: 120, per: 600 };

/** The calls of a shop's keeper about their cases; the ones per stage for every stage of the chain that is served. */
export function ownCaseImplementations(stages: readonly Stage[]): AnyImplementation[] {
  return [
    ...stages.flatMap(ofStage),
    implement(getMyCaseList, async ({ type, ...query }, context) => {
      const wanted = type === undefined ? stages : [stageNumbered(stages, type)];
      return listed(context, wanted, query);
    }),
    implement(
      saveCaseDraft,
      async ({ type, ...input }, context) => ({
        data: await saveDraft(context, stageNumbered(stages, type), input),
      }),
      { limit: saving },
    ),
    implement(deleteCase, async ({ id }, context) => {
      await inTransaction(context.db, async (tx) => {
        const { row } = await ownLocked(tx, context.caller.userId, id);
        await stand(tx, context, row, { removed_at: context.now });
      });
      return { data: { id } };
    }),
  ];
}

function ofStage(stage: Stage): AnyImplementation[] {
  const calls = ownCaseCalls(stage);
  return [
    implement(calls.save, async (input, context) => ({ data: await saveCase(context, stage, input) }), {
      limit: saving,
    }),
    implement(calls.list, async (query, context) => listed(context, [stage], query)),
    implement(calls.info, async ({ id, requestId }, { db, caller }) => {
      const shop = (await shopsOfUsers(db, [caller.userId])).get(caller.userId);
      const kept = shop && (await keptCase(db, id ?? { shopId: shop.id, requestId }));
      if (!kept || kept.row.shop_id !== shop.id || kept.row.stage_key !== stage.key) throw noSuchCase();
      return { data: presentOwnCase(stage, kept, shop) };
    }),
  ];
}

async function listed(
  { db, caller }: SignedInContext,
  among: readonly Stage[],
  query: { status?: OwnCaseFace; page: number; page_size: number },
) {
  const { status: face, page, page_size: pageSize } = query;
  const shop = (await shopsOfUsers(db, [caller.userId])).get(caller.userId);
  if (!shop) return { data: [], page: { count: 0, page, pageSize } };
  const stageKeys = among.map(({ key }) => key);
  const { cases, count } = await ownCases(db, { shopId: shop.id, stageKeys, face, page, pageSize });
  const data = cases.flatMap((kept) => {
    const stage = among.find(({ key }) => key === kept.row.stage_key);
    return stage ? [presentOwnCase(stage, kept, shop)] : [];
  });
  return { data, page: { count, page, pageSize } };
}
