import { sql } from 'kysely';
import { invalid, Refusal } from '../../../contract/errors.ts';
import { type Handed, prefillFromLine, type Told } from '../../../contract/follow-on.ts';
import { chainRefusal } from '../../../contract/process/chain.ts';
import { next } from '../../../contract/process/next.ts';
import type { Action } from '../../../contract/process/row.ts';
import { deliveredFilesKey, deliveredKey, type Stage } from '../../../contract/stages/stage.ts';
import { orderStatus, type OrderStatus } from '../../../contract/statuses.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { offsetOf } from '../../db/page.ts';
import type { Tx } from '../../db/transaction.ts';
import { settleDue } from '../orders/clock.ts';
import { factsFrom, lineStatuses } from '../orders/facts.ts';
import { dueOf, lineDemands, statusesOf } from '../orders/queries.ts';
import { type Delivered, deliveredThings } from '../orders/work/queries.ts';
import { inputOf } from '../orders/handing/inputs.ts';
import { type LockedOrder, lockOrder, move } from '../orders/transition.ts';
import type { DemandRow } from './tables.ts';

const ended: readonly OrderStatus[] = [orderStatus.cancelled, orderStatus.closed];

/** An order that a demand goes on from, with the number of its line. */
export interface Before {
  row: DemandRow;
  lineNid: string;
}

/**
 * The caller's finished orders that seed a demand in this stage: exactly those whose `followOn` the process lets through.
 * The query narrows, the table decides. The first stage has none.
 */
