import { sql } from 'kysely';
import type { Stage } from '../../../contract/stages/stage.ts';
import { filledParts, placesOf } from '../../found/by-place.ts';
import type { FoundSource } from '../../found/source.ts';

/** A stage's shown cases, by their places in its list. */
export function caseSource({ key }: Stage): FoundSource {
  return {
    name: `cases-${key}`,
    parts: (db) => filledParts(db, `cases/${key}/`),
    async pages(db, part) {
      const places = placesOf(part);
      if (!places) return [];
      const rows = await db
        .selectFrom('cases')
        .select(['id', 'category', 'updated_at'])
        .where('stage_key', '=', key)
        .where('list_seq', '>=', places.from)
        .where('list_seq', '<', places.to)
        // Written out, not bound: the partial index is only taken for a condition that is known when planning.
        .where(sql<boolean>`review_status = 1 and removed_at is null`)
        .orderBy('list_seq')
        .execute();
      return rows.map(({ id, category, updated_at }) => ({
        path: `/smart/${category}/${key}/details/${id}`,
        changedAt: updated_at,
      }));
    },
  };
}
