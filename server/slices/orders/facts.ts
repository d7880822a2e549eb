import type { Updateable } from 'kysely';
import { freshFacts, type Moment, type OrderFacts } from '../../../contract/process/facts.ts';
import { orderStatus, type OrderStatus } from '../../../contract/statuses.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import type { Tx } from '../../db/transaction.ts';
import type { DB } from '../../db/schema.ts';
import type { Kysely, Selectable } from 'kysely';

export type OrderRow = Selectable<DB['demands']>;
export type OrderColumns = Updateable<DB['demands']>;

const ended: readonly OrderStatus[] = [orderStatus.cancelled, orderStatus.completed, orderStatus.closed];
const moment = (date: Date | null): Moment | null => date && date.getTime();
const date = (at: Moment | null): Date | null => (at === null ? null : new Date(at));

/** Statuses of the demands that stand in a product line, by stage, in the order of the chain. */
export async function lineStatuses(
  db: Kysely<DB> | Tx,
  lineId: string,
  stages: readonly Stage[],
): Promise<(OrderStatus | null)[]> {
  const rows = await db
    .selectFrom('demands')
    .select(['stage', 'status'])
    .where('line_id', '=', lineId)
    .where('in_line', '=', true)
    .execute();
  return stages.map(({ key }) => rows.find((row) => row.stage === key)?.status ?? null);
}

/** What the process knows of a row. The line is looked up only where a row of the table asks about it. */
export async function factsOf(db: Kysely<DB> | Tx, row: OrderRow, stages: readonly Stage[]): Promise<OrderFacts> {
  const line = ended.includes(row.status) ? await lineStatuses(db, row.line_id, stages) : aloneInLine(row, stages);
  return factsFrom(row, line, stages);
}

const aloneInLine = (row: OrderRow, stages: readonly Stage[]) =>
  stages.map(({ key }) => (key === row.stage ? row.status : null));

/** The same where the line's statuses are known already. */
export function factsFrom(row: OrderRow, line: OrderFacts['line'], stages: readonly Stage[]): OrderFacts {
  const stageIndex = stages.findIndex(({ key }) => key === row.stage);
  const stage = stages[stageIndex];
  if (!stage) throw new Error(`demand ${row.nid} is of stage ${row.stage}, which the catalogue does not have`);
  return freshFacts({
    status: row.status,
    entrusted: row.entrusted,
    deadlineAt: row.deadline_at.getTime(),
    since: row.status_since.getTime(),
    tenders: row.tender_count,
    amountFen: row.amount_fen,
    payments: { down: row.down_status, second: row.second_status, final: row.final_status },
    progress: row.progress,
    reports: row.report_count,
    sendBacks: row.send_backs,
    reminders: row.reminders,
    retentionDays: stage.retentionDays,
    retentionUntil: moment(row.retention_until),
    removed: { owner: row.owner_removed, provider: row.provider_removed },
    line,
    stageIndex,
    inLine: row.in_line,
    ...row.proceedings,
  });
}

/** The other way: what is kept of the facts, by column. */
export function columnsOf(facts: OrderFacts): OrderColumns {
  const { contract, cancelRequest, dispute, disputeWithdrawn, incoming, input, appraisals, appraisalsPublic } = facts;
  return {
    status: facts.status,
    deadline_at: new Date(facts.deadlineAt),
    status_since: new Date(facts.since),
    tender_count: facts.tenders,
    amount_fen: facts.amountFen,
    down_status: facts.payments.down,
    second_status: facts.payments.second,
    final_status: facts.payments.final,
    progress: facts.progress,
    report_count: facts.reports,
    send_backs: facts.sendBacks,
    reminders: facts.reminders,
    retention_until: date(facts.retentionUntil),
    owner_removed: facts.removed.owner,
    provider_removed: facts.removed.provider,
    proceedings: JSON.stringify({
      contract,
      cancelRequest,
      dispute,
      disputeWithdrawn,
      incoming,
      input,
      appraisals,
      appraisalsPublic,
    }),
  };
}

/** Only the columns in which two states differ. */
export function changedColumns(before: OrderFacts, after: OrderFacts): OrderColumns {
  const old = columnsOf(before) as Record<string, unknown>;
  const changed = Object.entries(columnsOf(after)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]),
  );
  return Object.fromEntries(changed);
}
