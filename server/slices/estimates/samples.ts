import { sql } from 'kysely';
import { scopesOf } from '../../../contract/estimates.ts';
import { orderStatus, paymentStatus } from '../../../contract/statuses.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import type { JobName } from '../../job-names.ts';
import { type Consumer, onMany } from '../../outbox/events.ts';
import { orderMoved } from '../orders/events.ts';
import type { OrderRow } from '../orders/facts.ts';
import { historyOf, ordersByIds } from '../orders/queries.ts';

const day = 86_400_000;

export const estimateConsumers: Consumer<JobName>[] = [
  onMany(orderMoved, 'estimate-samples', async (events, { db, stages }) => {
    const rows = await ordersByIds(db, [...new Set(events.map(({ demandId }) => demandId))]);
    for (const row of rows.filter(isSettled)) await inTransaction(db, (tx) => addSample(tx, stages, row));
  }),
];

/** Completed, and all of the price went to the provider: what a dispute divided says nothing of a price. */
export const isSettled = (row: OrderRow): boolean =>
  row.status === orderStatus.completed &&
  [row.down_status, row.second_status, row.final_status].every((status) => status === paymentStatus.released);

/** Counts a settled order among those of its stage, once, however often it is heard of. */
export async function addSample(tx: Tx, stages: readonly Stage[], row: OrderRow): Promise<void> {
  const stage = stages.find(({ key }) => key === row.stage);
  const known = await tx
    .selectFrom('estimate_samples')
    .select('demand_id')
    .where('demand_id', '=', row.id)
    .limit(1)
    .executeTakeFirst();
  if (!stage || known) return;
  const history = await historyOf(tx, row.id);
  const accepted = history.findLast(({ action }) => action === 'accept')?.at;
  const affirmed = history.findLast(({ action }) => action === 'affirm')?.at;
  const last = history.at(-1)?.at;
  if (!accepted || !affirmed || !last) return;
  const days = Math.max(1, Math.ceil((affirmed.getTime() - accepted.getTime()) / day));
  const scopes = scopesOf(stage, row.category, row.details);
  const sample = { stage: row.stage, demand_id: row.id, price_fen: row.amount_fen, days, settled_at: last };
  await tx
    .insertInto('estimate_samples')
    .values(scopes.map((scope) => ({ ...sample, scope })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .insertInto('estimates')
    .values(scopes.map((scope) => ({ stage: row.stage, scope, due_at: last })))
    .onConflict((conflict) =>
      conflict.columns(['stage', 'scope']).doUpdateSet({
        // Once a day at most: what one order more did to the figures cannot be read off.
        due_at: sql`coalesce(estimates.due_at, greatest(excluded.due_at, estimates.computed_at + interval '1 day'))`,
      }),
    )
    .execute();
}
