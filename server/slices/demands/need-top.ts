import { type Kysely, sql } from 'kysely';
import { type CategoryKey, categoryKeys } from '../../../contract/categories.ts';
import { needTopCall } from '../../../contract/need-top.ts';
import { fenToYuan } from '../../../contract/fields.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { seconds } from '../../../contract/wire.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import type { DB } from '../../db/schema.ts';

interface NeedRow {
  nid: string;
  category: CategoryKey;
  name: string;
  details: Record<string, unknown>;
  budget_fen: number;
  deadline_at: Date;
}

/** The largest quantities that one may still tender for, from an index of open demands by quantity. */
async function largestNeeds(
  db: Kysely<DB>,
  { stage, category, size, now }: { stage: string; category?: CategoryKey; size: number; now: Date },
): Promise<NeedRow[]> {
  const among = category === undefined ? categoryKeys : [category];
  // The conditions are written as the index `demands_quantity` has them.
  const quantity = sql`((details ->> 'quantity')::numeric)`;
  const { rows } = await sql<NeedRow>`
    select found.* from unnest(${among}::text[]) as of (category)
    cross join lateral (
      select nid, category, name, details, budget_fen, deadline_at, ${quantity} as quantity from demands
      where stage = ${stage} and category = of.category and status = 1 and held_at is null
        and jsonb_typeof(details -> 'quantity') = 'number' and deadline_at > ${now}
      order by ${quantity} desc, budget_fen desc limit ${size}
    ) as found
    order by found.quantity desc, found.budget_fen desc limit ${size}`.execute(db);
  return rows;
}

/** For the stages that measure what is needed. */
export function needTop(stages: readonly Stage[]): AnyImplementation[] {
  return stages.flatMap((stage) => {
    const call = needTopCall(stage);
    if (!call) return [];
    const measure = stage.demand.find(({ key }) => key === 'quantity');
    const kind = stage.demand.find(({ widget }) => widget.kind === 'select' || widget.kind === 'choices');
    const unit = measure?.widget.kind === 'number' ? measure.widget.unit : '';
    return implement(call, async ({ type, size }, { db, now }) => {
      const rows = await largestNeeds(db, { stage: stage.key, category: type, size, now });
      return {
        data: rows.map(({ nid, category, name, details, budget_fen, deadline_at }) => ({
          demandNid: nid,
          type: category,
          name,
          number: Number(details['quantity']),
          unit,
          kind: kind ? [details[kind.key] ?? ''].flat().join('、') : '',
          budget: fenToYuan(budget_fen),
          issueEndTime: seconds(deadline_at),
        })),
      };
    });
  });
}
