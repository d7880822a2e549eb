import type { Kysely } from 'kysely';
import { regionField, type Stage } from '../../../contract/stages/stage.ts';
import { orderStatus } from '../../../contract/statuses.ts';
import { seconds } from '../../../contract/wire.ts';
import type { DB } from '../../db/schema.ts';
import type { SearchEntry } from '../search/entry.ts';
import type { DemandRow } from './tables.ts';
import { sayingOf, sortsOf } from '../search/saying.ts';

/** Those of these demands that anyone may find: the open ones. What was entrusted to one provider is nobody else's. */
export async function demandEntries(
  db: Kysely<DB>,
  ids: readonly string[],
  stages: readonly Stage[],
): Promise<SearchEntry[]> {
  const rows = await db
    .selectFrom('demands')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('status', '=', orderStatus.tendering)
    .where('entrusted', '=', false)
    .where('held_at', 'is', null)
    .execute();
  return rows.flatMap((row) => {
    const stage = stages.find(({ key }) => key === row.stage);
    if (!stage) return [];
    const fields = stage.demand.filter(({ key }) => key !== 'name');
    const [province, city] = regionsOf(row, stages);
    return [
      {
        id: row.id,
        title: row.name,
        body: sayingOf(fields, { ...row.details, description: row.description }),
        also: sortsOf(stages, [stage.key], row.category),
        stages: [stage.key],
        category: row.category,
        provinceCode: province ?? null,
        cityCode: city ?? null,
        at: row.published_at ?? row.created_at,
        card: { nid: row.nid, picture: row.pictures[0], budgetFen: row.budget_fen, endsAt: seconds(row.deadline_at) },
      },
    ];
  });
}

/** Province and city that a demand names: where it is to go, of the one stage that asks. */
export function regionsOf(row: Pick<DemandRow, 'stage' | 'details'>, stages: readonly Stage[]): readonly string[] {
  const stage = stages.find(({ key }) => key === row.stage);
  const destination = stage && regionField(stage);
  return (destination && (row.details[destination.key] as string[] | undefined)) ?? [];
}
