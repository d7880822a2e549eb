import type { Kysely } from 'kysely';
import type { Stage } from '../../../contract/stages/stage.ts';
import { orderStatus } from '../../../contract/statuses.ts';
import { seconds } from '../../../contract/wire.ts';
import type { DB } from '../../db/schema.ts';
import type { SearchEntry } from '../search/entry.ts';
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
    .execute();
  return rows.flatMap((row) => {
    const stage = stages.find(({ key }) => key === row.stage);
    if (!stage) return [];
    const fields = stage.demand.filter(({ key }) => key !== 'name');
    // Where it is to go, of the one stage that asks.
    const destination = fields.find(({ widget }) => widget.kind === 'regions');
    const [province, city] = (destination && (row.details[destination.key] as string[] | undefined)) ?? [];
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
