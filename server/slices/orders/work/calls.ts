import { Refusal } from '../../../../contract/errors.ts';
import {
  affirmOrder,
  appraiseOrder,
  completeOrder,
  confirmContract,
  draftContract,
  finishOrder,
  getCaseAppraisals,
  getContract,
  getOrderAppraisals,
  getShopAppraisals,
  getUserCertify,
  releaseRetention,
  replyAppraisal,
  reportProgress,
  scheduleSee,
  sendBackOrder,
  takeContractDraft,
  uploadContract,
} from '../../../../contract/order-work.ts';
import { stageByNumber } from '../../../../contract/stages/index.ts';
import { type AnyImplementation, implement } from '../../../calls/implement.ts';
import { publicUsers } from '../../accounts/queries.ts';
import { shownCase } from '../../cases/queries.ts';
import { passedCertifications } from '../../certification/queries.ts';
import { keeperOf } from '../../shop/queries.ts';
import { factsOf } from '../facts.ts';
import { historyOf } from '../queries.ts';
import { step } from '../step.ts';
import { readAsSide, readOrder } from './access.ts';
import { appraise, reply } from './appraisals.ts';
import { contractKey, contractUrl } from './contract-file.ts';
import { draft, takeDraft, uploadedContract } from './contracts.ts';
import { affirm, finish, report, sendBack } from './diary.ts';
import {
  presentCertify,
  presentContract,
  presentEntry,
  presentOrderAppraisals,
  presentPublicAppraisal,
} from './present.ts';
import { appraisalsOf, contractsOf, diaryOf, publicAppraisals } from './queries.ts';

/** Drawing and checking files costs a core: a person needs a handful of tries. */
const papers = { max: 20, per: 600 };
const writing = { max: 30, per: 60 };

/** Everything that the two sides of an order do together from its contract to the appraisals. */
export const orderWorkCalls: AnyImplementation[] = [
  implement(getContract, async ({ demandNid }, context) => {
    const { db, storage, stages, now } = context;
    const { row } = await readOrder(context, demandNid);
    const rows = await contractsOf(db, row.id);
    const [facts, history, people] = await Promise.all([
      factsOf(db, row, stages),
      historyOf(db, row.id),
      publicUsers(
        db,
        rows.map(({ author_id }) => author_id),
      ),
    ]);
    const there = new Set<string>();
    for (const { id, hash, name } of rows)
      if (await storage.head(contractKey({ demandId: row.id, hash, name }))) there.add(id);
    const urlOf = ({ id, hash, name }: (typeof rows)[number]) =>
      there.has(id) ? contractUrl(context, { demandId: row.id, hash, name }, now) : '';
    return { data: presentContract(facts, rows, history, people, urlOf) };
  }),
  implement(uploadContract, async ({ demandNid }, context) => ({ data: await uploadedContract(context, demandNid) }), {
    limit: papers,
  }),
  implement(draftContract, async ({ demandNid }, context) => ({ data: await draft(context, demandNid) }), {
    limit: papers,
  }),
  implement(
    takeContractDraft,
    async ({ demandNid, hash }, context) => ({ data: await takeDraft(context, demandNid, hash) }),
    { limit: papers },
  ),
  implement(confirmContract, ({ demandNid, hash }, context) => step(context, demandNid, 'confirmContract', { hash })),
  implement(getUserCertify, async ({ demandNid }, context) => {
    const { db, stages } = context;
    const { row, side } = await readAsSide(context, demandNid);
    const other = side === 'owner' ? row.provider_id : row.owner_id;
    if (other === null) throw new Refusal('state_conflict', '还没有选定承接方');
    const [people, certified] = await Promise.all([publicUsers(db, [other]), passedCertifications(context, [other])]);
    return { data: presentCertify(people, other, certified.get(other), stages) };
  }),

  implement(reportProgress, async (form, context) => ({ data: await report(context, form) }), { limit: writing }),
  implement(scheduleSee, async ({ demandNid, ...paging }, context) => {
    const { row } = await readOrder(context, demandNid);
    const { rows, count } = await diaryOf(context.db, row.id, paging);
    const people = await publicUsers(
      context.db,
      rows.map(({ author_id }) => author_id),
    );
    return { data: rows.map((entry) => presentEntry(entry, people)), page: { count, ...paging } };
  }),

  implement(finishOrder, ({ demandNid }, context) => finish(context, demandNid)),
  implement(affirmOrder, ({ demandNid }, context) => affirm(context, demandNid)),
  implement(sendBackOrder, (form, context) => sendBack(context, form)),
  implement(completeOrder, ({ demandNid }, context) => step(context, demandNid, 'complete')),
  implement(releaseRetention, ({ demandNid }, context) => step(context, demandNid, 'releaseRetention')),

  implement(appraiseOrder, async (form, context) => ({ data: await appraise(context, form) }), { limit: writing }),
  implement(replyAppraisal, async (form, context) => ({ data: await reply(context, form) }), { limit: writing }),
  implement(getOrderAppraisals, async ({ demandNid }, context) => {
    const { db, stages } = context;
    const { row, side } = await readAsSide(context, demandNid);
    const [facts, rows] = await Promise.all([factsOf(db, row, stages), appraisalsOf(db, row.id)]);
    const people = await publicUsers(
      db,
      rows.map(({ author_id }) => author_id),
    );
    return { data: presentOrderAppraisals(side, facts, rows, people) };
  }),
  implement(getShopAppraisals, async ({ id, page, page_size: pageSize }, { db, stages }) => {
    const keeper = await keeperOf(db, id);
    if (keeper === undefined) throw new Refusal('not_found', '店铺不存在');
    const { rows, count } = await publicAppraisals(db, { subjectId: keeper }, { page, pageSize });
    const people = await publicUsers(
      db,
      rows.map(({ author_id }) => author_id),
    );
    return {
      data: rows.map((row) => presentPublicAppraisal(row, people, stages)),
      page: { count, page, pageSize },
    };
  }),
  implement(getCaseAppraisals, async ({ type, case_id, page, page_size: pageSize }, { db, stages }) => {
    const stage = stageByNumber(type, stages);
    if (!stage || !(await shownCase(db, stage.key, case_id))) throw new Refusal('not_found', '案例不存在或已下架');
    const { rows, count } = await publicAppraisals(db, { caseId: case_id }, { page, pageSize });
    const people = await publicUsers(
      db,
      rows.map(({ author_id }) => author_id),
    );
    return {
      data: rows.map((row) => presentPublicAppraisal(row, people, stages)),
      page: { count, page, pageSize },
    };
  }),
];
