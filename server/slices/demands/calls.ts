import {
  demandCalls,
  getDemandCounts,
  getMyTenders,
  getTenderList,
  needView,
  needViewList,
  publishDraft,
  tenderOrder,
  withdrawTender,
} from '../../../contract/demands.ts';
import { postCaseDelegate } from '../../../contract/entrust.ts';
import { Refusal } from '../../../contract/errors.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import type { Context } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { stageNumbered } from '../../calls/stage-numbered.ts';
import { offsetOf } from '../../db/page.ts';
import { publicUsers } from '../accounts/queries.ts';
import { certifiedAmong } from '../certification/queries.ts';
import { isAccepted } from '../orders/queries.ts';
import { writeComment } from '../reactions/comment.ts';
import { commenting } from '../reactions/limits.ts';
import { listComments } from '../reactions/queries.ts';
import { shopsOfUsers } from '../shop/queries.ts';
import { entrustCase } from './entrust.ts';
import { followOnCalls } from './follow-on-calls.ts';
import { openCounts, openDemands } from './lists.ts';
import { needTop } from './need-top.ts';
import { ownTenders } from './my-tenders.ts';
import { type People, presentCard, presentComment, presentDemand, presentReceived, presentTender } from './present.ts';
import { lineNidOf, standingTenders } from './queries.ts';
import { asReader, readDemand } from './read.ts';
import { publishSaved, saveDemand } from './save.ts';
import { demandSubject, foundDemand } from './subject.ts';
import { tender, withdraw } from './tender.ts';

/** A person types a demand; a program that sends them by the hundred is stopped. */
const publishing = { max: 60, per: 600 };

/** The calls about demands and tenders; the ones per stage for every stage of the chain that is served. */
export function stageDemandCalls(stages: readonly Stage[]): AnyImplementation[] {
  return [
    ...stages.flatMap(ofStage),
    ...needTop(stages),
    ...followOnCalls(stages),
    implement(publishDraft, async ({ demandNid }, context) => {
      const row = await publishSaved(context, demandNid);
      return { data: { demandNid: row.nid, orderStatus: row.status } };
    }),
    implement(
      postCaseDelegate,
      async (input, context) => {
        const { id, nid, lineNid, status } = await entrustCase(context, stageNumbered(stages, input.type), input);
        return { data: { id, demandNid: nid, productLineNid: lineNid, orderStatus: status } };
      },
      { limit: publishing },
    ),
    implement(getDemandCounts, async ({ type }, { db }) => {
      const keys = stages.map(({ key }) => key);
      const counts = await openCounts(db, keys, type);
      return { data: stages.map(({ number, key }) => ({ demandType: number, key, count: counts.get(key) ?? 0 })) };
    }),
    ...tenderCalls,
    ...commentCalls(stages),
  ];
}

function ofStage(stage: Stage): AnyImplementation[] {
  const calls = demandCalls(stage);
  return [
    implement(
      calls.save,
      async (input, context) => {
        const { id, nid, lineNid, status } = await saveDemand(context, stage, input);
        return { data: { id, demandNid: nid, productLineNid: lineNid, orderStatus: status } };
      },
      { limit: publishing },
    ),
    implement(calls.list, async ({ type, sort, page, pageSize }, { db, now }) => {
      const query = { stage: stage.key, category: type, sort, page, pageSize };
      const { rows, count } = await openDemands(db, query, now);
      const people = await peopleOf(
        db,
        rows.map(({ owner_id }) => owner_id),
      );
      return { data: rows.map((row) => presentCard(stage, row, people)), page: { count, page, pageSize } };
    }),
    implement(calls.info, async ({ demandNid }, context) => {
      const { db } = context;
      const row = await readDemand(context, demandNid, stage.key);
      const [people, lineNid, reader] = await Promise.all([
        peopleOf(db, [row.owner_id]),
        lineNidOf(db, row.line_id),
        asReader(context, row),
      ]);
      return { data: presentDemand(stage, row, people, lineNid, reader) };
    }),
  ];
}

const tenderCalls: AnyImplementation[] = [
  implement(tenderOrder, async (bid, context) => {
    const { tender: row, tenderCount } = await tender(context, bid);
    return { data: { demandNid: bid.demandNid, tenderCount, myTender: presentTender(row) } };
  }),
  implement(withdrawTender, async ({ demandNid }, context) => ({
    data: { demandNid, tenderCount: await withdraw(context, demandNid) },
  })),
  implement(getMyTenders, (page, context) => ownTenders(context, page)),
  implement(getTenderList, async ({ demandNid, sort, page, pageSize }, context) => {
    const { db, caller } = context;
    const demand = await readDemand(context, demandNid);
    if (demand.owner_id !== caller.userId) throw new Refusal('not_allowed', '只有发布人可以查看投标');
    const limits = { sort, limit: pageSize, offset: offsetOf({ page, pageSize }) };
    const rows = await standingTenders(db, demand.id, limits);
    const bidders = rows.map(({ bidder_id }) => bidder_id);
    const [people, shops, accepted] = await Promise.all([
      peopleOf(db, bidders),
      shopsOfUsers(db, bidders),
      isAccepted(db, demand),
    ]);
    const data = rows.map((row) =>
      presentReceived(row, people, shops.get(row.bidder_id), demand.awarded_tender_id, accepted),
    );
    return { data, page: { count: demand.tender_count, page, pageSize } };
  }),
];

const commentCalls = (stages: readonly Stage[]): AnyImplementation[] => [
  implement(needViewList, async ({ demandType, demandNid, page, pageSize }, context) => {
    const { db } = context;
    const demand = await readDemand(context, demandNid, stageNumbered(stages, demandType).key);
    const comments = await listComments(db, 'demand', demand.id, { page, pageSize });
    const certified = await certifiedAmong(
      db,
      comments.map(({ row }) => row.user_id),
    );
    const accepted = await isAccepted(db, demand);
    const data = comments.map((comment) => presentComment(comment, certified, demand.owner_id, accepted));
    return { data, page: { count: demand.comment_count, page, pageSize } };
  }),
  implement(
    needView,
    async ({ demandType, demandNid, demandView }, context) => {
      const demand = await readDemand(context, demandNid, stageNumbered(stages, demandType).key);
      const comment = await writeComment(context, demandSubject, foundDemand(demand), demandView);
      const certified = await certifiedAmong(context.db, [comment.row.user_id]);
      const status = comment.row.review_status;
      const shown = presentComment(comment, certified, demand.owner_id, await isAccepted(context.db, demand));
      return { data: { ...shown, status } };
    },
    { limit: commenting },
  ),
];

async function peopleOf(db: Context['db'], ids: readonly string[]): Promise<People> {
  const [users, certified] = await Promise.all([publicUsers(db, ids), certifiedAmong(db, ids)]);
  return { users, certified };
}
