import { sql } from 'kysely';
import type { Stage } from '../../../contract/stages/stage.ts';
import { filledParts, placesOf } from '../../found/by-place.ts';
import type { FoundSource } from '../../found/source.ts';

/** A stage's open demands, by their places in its list. */
export function demandSource({ key }: Stage): FoundSource {
  return {
    name: `demands-${key}`,
    parts: (db) => filledParts(db, `demands/${key}/`),
    async pages(db, part) {
      const places = placesOf(part);
      if (!places) return [];
      const rows = await db
        .selectFrom('demands')
        .select(['nid', 'updated_at'])
        .where('stage', '=', key)
        .where('list_seq', '>=', places.from)
        .where('list_seq', '<', places.to)
        // Written out, not bound: the partial index is only taken for a condition that is known when planning.
        .where(sql<boolean>`status = 1 and held_at is null`)
        .orderBy('list_seq')
        .execute();
      return rows.map(({ nid, updated_at }) => ({ path: `/demand/${nid}`, changedAt: updated_at }));
    },
  };
}
