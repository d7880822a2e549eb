import type { Updateable } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { CallParsed } from '../../../contract/call.ts';
import type { DemandCalls } from '../../../contract/demands.ts';
import { invalid, Refusal } from '../../../contract/errors.ts';
import { isRegionPair } from '../../../contract/regions.ts';
import { commonKeys, inward, type Stage, wireName } from '../../../contract/stages/stage.ts';
import { orderStatus, type OrderStatus } from '../../../contract/statuses.ts';
import type { SignedInContext } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { takenIndex } from '../../db/unique.ts';
import { inputOf, markIfChanged, pinInput } from '../orders/handing/inputs.ts';
import { openDemand } from '../orders/opening.ts';
import { mayKnow } from '../orders/policy.ts';
import { type LockedOrder, lockOrder, move } from '../orders/transition.ts';
import { markUsed } from '../uploads/use.ts';
import { joinLine } from './follow-on.ts';
import { isNidTaken, makeNid } from './nid.ts';
import { demandById, demandOfRequest, lineNidOf } from './queries.ts';
import type { DemandRow } from './tables.ts';

export type SaveInput = CallParsed<DemandCalls['save']>;

export interface Saved {
  id: string;
  nid: string;
  lineNid: string;
  status: OrderStatus;
}

/** What the form asked for, by inner name. */
interface Content {
  category: string;
  name: string;
  description: string;
  pictures: string[];
  files: string[];
  budget_fen: number;
  deadline_at: Date;
  details: Record<string, unknown>;
}

/** The case that a demand entrusts, and who is to do it. */
export interface Entrusting {
  caseId: string;
  providerId: string;
}

/** What is saved: a demand's form, but for how a form itself is told apart from another. */
export type Form = Readonly<Record<string, unknown>> &
  Pick<SaveInput, 'type' | 'productLineNid' | 'inputHash' | 'requestId'> &
  Partial<Pick<SaveInput, 'id' | 'draft'>>;

/** How often a number is made anew before something must be wrong with it. */
const attempts = 5;

/**
 * Publishes a demand, keeps it as a draft, or changes the one named by `id`. A form that was sent before (`requestId`) finds
 * the demand it became and is taken for a change of it, which an equal form is not: one form, one demand. With `entrusting` it
 * goes to that provider alone, and what the form became before stays as it is.
 */
export async function saveDemand(
  context: SignedInContext,
  stage: Stage,
  input: Form,
  entrusting?: Entrusting,
): Promise<Saved> {
  const content = contentOf(stage, input);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(context.db, (tx) => save(tx, context, stage, input, content, entrusting));
    } catch (error) {
      // The same form, sent twice at once: the second finds what the first has published.
      const twice = takenIndex(error) === 'demands_request';
      if (attempt >= attempts || !(twice || isNidTaken(error))) throw error;
    }
  }
}

function contentOf(stage: Stage, input: Form): Content {
  const values = inward(stage.demand, input);
  for (const field of stage.demand) {
    if (field.widget.kind !== 'regions') continue;
    const [province = '', city = ''] = values[field.key] as string[];
    if (!isRegionPair(province, city)) throw invalid(field.wire, `${field.label}不在可选范围内`);
  }
  return {
    category: input.type,
    name: values.name as string,
    description: (values.description as string | undefined) ?? '',
    pictures: values.pictures as string[],
    files: values.files as string[],
    budget_fen: values.budget as number,
    deadline_at: values.deadline as Date,
    details: Object.fromEntries(Object.entries(values).filter(([key]) => !commonKeys.includes(key))),
  };
}

async function save(
  tx: Tx,
  context: SignedInContext,
  stage: Stage,
  input: Form,
  content: Content,
  entrusting: Entrusting | undefined,
): Promise<Saved> {
  const existing = await sentBefore(tx, context.caller.userId, input);
  if (!existing) return create(tx, context, stage, input, content, entrusting);
  if (entrusting) return entrustedBefore(tx, existing, entrusting);
  if (existing.stage !== stage.key) throw invalid('id', '这份需求属于其他环节');
  const row = await change(tx, context, stage, existing, input, content);
  return { id: row.id, nid: row.nid, lineNid: await lineNidOf(tx, row.line_id), status: row.status };
}

/** What was entrusted is with the provider: there is nothing to change in it any more. */
async function entrustedBefore(tx: Tx, row: DemandRow, { caseId }: Entrusting): Promise<Saved> {
  if (row.case_id !== caseId) throw new Refusal('state_conflict', '这份表单已经发出过，请重新填写');
  return { id: row.id, nid: row.nid, lineNid: await lineNidOf(tx, row.line_id), status: row.status };
}

/** The demand that is to be changed; undefined for a new one. */
async function sentBefore(tx: Tx, userId: string, { id, requestId }: Form): Promise<DemandRow | undefined> {
  if (id !== undefined) {
    const row = await demandById(tx, id);
    if (!row || !mayKnow(row, userId)) throw new Refusal('not_found', '没有找到这份需求');
    if (row.owner_id !== userId) throw new Refusal('not_allowed', '只能修改自己发布的需求');
    return row;
  }
  return requestId === undefined ? undefined : demandOfRequest(tx, userId, requestId);
}

