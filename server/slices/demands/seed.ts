import { v7 as uuid } from 'uuid';
import { demandCalls, needView, tenderOrder, withdrawTender } from '../../../contract/demands.ts';
import { acceptOrder, cancelOrder, declineOrder, successful } from '../../../contract/orders.ts';
import { freshFacts, periods } from '../../../contract/process/facts.ts';
import type { ActionInput } from '../../../contract/process/guards.ts';
import type { Action } from '../../../contract/process/row.ts';
import { commonKeys, type Stage } from '../../../contract/stages/stage.ts';
import { seconds } from '../../../contract/wire.ts';
import type { Caller } from '../../calls/context.ts';
import { createDispatcher, type RawFields } from '../../calls/dispatch.ts';
import { inTransaction } from '../../db/transaction.ts';
import { hoursAfter, hoursBefore, lookUp, picturesOf, type Seeding } from '../../seeding/seeding.ts';
import { orderCalls } from '../orders/calls.ts';
import type { OrderRow } from '../orders/facts.ts';
import type { PastMovement } from '../ledger/seed.ts';
import { type PastStep, seedOrder } from '../orders/seed.ts';
import { seedEvidence } from '../orders/disputes/seed.ts';
import { seedAppraisals, seedContracts, seedDiary, withManners } from '../orders/work/seed.ts';
import { addComments } from '../reactions/comment.ts';
import { stageDemandCalls } from './calls.ts';
import { makeNid } from './nid.ts';
import type { DemoDeal, DemoStep } from './seed-data/deal.ts';
import { closedDeals } from './seed-data/closed.ts';
import { lineDeals } from './seed-data/lines.ts';
import { openDeals } from './seed-data/open.ts';
import { otherDeals } from './seed-data/others.ts';
import { demandSubject } from './subject.ts';

/** Every demand of the demo data. */
export const demoDeals: readonly DemoDeal[] = [...openDeals, ...lineDeals, ...otherDeals, ...closedDeals];

interface Line {
  id: string;
  nid: string;
}

type Send = (path: string, who: string, at: Date, fields: RawFields) => Promise<unknown>;

/**
 * Puts in the demo demands, oldest first. What is open or a draft is done through the calls themselves, with the clock at
 * each moment; what came to something is played through the process. Gives the money that moved meanwhile, for the
 * ledger's own seed.
 */
export async function seedDemands(seeding: Seeding): Promise<PastMovement[]> {
  const send = sender(seeding);
  const lines = new Map<string, Line>();
  const movements: PastMovement[] = [];
  const orders: OrderRow[] = [];
  for (const deal of demoDeals.toSorted((a, b) => b.ago - a.ago)) {
    const stage = lookUp('stage', new Map(seeding.services.stages.map((one) => [one.key, one])))(deal.stage);
    const line = deal.line === undefined ? undefined : lines.get(deal.line);
    if (staysOpen(deal)) await live(seeding, send, stage, deal, line);
    else {
      const past = await recall(seeding, stage, deal, line);
      if (deal.line !== undefined) lines.set(deal.line, past.line);
      movements.push(...past.movements);
      orders.push(past.row);
    }
  }
  await seedContracts(seeding.services, orders);
  return movements;
}

/** Whether it is still at the beginning when all is told: a draft, or open for tenders. */
function staysOpen({ draft, steps = [], ago, deadline, tenders = [] }: DemoDeal): boolean {
  if (draft) return true;
  const ended = steps.some(([action]) => action === 'award' || action === 'cancel');
  const declined = steps.some(([action]) => action === 'decline');
  if (ended && !declined) return false;
  return ago < deadline + (tenders.length > 0 ? periods.choose / 3_600_000 : 0);
}

/** Sends calls as somebody at a moment, straight to their implementations. */
function sender({ services, clock, userId }: Seeding): Send {
  const callers = new Map<string, Caller>();
  const dispatcher = createDispatcher(
    services,
    [...stageDemandCalls(services.stages), ...orderCalls],
    async (_, token) => callers.get(token) ?? null,
  );
  return async (path, who, at, fields) => {
    const id = userId(who);
    callers.set(id, { userId: id, sessionId: id, accountType: 1, operates: false, operatorRoles: [] });
    clock.set(at);
    const incoming = { token: id, requestId: 'seed', address: 'seed', userAgent: 'seed' };
    const { envelope } = await dispatcher.dispatch(path, fields, incoming);
    if (envelope.error_code !== 0) throw new Error(`demo data: ${path} as ${who}: ${envelope.error_msg}`);
    return envelope.data;
  };
}

