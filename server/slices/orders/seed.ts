import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import { v7 as uuid } from 'uuid';
import { type Actor, freshFacts, hours } from '../../../contract/process/facts.ts';
import type { ActionInput } from '../../../contract/process/guards.ts';
import { dueAt, next } from '../../../contract/process/next.ts';
import type { Action } from '../../../contract/process/row.ts';
import { orderStatus, type OrderStatus } from '../../../contract/statuses.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import { count } from '../figures/keep.ts';
import type { PastMovement } from '../ledger/seed.ts';
import { type Traced, writeTrace } from '../trace/write.ts';
import { columnsOf, type OrderRow } from './facts.ts';
import { movementOf } from './money.ts';
import type { OpeningValues } from './opening.ts';
import { divisionOf } from './transition.ts';

export interface PastTender {
  bidderId: string;
  days: number;
  offerFen: number;
  at: Date;
}

export interface PastStep {
  action: Action;
  by: Exclude<Actor, 'bidder' | 'stranger'>;
  at: Date;
  input?: ActionInput;
  /** of a report or a piece of evidence */
  words?: string;
  /** of a report: addresses */
  pictures?: readonly string[];
  /** of an award: place of the chosen tender in the list of tenders */
  tender?: number;
}

/**
 * Puts an order with a past into the database: publishes it at `publishedAt`, takes the tenders, and plays the steps
 * through the process, which refuses a past that could not have been. Tells nobody, and leaves the money that moved to the ledger's own seed. The order must have left 1 by its last
 * step: open demands are published by `openDemand`.
 */