async function create(
  tx: Tx,
  context: SignedInContext,
  stage: Stage,
  input: Form,
  content: Content,
  entrusting: Entrusting | undefined,
): Promise<Saved> {
  const { now, caller } = context;
  checkDeadline(stage, content, now);
  const line = await (input.productLineNid === undefined
    ? beginLine(tx, caller.userId, content.name, now)
    : joinLine(tx, context, stage, input.productLineNid));
  await keepFiles(tx, stage, content, now);
  const published = entrusting ? orderStatus.awarded : orderStatus.tendering;
  const status = input.draft === '1' ? orderStatus.draft : published;
  const values = {
    ...columnsOf(content),
    id: uuid(),
    nid: makeNid(stage.nidPrefix, now),
    line_id: line.id,
    stage: stage.key,
    owner_id: caller.userId,
    request_id: input.requestId ?? null,
    // Nobody tenders for it: what the owner offers is what the provider takes on, or declines.
    ...(entrusting && {
      case_id: entrusting.caseId,
      provider_id: entrusting.providerId,
      amount_fen: content.budget_fen,
    }),
  };
  const goesOn = input.productLineNid !== undefined;
  const delivered = goesOn ? await inputOf(tx, context.stages, line.id, stage.key) : null;
  if (delivered && input.inputHash !== undefined && input.inputHash !== delivered.hash) {
    const reason = '前面环节的交付在您填写期间更新了，请重新选择这张订单，核对带入的资料';
    throw new Refusal('state_conflict', reason, { productLineNid: reason });
  }
  const row = await openDemand(tx, context, values, status, now);
  if (delivered) await pinInput(tx, row.id, delivered, now);
  return { id: row.id, nid: row.nid, lineNid: line.nid, status };
}

async function keepFiles(tx: Tx, stage: Stage, { pictures, files }: Content, now: Date): Promise<void> {
  await markUsed(tx, pictures, { kind: 'image', now, field: wireName(stage.demand, 'pictures') });
  await markUsed(tx, files, { kind: 'document', now, field: wireName(stage.demand, 'files') });
}

function checkDeadline(stage: Stage, { deadline_at }: Content, now: Date): void {
  if (deadline_at > now) return;
  const field = stage.demand.find(({ key }) => key === 'deadline');
  throw invalid(wireName(stage.demand, 'deadline'), `${field?.label}不能早于现在`);
}

interface Line {
  id: string;
  nid: string;
}

async function beginLine(tx: Tx, ownerId: string, name: string, now: Date): Promise<Line> {
  const line = { id: uuid(), nid: makeNid('PL', now), owner_id: ownerId, name, created_at: now };
  await tx.insertInto('product_lines').values(line).execute();
  return line;
}

function columnsOf(content: Content) {
  const { pictures, files, details } = content;
  return {
    ...content,
    pictures: JSON.stringify(pictures),
    files: JSON.stringify(files),
    details: JSON.stringify(details),
  };
}

/** The terms that bidders reckoned with: changing one of them voids the tenders (rulings §2). */
const terms: readonly (keyof Content)[] = ['budget_fen', 'deadline_at', 'details'];

async function change(
  tx: Tx,
  context: SignedInContext,
  stage: Stage,
  { nid }: DemandRow,
  input: Form,
  content: Content,
): Promise<DemandRow> {
  const { now, caller } = context;
  const publishing = input.draft === '0';
  let order = await lockOrder(tx, context, nid, now);
  const changed = (Object.keys(content) as (keyof Content)[]).filter((key) => !same(content[key], order.row[key]));
  if (changed.length > 0) {
    if (changed.includes('deadline_at')) checkDeadline(stage, content, now);
    await keepFiles(tx, stage, content, now);
    const action = changed.some((key) => terms.includes(key)) ? 'editTerms' : 'edit';
    order = await move(tx, context, foreseen(order, content), {
      action,
      actor: 'owner',
      actorId: caller.userId,
      columns: columnsOf(content) as Updateable<DB['demands']>,
      now,
    });
  }
  if (publishing && order.row.status === orderStatus.draft) {
    order = await move(tx, context, order, {
      action: 'publish',
      actor: 'owner',
      actorId: caller.userId,
      columns: { published_at: now },
      now,
    });
    await markIfChanged(tx, context, order.row, null, now);
  }
  return order.row;
}

/** The process reckons due times with the deadline as it will be. */
const foreseen = (order: LockedOrder, { deadline_at }: Content): LockedOrder => ({
  ...order,
  facts: { ...order.facts, deadlineAt: deadline_at.getTime() },
});

/** Equal as stored: key order does not count, since jsonb does not keep it. */
function same(a: unknown, b: unknown): boolean {
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  );
}

/** Publishes a draft as it was saved. Throws not_found for anybody but its owner. */
export async function publishSaved(context: SignedInContext, nid: string): Promise<DemandRow> {
  const { caller, now } = context;
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, context, nid, now);
    if (order.row.owner_id !== caller.userId) throw new Refusal('not_found', '没有找到这份需求');
    const publishing = {
      action: 'publish',
      actor: 'owner',
      actorId: caller.userId,
      columns: { published_at: now },
      now,
    } as const;
    const { row } = await move(tx, context, order, publishing);
    await markIfChanged(tx, context, row, null, now);
    return row;
  });
}
