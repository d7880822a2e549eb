import type { Kysely } from 'kysely';
import { v7 as uuid } from 'uuid';
import { Refusal } from '../../../contract/errors.ts';
import type { ChangeName } from '../../../contract/process/changes.ts';
import type { Actor, Moment, OrderFacts } from '../../../contract/process/facts.ts';
import type { ActionInput } from '../../../contract/process/guards.ts';
import { dueInstalment } from '../../../contract/process/money.ts';
import { next, overdue, type Effect, type Moved } from '../../../contract/process/next.ts';
import type { Action } from '../../../contract/process/row.ts';
import { nearAt } from '../../../contract/process/words.ts';
import { orderStatus, type OrderStatus } from '../../../contract/statuses.ts';
import type { Services } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { along } from '../../db/statements.ts';
import { Beforehand, inTransaction, type Tx } from '../../db/transaction.ts';
import { mustBeOpen } from '../accounts/standing.ts';
import { demandChanged } from '../demands/changed.ts';
import { demandListed } from '../demands/events.ts';
import { listed } from '../demands/lists.ts';
import { count } from '../figures/keep.ts';
import { orderMoved, paymentDue, type Recipients } from './events.ts';
import { changedColumns, factsOf, type OrderColumns, type OrderRow } from './facts.ts';
import { carryOut } from './money.ts';
import { mayKnow } from './policy.ts';
import { type Traced, writeTrace } from '../trace/write.ts';
import { nextProviderOf, standingBidders, tenderStands } from './queries.ts';

type Ground = Pick<Services, 'outbox' | 'stages' | 'bus'>;

/** An order whose row is locked until the transaction ends; no step of the clock is overdue. */
export interface LockedOrder {
  row: OrderRow;
  facts: OrderFacts;
}

export interface Doing {
  action: Action;
  actor: Actor;
  /** null for the clock */
  actorId: string | null;
  input?: ActionInput;
  /** what the caller writes with it: the provider of an award, say */
  columns?: OrderColumns;
  /** what is said with it, and addresses of pictures that come with it, for its record in the trace log */
  words?: string;
  pictures?: readonly string[];
  now: Date;
}

/**
 * Locks an order by its number. Nobody acts on a state whose time has run out: where a step of the clock is due, it is taken
 * first, in a transaction of its own, since it stays when what somebody wanted here is refused. Throws not_found.
 */
export async function lockOrder(tx: Tx, ground: Ground, nid: string, now: Date): Promise<LockedOrder> {
  const order = await lockedAsIs(tx, ground, nid);
  if (overdue(order.facts, now.getTime()) === null) return order;
  throw new Beforehand((db) =>
    inTransaction(db, async (own) => {
      await catchUp(own, ground, await lockedAsIs(own, ground, nid), now);
    }),
  );
}

async function lockedAsIs(tx: Tx, ground: Ground, nid: string): Promise<LockedOrder> {
  const row = await tx.selectFrom('demands').selectAll().where('nid', '=', nid).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('not_found', '没有找到这份需求');
  return { row, facts: await factsOf(tx, row, ground.stages) };
}

/** Takes every step of the clock that is due by now, each at the time when it is found. */
export async function catchUp(tx: Tx, ground: Ground, order: LockedOrder, now: Date): Promise<LockedOrder> {
  let current = order;
  for (;;) {
    const action = overdue(current.facts, now.getTime());
    if (action === null) return current;
    current = await move(tx, ground, current, { action, actor: 'clock', actorId: null, now });
  }
}

/** What somebody is to an order at this moment. Throws not_found for a stranger who may not know of it. */
export async function roleOf(
  tx: Tx | Kysely<DB>,
  ground: Pick<Ground, 'stages'>,
  row: OrderRow,
  userId: string,
): Promise<Actor> {
  const actor = await actorOf(tx, ground, row, userId);
  if (actor === 'stranger' && !mayKnow(row, userId)) throw new Refusal('not_found', '没有找到这份需求');
  return actor;
}