async function live(seeding: Seeding, send: Send, stage: Stage, deal: DemoDeal, line?: Line): Promise<void> {
  const { now, userId, services } = seeding;
  const published = hoursBefore(now, deal.ago);
  const at = (after: number) => hoursAfter(published, after);
  const saved = (await send(demandCalls(stage).save.path, deal.owner, published, {
    ...formOf(seeding, stage, deal, published),
    type: deal.category,
    productLineNid: line?.nid ?? '',
    draft: deal.draft ? '1' : '0',
  })) as { demandNid: string };
  const { demandNid } = saved;

  const doings = [
    ...(deal.tenders ?? []).map(([who, after, days, offer, note = '']) => ({
      after,
      run: () => send(tenderOrder.path, who, at(after), { demandNid, completionDay: days, offer: String(offer), note }),
    })),
    ...(deal.comments ?? []).map(([who, after, demandView]) => ({
      after,
      run: () => send(needView.path, who, at(after), { demandNid, demandType: stage.number, demandView }),
    })),
    ...(deal.steps ?? []).map((step) => ({
      after: step[1],
      run: async () => {
        const chosen = step[0] === 'award' ? await tenderOf(seeding, demandNid, userId(step[2])) : undefined;
        const [path, who, fields] = callOf(step, deal, chosen);
        return send(path, who, at(step[1]), { demandNid, ...fields });
      },
    })),
  ];
  for (const { run } of doings.toSorted((a, b) => a.after - b.after)) await run();
  services.log.debug({ demandNid }, 'demo demand');
}

/** The tenderer whom a deal's award names. */
const awarded = ({ steps = [] }: DemoDeal): string =>
  steps.flatMap((step) => (step[0] === 'award' ? [step[2]] : [])).at(-1) ?? '';

function callOf(step: DemoStep, deal: DemoDeal, tenderId: string | undefined): [string, string, RawFields] {
  switch (step[0]) {
    case 'award':
      return [successful.path, deal.owner, { tenderId }];
    case 'accept':
      return [acceptOrder.path, awarded(deal), {}];
    case 'decline':
      return [declineOrder.path, awarded(deal), { reason: step[2] }];
    case 'cancel':
      return [cancelOrder.path, deal.owner, { reason: step[2] }];
    case 'withdraw':
      return [withdrawTender.path, step[2], {}];
    default:
      throw new Error(`demo data: ${step[0]} is no step of an open demand`);
  }
}

