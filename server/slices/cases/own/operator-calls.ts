import type { Kysely } from 'kysely';
import { decideCase, type NextCase, operatorCaseList, reviewCallsOf } from '../../../../contract/operator/cases.ts';
import type { Stage } from '../../../../contract/stages/stage.ts';
import { stages as theStages } from '../../../../contract/stages/index.ts';
import { seconds } from '../../../../contract/wire.ts';
import type { SignedInContext } from '../../../calls/context.ts';
import { type AnyImplementation, implement } from '../../../calls/implement.ts';
import { stageNumbered } from '../../../calls/stage-numbered.ts';
import { bothWaiting, type DeskPart, type Waiting } from '../../operators/desk.ts';
import type { DB } from '../../../db/schema.ts';
import { needRole } from '../../operators/policy.ts';
import { shopCards } from '../../shop/queries.ts';
import { presentCase } from '../present.ts';
import { deciders, noSuchCase, reviewReaders, whyNotDecide } from './policy.ts';
import { presentWaiting } from './present.ts';
import { keptCase, nextCase, waitingByStage, waitingCases } from './queries.ts';
import { decide } from './review.ts';
import { type Kept, sentStandingOf, standingOf } from './standing.ts';

const nothing: Waiting = { count: 0, since: null };
const byStage = (db: Kysely<DB>) =>
  waitingByStage(
    db,
    theStages.map(({ key }) => key),
  );

export const caseDesk: DeskPart = {
  key: 'cases',
  name: '案例审核',
  roles: reviewReaders,
  waiting: async (db) => (await byStage(db)).reduce(bothWaiting, nothing),
  // The first tab has them all, so that nothing waits beside it.
  queues: async ({ db }) => {
    const found = await byStage(db);
    const at = (stage: Stage) => found.find(({ stageKey }) => stageKey === stage.key) ?? nothing;
    return [
      ['', found.reduce(bothWaiting, nothing)],
      ...theStages.map((stage) => [String(stage.number), at(stage)] as const),
    ];
  },
  claims: { kind: 'case', roles: deciders },
};

/** The calls of those who review shop cases (feature P-02). */
export function operatorCaseCalls(stages: readonly Stage[]): AnyImplementation[] {
  return [
    ...stages.map((stage) => ofStage(stage, stages)),
    implement(operatorCaseList, async ({ type, id, page, pageSize }, { db, caller }) => {
      needRole(caller, reviewReaders);
      const among = type === undefined ? stages : [stageNumbered(stages, type)];
      const stageKeys = among.map(({ key }) => key);
      const { cases, count } = await waitingCases(db, { stageKeys, id, page, pageSize });
      const shops = await shopCards(
        db,
        cases.map(({ row }) => row.shop_id),
      );
      const data = cases.flatMap((kept) => {
        const stage = among.find(({ key }) => key === kept.row.stage_key);
        const shop = shops.get(kept.row.shop_id);
        return stage && shop ? [presentWaiting(stage, kept, shop)] : [];
      });
      return { data, page: { count, page, pageSize } };
    }),
    implement(decideCase, async (input, context) => {
      needRole(context.caller, deciders);
      const kept = await keptCase(context.db, input.id);
      const status = await decide(context, input);
      return { data: { id: input.id, status, next: kept ? await nextOf(context, stages, kept, input.among) : null } };
    }),
  ];
}

/** Where the queue goes on after this one, as it stood when it was looked at. */
async function nextOf(
  context: SignedInContext,
  stages: readonly Stage[],
  kept: Kept,
  among: number | undefined,
): Promise<NextCase> {
  const wanted = among === undefined ? stages : [stageNumbered(stages, among)];
  const stageKeys = wanted.map(({ key }) => key);
  const { submittedAt } = standingOf(kept);
  const next = await nextCase(context.db, context, { id: kept.row.id, submittedAt, stageKeys });
  const stage = next && stages.find(({ key }) => key === next.stageKey);
  return next && stage ? { type: stage.number, id: next.id } : null;
}

function ofStage(stage: Stage, stages: readonly Stage[]): AnyImplementation {
  return implement(reviewCallsOf(stage).info, async ({ id, among }, context) => {
    const { db, caller } = context;
    needRole(caller, reviewReaders);
    const kept = await keptCase(db, id);
    const shop = kept && (await shopCards(db, [kept.row.shop_id])).get(kept.row.shop_id);
    if (!kept || !shop || kept.row.stage_key !== stage.key) throw noSuchCase();
    const standing = standingOf(kept);
    const sent = sentStandingOf(kept);
    if (!sent) throw noSuchCase();
    const reason = whyNotDecide(caller, kept, shop.userId) ?? '';
    return {
      data: {
        item: presentCase(stage, sent.row, shop),
        keeperId: shop.userId,
        before:
          standing.isPublic && kept.revision && standing.draft === null ? presentCase(stage, kept.row, shop) : null,
        version: kept.row.version,
        // Of what was public before it was noted, none is known but when it was made.
        submit_time: seconds(standing.submittedAt ?? kept.row.created_at),
        may: { enabled: reason === '', reason },
        next: await nextOf(context, stages, kept, among),
      },
    };
  });
}