async function actorOf(
  tx: Tx | Kysely<DB>,
  ground: Pick<Ground, 'stages'>,
  row: OrderRow,
  userId: string,
): Promise<Actor> {
  if (row.owner_id === userId) return 'owner';
  if (row.provider_id === userId) return 'provider';
  if (row.status === orderStatus.tendering && (await tenderStands(tx, row.id, userId))) return 'bidder';
  if (row.status === orderStatus.completed && (await nextProviderOf(tx, row, ground.stages)) === userId)
    return 'nextProvider';
  return 'stranger';
}

/**
 * One step of a locked order: asks the table, then writes status, history, ledger and outbox, all in the caller's transaction.
 * Throws the table's refusal as not_allowed, state_conflict or invalid_input. This is the only place that writes an
 * order's state, but for the count of tenders (see `tender` of the demands slice).
 */
export async function move(tx: Tx, ground: Ground, order: LockedOrder, doing: Doing): Promise<LockedOrder> {
  const { action, actor, actorId, now, input } = doing;
  const step = next(order.facts, action, actor, now.getTime(), input);
  if (!step.ok) throw new Refusal(step.kind, step.reason);

  const begins = action === 'publish' ? order.row.owner_id : action === 'award' ? doing.columns?.provider_id : null;
  if (begins) await mustBeOpen(tx, begins);
  const recipients = await recipientsOf(tx, ground, order.row, step.effects, doing.columns, actorId);
  const written: OrderColumns = {
    ...changedColumns(order.facts, step.facts),
    ...(await sideEffects(tx, order.row, step, now)),
    ...doing.columns,
  };
  const columns: OrderColumns = {
    ...written,
    ...(await listing(tx, order.row, written, step.to)),
    due_at: step.dueAt === null ? null : new Date(step.dueAt),
    near_at: dateOf(nearAt(step.facts, now.getTime())),
    updated_at: now,
  };
  const row = await tx
    .updateTable('demands')
    .set(columns)
    .where('id', '=', order.row.id)
    .returningAll()
    .executeTakeFirstOrThrow();

  const historyId = step.row.quiet ? null : uuid();
  if (historyId !== null) {
    const line = { id: historyId, demand_id: row.id, at: now, action, actor, actor_id: actorId };
    const reason = input?.reason ?? null;
    await along(
      tx,
      tx
        .insertInto('order_history')
        .values({ ...line, from_status: order.facts.status, to_status: step.to, reason, ...divisionOf(step, input) }),
    );
  }
  await carryOut(tx, row, step.effects, historyId, now);
  const trace = step.effects.some(({ kind }) => kind === 'trace');
  if (trace && historyId !== null) await writeTrace(tx, tracedStep(row, historyId, doing));
  if (Object.keys(recipients).length > 0)
    await ground.outbox.emit(tx, orderMoved, { demandId: row.id, action, historyId, recipients });
  const instalment = dueInstalment(step.facts.payments);
  if (instalment !== null && instalment !== dueInstalment(order.facts.payments))
    await ground.outbox.emit(tx, paymentDue, { demandId: row.id, instalment });
  if (concernsVisitors(action, order.facts.status, step.to))
    await ground.outbox.emit(tx, demandListed, { demandId: row.id });
  if (step.to === orderStatus.completed && order.facts.status !== step.to) await count(tx, 'finished', 1);
  demandChanged(tx, ground.bus, row);
  if (row.category !== order.row.category) demandChanged(tx, ground.bus, order.row);
  return { row, facts: step.facts };
}

const dateOf = (at: Moment | null): Date | null => (at === null ? null : new Date(at));

/** What a step leaves in the trace log. */
function tracedStep(
  row: OrderRow,
  historyId: string,
  { action, actor, actorId, input, words, pictures, now }: Doing,
): Traced {
  const { line_id, nid, stage, name, amount_fen } = row;
  const said = { percent: input?.percent, contract: input?.hash, words, pictures };
  const price = action === 'award' ? { amountFen: amount_fen } : {};
  return { historyId, lineId: line_id, nid, stage, product: name, action, actor, actorId, now, ...said, ...price };
}

