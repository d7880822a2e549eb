import type { Insertable } from 'kysely';
import { v7 as uuid } from 'uuid';
import { freshFacts } from '../../../contract/process/facts.ts';
import { dueAt } from '../../../contract/process/next.ts';
import { nearAt } from '../../../contract/process/words.ts';
import { orderStatus } from '../../../contract/statuses.ts';
import type { Services } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import { mustBeOpen } from '../accounts/standing.ts';
import { demandChanged } from '../demands/changed.ts';
import { demandListed } from '../demands/events.ts';
import { listed } from '../demands/lists.ts';
import { orderMoved } from './events.ts';
import { writeTrace } from '../trace/write.ts';
import type { OrderRow } from './facts.ts';

/** What a demand comes into being with; its state is this slice's to write. */
export type OpeningValues = Omit<
  Insertable<DB['demands']>,
  | 'status'
  | 'status_since'
  | 'due_at'
  | 'near_at'
  | 'created_at'
  | 'published_at'
  | 'ordered_at'
  | 'updated_at'
  | 'entrusted'
  | 'list_seq'
>;

/**
 * Brings a demand into being in one of the table's entries: saved as a draft (0), published (1), or as an entrusted case
 * (2, with provider_id, case_id and amount_fen). Writes the row, its due time, the first line of its history, its place in the
 * public list when it is published, and tells the provider of an entrusted case.
 */
export async function openDemand(
  tx: Tx,
  ground: Pick<Services, 'outbox' | 'bus' | 'settings'>,
  values: OpeningValues,
  status: 0 | 1 | 2,
  now: Date,
): Promise<OrderRow> {
  const entrusted = status === orderStatus.awarded;
  await mustBeOpen(tx, values.owner_id);
  if (values.provider_id) await mustBeOpen(tx, values.provider_id);
  const deadlineAt = new Date(values.deadline_at).getTime();
  const facts = freshFacts({ status, entrusted, deadlineAt, since: now.getTime() });
  const due = dueAt(facts);
  const near = nearAt(facts, now.getTime());
  const { stage, category } = values;
  const listable = { stage, category, deadline_at: new Date(deadlineAt), list_seq: null };
  const row = await tx
    .insertInto('demands')
    .values({
      ...values,
      status,
      entrusted,
      status_since: now,
      due_at: due === null ? null : new Date(due),
      near_at: near === null ? null : new Date(near),
      created_at: now,
      updated_at: now,
      published_at: status === orderStatus.draft ? null : now,
      ordered_at: entrusted ? now : null,
      commission_basis_points: entrusted ? ground.settings.commissionBasisPoints : 0,
      list_seq: status === orderStatus.tendering ? await listed(tx, listable, 1) : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (status === orderStatus.draft) return row;
  demandChanged(tx, ground.bus, row);
  if (status === orderStatus.tendering) await ground.outbox.emit(tx, demandListed, { demandId: row.id });

  const historyId = uuid();
  await tx
    .insertInto('order_history')
    .values({
      id: historyId,
      demand_id: row.id,
      at: now,
      action: 'publish',
      actor: 'owner',
      actor_id: row.owner_id,
      from_status: orderStatus.draft,
      to_status: status,
      reason: null,
    })
    .execute();
  await writeTrace(tx, {
    historyId,
    lineId: row.line_id,
    nid: row.nid,
    stage: row.stage,
    product: row.name,
    action: 'publish',
    actor: 'owner',
    actorId: row.owner_id,
    now,
    ...(entrusted ? { amountFen: row.amount_fen } : {}),
  });
  if (entrusted && row.provider_id) {
    const recipients = { provider: row.provider_id };
    await ground.outbox.emit(tx, orderMoved, {
      demandId: row.id,
      action: 'publish',
      historyId,
      recipients,
    });
  }
  return row;
}