export async function followOnOrders(
  context: SignedInContext,
  stage: Stage,
  paging: { page: number; pageSize: number },
): Promise<{ rows: Before[]; count: number }> {
  const { db, stages, caller, now } = context;
  await settleDue(context, await dueOf(db, caller.userId, now), now);
  const index = stages.indexOf(stage);
  const before = stages[index - 1];
  if (!before) return { rows: [], count: 0 };
  const later = stages.slice(index + 1).map(({ key }) => key);
  const mine = db
    .selectFrom('demands')
    .innerJoin('product_lines', 'product_lines.id', 'demands.line_id')
    .where('demands.owner_id', '=', caller.userId)
    .where('demands.stage', '=', before.key)
    .where('demands.status', '=', orderStatus.completed)
    .where('demands.in_line', '=', true)
    .where(sql<boolean>`coalesce(demands.proceedings -> 'dispute', 'null') = 'null'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('demands as other')
            .select('other.id')
            .whereRef('other.line_id', '=', 'demands.line_id')
            .where('other.in_line', '=', true)
            .where(({ or, and, eb }) =>
              or([
                and([eb('other.stage', '=', stage.key), eb('other.status', 'not in', ended)]),
                ...(later.length > 0 ? [eb('other.stage', 'in', later)] : []),
              ]),
            ),
        ),
      ),
    );
  const { count } = await mine.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const found = await mine
    .selectAll('demands')
    .select('product_lines.nid as lineNid')
    .orderBy('demands.id', 'desc')
    .limit(paging.pageSize)
    .offset(offsetOf(paging))
    .execute();
  const ids = found.map(({ line_id }) => line_id);
  const demands = await lineDemands(db, ids);
  const rows = found
    .map(({ lineNid, ...row }) => ({ row, lineNid }))
    .filter(({ row }) => {
      const facts = factsFrom(row, statusesOf(demands, row.line_id, stages), stages);
      return next(facts, 'followOn', 'owner', now.getTime()).ok;
    });
  return { rows, count };
}

/**
 * What a demand in this stage takes over from a line of the caller's. Throws for a line that the chain rule keeps it out of,
 * in the same words as publishing does.
 */
export async function takeOver(
  context: SignedInContext,
  stage: Stage,
  lineNid: string,
): Promise<{ before: Before; values: Handed[]; inputHash: string }> {
  const { db, stages, caller, now } = context;
  await settleDue(context, await dueOf(db, caller.userId, now), now);
  const line = await db
    .selectFrom('product_lines')
    .select(['id', 'nid'])
    .where('nid', '=', lineNid)
    .where('owner_id', '=', caller.userId)
    .executeTakeFirst();
  if (!line) throw invalid('productLineNid', '没有找到这条产品线');
  const index = stages.indexOf(stage);
  const rows = await db
    .selectFrom('demands')
    .selectAll()
    .where('line_id', '=', line.id)
    .where('in_line', '=', true)
    .execute();
  const statuses = stages.map(({ key }) => rows.find((row) => row.stage === key)?.status ?? null);
  const reason = chainRefusal(statuses, index);
  if (reason !== null) throw refused(reason);

  const shown = await deliveredThings(
    db,
    rows.map(({ id }) => id),
  );
  const tell = (one: Stage, row: DemandRow) => told(one, row, shown.get(row.id));
  const inStage = (one: Stage | undefined) => rows.find((row) => row.stage === one?.key);
  const again = inStage(stage);
  const finished = stages
    .slice(0, index)
    .toReversed()
    .flatMap((one) => {
      const row = inStage(one);
      return row?.status === orderStatus.completed ? [tell(one, row)] : [];
    });
  const from = inStage(stages[index - 1]) ?? again;
  if (!from) throw refused('上一环节的订单还没有完成');
  const values = prefillFromLine(stage, finished, again && tell(stage, again));
  const input = await inputOf(db, stages, line.id, stage.key);
  return { before: { row: from, lineNid: line.nid }, values, inputHash: input?.hash ?? '' };
}

/** A demand as the form's fields know it, with what was shown of the work. */
function told(stage: Stage, row: DemandRow, delivered: Delivered | undefined): Told {
  const { nid, name, description, pictures, files, details } = row;
  return {
    stage,
    demandNid: nid,
    values: {
      ...details,
      name,
      description,
      pictures,
      files,
      [deliveredKey]: delivered?.pictures ?? [],
      [deliveredFilesKey]: delivered?.files ?? [],
    },
  };
}

const refused = (reason: string) => new Refusal('state_conflict', reason, { productLineNid: reason });

/**
 * Puts a follow-on into its line: the finished order before takes its `followOn`, one that came to nothing its
 * `raiseAgain`, so the process table lets it through or not, and says so in their history. The line is locked: of two at
 * once the second finds the first.
 */
export async function joinLine(
  tx: Tx,
  context: SignedInContext,
  stage: Stage,
  nid: string,
): Promise<{ id: string; nid: string }> {
  const { caller, now, stages } = context;
  const line = await tx
    .selectFrom('product_lines')
    .select(['id', 'nid'])
    .where('nid', '=', nid)
    .where('owner_id', '=', caller.userId)
    .forUpdate()
    .executeTakeFirst();
  if (!line) throw invalid('productLineNid', '没有找到这条产品线');
  const index = stages.indexOf(stage);
  const before = await lockIn(tx, context, line.id, stages[index - 1]);
  const again = await lockIn(tx, context, line.id, stage);
  const reason = chainRefusal(await lineStatuses(tx, line.id, stages), index);
  if (reason !== null) throw refused(reason);

  const step = async (order: LockedOrder, action: Action) => {
    try {
      await move(tx, context, order, { action, actor: 'owner', actorId: caller.userId, now });
    } catch (error) {
      // Frozen by a dispute, say: the form has a field for it.
      throw error instanceof Refusal ? refused(error.message) : error;
    }
  };
  if (before?.row.status === orderStatus.completed) await step(before, 'followOn');
  if (again) {
    await step(again, 'raiseAgain');
    await tx.updateTable('demands').set({ in_line: false, updated_at: now }).where('id', '=', again.row.id).execute();
  }
  return line;
}

/** The demand that stands in a stage of the line, locked, with the clock's steps taken. */
async function lockIn(
  tx: Tx,
  context: SignedInContext,
  lineId: string,
  stage: Stage | undefined,
): Promise<LockedOrder | undefined> {
  if (!stage) return undefined;
  const found = await tx
    .selectFrom('demands')
    .select('nid')
    .where('line_id', '=', lineId)
    .where('stage', '=', stage.key)
    .where('in_line', '=', true)
    .executeTakeFirst();
  return found && lockOrder(tx, context, found.nid, context.now);
}
