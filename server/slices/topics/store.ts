import type { Tx } from '../../db/transaction.ts';
import { reviewStatus } from '../../../contract/statuses.ts';
import { listed } from './lists.ts';
import type { NewTopic } from './tables.ts';

/** Adds topics, and shows them on their tabs where they are to be seen. */
export async function insertTopics(tx: Tx, rows: readonly NewTopic[]): Promise<void> {
  if (rows.length === 0) return;
  const seen = rows.filter(
    (row) => !row.removed_at && (row.review_status ?? reviewStatus.shown) === reviewStatus.shown,
  );
  const places = await listed(
    tx,
    seen.map(({ category, pinned = false }) => ({ category, pinned, list_seq: null })),
    1,
  );
  const placeOf = new Map(seen.map((row, n) => [row.id, places[n] as number]));
  await tx
    .insertInto('topics')
    .values(rows.map((row) => ({ ...row, list_seq: placeOf.get(row.id) ?? null })))
    .execute();
}
