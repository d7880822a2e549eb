import { sql } from 'kysely';
import { fewestSamples, mostSamples } from '../../../contract/estimates.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import type { Sweep } from '../../outbox/events.ts';

const batch = 200;
/** With one party on a side, the figures would be its own prices. */
const fewestParties = 2;

/** Two digits that count: 8,643.20 yuan are told as 8,600, so that no single deal can be read off. */
export function rounded(fen: number): number {
  const unit = 10 ** Math.max(2, Math.floor(Math.log10(Math.max(1, fen))) - 1);
  return Math.round(fen / unit) * unit;
}

interface Reckoned {
  samples: number;
  owners: number;
  providers: number;
  price: [median: number, high: number];
  days: [median: number, high: number];
}

/** Reckons anew what samples have come for. Each reads the newest samples of one kind, however many orders there are. */
export const estimateSweep: Sweep = {
  name: 'estimates',
  run: async ({ db, clock }, stopping) => {
    for (;;) {
      const due = await db
        .selectFrom('estimates')
        .select(['stage', 'scope'])
        .where('due_at', '<=', clock.now())
        .orderBy('due_at')
        .limit(batch)
        .execute();
      for (const { stage, scope } of due) {
        if (stopping.aborted) return;
        await inTransaction(db, (tx) => reckon(tx, stage, scope, clock.now()));
      }
      if (due.length < batch) return;
    }
  },
};

async function reckon(tx: Tx, stage: string, scope: string, now: Date): Promise<void> {
  // A sample that comes meanwhile waits here, and makes it due again afterwards.
  const row = tx.selectFrom('estimates').select('due_at').where('stage', '=', stage).where('scope', '=', scope);
  await row.forUpdate().execute();
  const { rows } = await sql<Reckoned>`
    select count(*)::int as samples, count(distinct d.owner_id)::int as owners, count(distinct d.provider_id)::int as providers,
      percentile_cont(array[0.5, 0.8]) within group (order by newest.price_fen) as price,
      percentile_cont(array[0.5, 0.8]) within group (order by newest.days) as days
    from (
      select demand_id, price_fen, days from estimate_samples
      where stage = ${stage} and scope = ${scope} order by settled_at desc, demand_id limit ${mostSamples}
    ) newest join demands d on d.id = newest.demand_id`.execute(tx);
  const [found] = rows;
  if (!found) return;
  const { samples, owners, providers, price, days } = found;
  const told = samples >= fewestSamples && owners >= fewestParties && providers >= fewestParties;
  await tx
    .updateTable('estimates')
    .set({
      samples,
      price_median_fen: told ? rounded(price[0]) : null,
      price_high_fen: told ? rounded(price[1]) : null,
      days_median: told ? Math.ceil(days[0]) : null,
      days_high: told ? Math.ceil(days[1]) : null,
      computed_at: now,
      due_at: null,
    })
    .where('stage', '=', stage)
    .where('scope', '=', scope)
    .execute();
}