export async function seedOrder(
  tx: Tx,
  stages: readonly Stage[],
  values: OpeningValues,
  past: { publishedAt: Date; tenders: readonly PastTender[]; steps: readonly PastStep[] },
): Promise<{ row: OrderRow; movements: PastMovement[] }> {
  const stageIndex = stages.findIndex(({ key }) => key === values.stage);
  const { publishedAt, tenders, steps } = past;
  let facts = freshFacts({
    status: orderStatus.tendering,
    since: publishedAt.getTime(),
    deadlineAt: new Date(values.deadline_at).getTime(),
    tenders: tenders.length,
    retentionDays: stages[stageIndex]?.retentionDays ?? 0,
    line: stages.map((_, index) => (index === stageIndex ? orderStatus.tendering : null)),
    stageIndex,
  });
  const tenderIds = tenders.map(() => uuid());
  const parties: { provider_id?: string | null; awarded_tender_id?: string | null; ordered_at?: Date | null } = {};
  const declined = new Set<string>();
  const movements: PastMovement[] = [];
  // As old as what they stand for: the trace log takes steps in the order of their ids.
  const idAt = (at: Date, seq: number) => uuid({ msecs: at.getTime(), seq });
  const published = idAt(publishedAt, 0);
  const traces: Omit<Traced, 'lineId' | 'nid' | 'stage' | 'product'>[] = [
    { historyId: published, action: 'publish', actor: 'owner', actorId: values.owner_id, now: publishedAt },
  ];
  const history: Omit<Insertable<DB['order_history']>, 'demand_id'>[] = [
    {
      id: published,
      action: 'publish',
      actor: 'owner',
      actor_id: values.owner_id,
      at: publishedAt,
      from_status: orderStatus.draft,
      to_status: orderStatus.tendering,
      reason: null,
    },
  ];

  for (const { action, by, at, input, words, pictures, tender } of steps) {
    const chosen = tender === undefined ? undefined : tenders[tender];
    const step = next(facts, action, by, at.getTime(), chosen ? { amountFen: chosen.offerFen } : input);
    if (!step.ok) throw new Error(`the past of ${values.nid} could not have been: ${action}: ${step.reason}`);
    const actor_id = by === 'owner' ? values.owner_id : by === 'provider' ? (parties.provider_id ?? null) : null;
    const reason = input?.reason ?? null;
    const id = idAt(at, history.length);
    const division = divisionOf(step, input);
    const [from_status, to_status] = [facts.status, step.to];
    history.push({ id, action, actor: by, at, reason, actor_id, from_status, to_status, ...division });
    if (step.effects.some(({ kind }) => kind === 'trace'))
      traces.push({
        historyId: id,
        action,
        actor: by,
        actorId: actor_id,
        percent: input?.percent,
        contract: input?.hash,
        words,
        pictures,
        now: at,
        ...(chosen ? { amountFen: chosen.offerFen } : {}),
      });
    const order = { ...values, commission_basis_points: 0, provider_id: parties.provider_id ?? null };
    for (const effect of step.effects)
      if (effect.kind === 'ledger') movements.push({ at, movement: movementOf(order, effect, id) });
    if (chosen && tender !== undefined) {
      Object.assign(parties, { provider_id: chosen.bidderId, awarded_tender_id: tenderIds[tender], ordered_at: at });
    }
    if (step.row.changes?.includes('dropAward')) {
      if (parties.awarded_tender_id) declined.add(parties.awarded_tender_id);
      Object.assign(parties, { provider_id: null, awarded_tender_id: null, ordered_at: null });
    }
    facts = step.facts;
  }
  if (facts.status === orderStatus.tendering) throw new Error(`${values.nid} is still open: publish it instead`);

  const due = dueAt(facts);
  const row = await tx
    .insertInto('demands')
    .values({
      ...values,
      ...parties,
      ...columnsOf(facts),
      status: facts.status,
      status_since: new Date(facts.since),
      deadline_at: new Date(facts.deadlineAt),
      due_at: due === null ? null : new Date(due),
      created_at: publishedAt,
      published_at: publishedAt,
      updated_at: history.at(-1)?.at ?? publishedAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (tenders.length > 0) {
    const rows = tenders.map(({ bidderId, days, offerFen, at }, index) => {
      const tenderId = tenderIds[index] ?? uuid();
      const status = declined.has(tenderId) ? ('declined' as const) : ('standing' as const);
      const offer = { days, offer_fen: offerFen, status, created_at: at, updated_at: at };
      return { id: tenderId, demand_id: values.id, bidder_id: bidderId, ...offer };
    });
    await tx.insertInto('tenders').values(rows).execute();
  }
  await tx
    .insertInto('order_history')
    .values(history.map((line) => ({ ...line, demand_id: values.id })))
    .execute();
  const { line_id: lineId, nid, stage, name: product } = row;
  for (const trace of traces) await writeTrace(tx, { ...trace, lineId, nid, stage, product });
  if (facts.status === orderStatus.completed) await count(tx, 'finished', 1);
  return { row, movements };
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** The usual way of an order, a step and the hours that it took. */
const road: readonly (Omit<PastStep, 'at'> & { hours: number; reaches?: OrderStatus })[] = [
  { action: 'award', by: 'owner', tender: 0, hours: 52, reaches: orderStatus.awarded },
  { action: 'accept', by: 'provider', hours: 9 },
  { action: 'uploadContract', by: 'provider', input: { hash: hash('demo contract') }, hours: 20 },
  { action: 'confirmContract', by: 'owner', input: { hash: hash('demo contract') }, hours: 5 },
  { action: 'pay', by: 'owner', hours: 3 },
  { action: 'report', by: 'provider', input: { percent: 30 }, hours: 70, reaches: orderStatus.working },
  { action: 'report', by: 'provider', input: { percent: 60 }, hours: 96 },
  { action: 'pay', by: 'owner', hours: 26 },
  { action: 'report', by: 'provider', input: { percent: 100 }, hours: 90 },
  { action: 'finish', by: 'provider', hours: 4, reaches: orderStatus.delivered },
  { action: 'pay', by: 'owner', hours: 18 },
  { action: 'affirm', by: 'owner', hours: 24, reaches: orderStatus.affirmed },
  { action: 'releaseRetention', by: 'owner', hours: 80, reaches: orderStatus.completed },
];

/**
 * A past that led an order to a status by the usual way, its last step `hoursAgo` before `now`. Cancelled (6) means
 * that the owner withdrew it before a choice. It has at least one tender, and its deadline after the award.
 */
export function usualPast(
  status: 2 | 3 | 4 | 5 | 6 | 7,
  now: Date,
  hoursAgo = 6,
): { publishedAt: Date; steps: PastStep[] } {
  const cancel = { action: 'cancel', by: 'owner', input: { reason: '方案改了，先不做这一款' }, hours: 40 } as const;
  const last = road.findIndex(({ reaches }) => reaches === status);
  const taken = status === orderStatus.cancelled ? [cancel] : road.slice(0, last + 1);
  let at = now.getTime() - hours(hoursAgo + taken.reduce((sum, step) => sum + step.hours, 0));
  const publishedAt = new Date(at);
  const steps = taken.map(({ hours: took, ...step }) => {
    at += hours(took);
    return { ...step, at: new Date(at) };
  });
  return { publishedAt, steps };
}