/** The division that a step carries out, or else proposes. */
export function divisionOf(step: Moved, input: ActionInput | undefined) {
  const done = step.effects.find((effect) => effect.kind === 'ledger' && effect.move === 'divide');
  // Goods that were found faulty propose one of themselves.
  const offered = step.row.changes?.includes('goodsToDispute') ? step.facts.dispute?.offer.split : undefined;
  const split =
    offered ??
    (done?.kind === 'ledger' && done.move === 'divide' ? done : step.row.needs?.includes('split') && input?.split);
  return split ? { owner_fen: split.ownerFen, provider_fen: split.providerFen } : {};
}

/** Whether what anyone may find of an order is another after this step. */
function concernsVisitors(action: Action, from: OrderStatus, to: OrderStatus): boolean {
  const was = from === orderStatus.tendering;
  const is = to === orderStatus.tendering;
  return was !== is || (is && (action === 'edit' || action === 'editTerms'));
}

/** An order that goes to or from 1 enters or leaves the public list; an open one moves in it with deadline and category. */
async function listing(tx: Tx, row: OrderRow, written: OrderColumns, to: OrderStatus): Promise<OrderColumns> {
  const { category = row.category, deadline_at = row.deadline_at } = written;
  const after = { ...row, category, deadline_at: new Date(deadline_at) };
  const stays = category === row.category && after.deadline_at.getTime() === row.deadline_at.getTime();
  const was = row.status === orderStatus.tendering;
  const is = to === orderStatus.tendering;
  if (was === is && (!is || stays)) return {};
  // Held back, it is in no list now; it comes back with its owner.
  if (row.held_at !== null) return {};
  if (was) await listed(tx, row, -1);
  return is ? { list_seq: await listed(tx, after, 1) } : {};
}

/** What some changes of the facts mean for rows and columns that the process itself does not look at. */
const consequences: Partial<Record<ChangeName, (tx: Tx, row: OrderRow, now: Date) => Promise<OrderColumns>>> = {
  voidTenders: async (tx, row, now) => {
    await tx
      .updateTable('tenders')
      .set({ status: 'voided', updated_at: now })
      .where('demand_id', '=', row.id)
      .where('status', '=', 'standing')
      .execute();
    return {};
  },
  dropAward: async (tx, row, now) => {
    if (row.awarded_tender_id !== null) {
      await tx
        .updateTable('tenders')
        .set({ status: 'declined', updated_at: now })
        .where('id', '=', row.awarded_tender_id)
        .execute();
    }
    return { provider_id: null, awarded_tender_id: null, ordered_at: null };
  },
  // A draft that was thrown away must not keep its stage taken.
  remove: async (_tx, row) => (row.status === orderStatus.draft ? { in_line: false } : {}),
};

async function sideEffects(tx: Tx, row: OrderRow, step: Moved, now: Date): Promise<OrderColumns> {
  let columns: OrderColumns = {};
  for (const name of step.row.changes ?? []) columns = { ...columns, ...(await consequences[name]?.(tx, row, now)) };
  return columns;
}

/** Everyone the table names, as they are before the step, but for the provider that an award brings in. */
async function recipientsOf(
  tx: Tx,
  ground: Ground,
  row: OrderRow,
  effects: readonly Effect[],
  columns: OrderColumns | undefined,
  actorId: string | null,
): Promise<Recipients> {
  const recipients: Recipients = {};
  const provider = columns?.provider_id ?? row.provider_id;
  for (const effect of effects) {
    if (effect.kind !== 'notice') continue;
    if (effect.to === 'owner') recipients.owner = row.owner_id;
    else if (effect.to === 'operators') recipients.operators = true;
    else if (effect.to === 'provider' && provider) recipients.provider = provider;
    else if (effect.to === 'nextProvider') {
      const found = await nextProviderOf(tx, row, ground.stages);
      if (found) recipients.nextProvider = found;
    } else if (effect.to === 'bidders') {
      const bidders = await standingBidders(tx, row.id);
      const others = bidders.filter((id) => id !== provider && id !== actorId);
      if (others.length > 0) recipients.bidders = others;
    }
  }
  return recipients;
}