async function tenderOf({ services }: Seeding, nid: string, bidder: string): Promise<string> {
  const row = await services.db
    .selectFrom('tenders')
    .innerJoin('demands', 'demands.id', 'tenders.demand_id')
    .select('tenders.id')
    .where('demands.nid', '=', nid)
    .where('tenders.bidder_id', '=', bidder)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The form as a person would have filled it in. */
function formOf(seeding: Seeding, stage: Stage, deal: DemoDeal, published: Date): RawFields {
  const values: Record<string, unknown> = {
    ...deal.details,
    name: deal.name,
    description: deal.description,
    pictures: picturesOf(seeding, deal.shots),
    files: [],
    deadline: seconds(hoursAfter(published, deal.deadline)),
    budget: deal.budget,
  };
  const text = (value: unknown) => (Array.isArray(value) ? value.join(',') : String(value ?? ''));
  return Object.fromEntries(stage.demand.map((field) => [field.wire, text(values[field.key])]));
}

/** Puts in a demand with its past, on the line given or on one of its own. */
async function recall(
  seeding: Seeding,
  stage: Stage,
  deal: DemoDeal,
  given: Line | undefined,
): Promise<{ line: Line; movements: PastMovement[]; row: OrderRow }> {
  const { services, now, userId } = seeding;
  const publishedAt = hoursBefore(now, deal.ago);
  const at = (after: number) => hoursAfter(publishedAt, after);
  // Read back as the call reads it, so that nothing gets in that a form would refuse.
  const form = formOf(seeding, stage, deal, publishedAt);
  const values = Object.fromEntries(stage.demand.map(({ key, wire, schema }) => [key, schema.parse(form[wire])]));
  const tenders = (deal.tenders ?? []).map(([who, after, days, offer, note = '']) => ({
    bidderId: userId(who),
    days,
    offerFen: offer * 100,
    at: at(after),
    note,
  }));
  const steps = withManners(stepsOf(deal, at), now, values.pictures as string[]);

  return inTransaction(services.db, async (tx) => {
    const line = given ?? { id: uuid(), nid: makeNid('PL', publishedAt) };
    if (!given) {
      const begun = { ...line, owner_id: userId(deal.owner), name: deal.name, created_at: publishedAt };
      await tx.insertInto('product_lines').values(begun).execute();
    }
    const { row, movements } = await seedOrder(
      tx,
      services.stages,
      {
        id: uuid(),
        nid: makeNid(stage.nidPrefix, publishedAt),
        line_id: line.id,
        stage: stage.key,
        category: deal.category,
        owner_id: userId(deal.owner),
        name: deal.name,
        description: deal.description,
        pictures: JSON.stringify(values.pictures),
        files: JSON.stringify([]),
        details: JSON.stringify(
          Object.fromEntries(Object.entries(values).filter(([key]) => !commonKeys.includes(key))),
        ),
        budget_fen: values.budget as number,
        deadline_at: at(deal.deadline),
      },
      { publishedAt, tenders, steps },
    );
    for (const { bidderId, note } of tenders.filter((tender) => tender.note !== '')) {
      await tx
        .updateTable('tenders')
        .set({ note })
        .where('demand_id', '=', row.id)
        .where('bidder_id', '=', bidderId)
        .execute();
    }
    const comments = (deal.comments ?? []).map(([who, after, content]) => ({
      user_id: userId(who),
      content,
      created_at: at(after),
    }));
    await addComments(tx, demandSubject, row.id, comments);
    await seedDiary(tx, row, steps);
    await seedEvidence(tx, row, steps);
    await seedAppraisals(tx, row, steps);
    return { line, movements, row };
  });
}

const byProvider: readonly Action[] = ['accept', 'decline', 'report', 'finish'];

/** Who takes a step of a past. */
function takerOf(step: DemoStep): PastStep['by'] {
  switch (step[0]) {
    case 'openDispute':
    case 'counterSplit':
    case 'refuseSplit':
    case 'addEvidence':
      return step[2];
    case 'closeEvidence':
      return 'clock';
    default:
      return byProvider.includes(step[0] as Action) ? 'provider' : 'owner';
  }
}

function inputOf(step: DemoStep): ActionInput | undefined {
  switch (step[0]) {
    case 'report':
      return { percent: step[2] };
    case 'decline':
    case 'cancel':
    case 'sendBack':
      return { reason: step[2] };
    case 'refuseSplit':
      return { reason: step[3] };
    case 'openDispute':
    case 'counterSplit':
      return { reason: step[3], split: { ownerFen: step[4][0] * 100, providerFen: step[4][1] * 100 } };
    default:
      return undefined;
  }
}

function stepsOf(deal: DemoDeal, at: (after: number) => Date): PastStep[] {
  const { steps = [], tenders = [], told = [] } = deal;
  const words = told.values();
  const past = steps.map((step): PastStep => {
    const [action, after] = step;
    if (action === 'withdraw')
      throw new Error(`demo data: a tender for ${deal.name} is withdrawn from a closed demand`);
    const by = takerOf(step);
    if (step[0] === 'award')
      return { action, by, at: at(after), tender: tenders.findIndex(([who]) => who === step[2]) };
    const said = action === 'report' ? words.next().value : step[0] === 'addEvidence' ? step[3] : undefined;
    return { action, by, at: at(after), input: inputOf(step), ...(said === undefined ? {} : { words: said }) };
  });
  return steps.length > 0 ? past : [{ action: 'expire', by: 'clock', at: expiry(deal, at) }];
}

/** When the clock closes a demand that nobody chose for. */
function expiry({ deadline, tenders = [] }: DemoDeal, at: (after: number) => Date): Date {
  const { deadlineAt } = freshFacts({ deadlineAt: at(deadline).getTime(), since: at(0).getTime() });
  return new Date(deadlineAt + (tenders.length > 0 ? periods.choose : 0));
}
