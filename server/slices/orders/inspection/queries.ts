import type { Kysely } from 'kysely';
import type { Stage } from '../../../../contract/stages/stage.ts';
import type { DB } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { OrderRow } from '../facts.ts';
import type { InspectionRow } from './tables.ts';

type Reader = Kysely<DB> | Tx;

/** The order that stands one stage before (-1) or after (1) this one in its line; none for one that was replaced there. */
export async function neighbour(
  db: Reader,
  row: OrderRow,
  stages: readonly Stage[],
  step: -1 | 1,
): Promise<OrderRow | undefined> {
  const stage = stages[stages.findIndex(({ key }) => key === row.stage) + step];
  if (!stage || !row.in_line) return undefined;
  return db
    .selectFrom('demands')
    .selectAll()
    .where('line_id', '=', row.line_id)
    .where('stage', '=', stage.key)
    .where('in_line', '=', true)
    .executeTakeFirst();
}

/** What was found of an order's goods, newest first. */
export function inspectionsOf(db: Reader, demandId: string): Promise<InspectionRow[]> {
  return db
    .selectFrom('incoming_inspections')
    .selectAll()
    .where('demand_id', '=', demandId)
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
}
