import { shopCaseStatus } from '../../../contract/statuses.ts';
import type { Tx } from '../../db/transaction.ts';
import { listed } from './lists.ts';
import type { NewCase } from './tables.ts';

const isShown = (row: NewCase) => row.review_status === shopCaseStatus.approved && !row.removed_at;

/** Adds cases, those that are shown to the end of the public lists, in the order given. */
export async function insertCases(tx: Tx, rows: readonly NewCase[]): Promise<void> {
  if (rows.length === 0) return;
  const shown = rows.filter(isShown);
  const listable = shown.map(({ stage_key, category, recommended = false }) => {
    return { stage_key, category, recommended, list_seq: null };
  });
  const places = await listed(tx, listable, 1);
  const placed = new Map(shown.map((row, index) => [row, places[index] as number]));
  await tx
    .insertInto('cases')
    .values(rows.map((row) => ({ ...row, list_seq: placed.get(row) ?? null })))
    .execute();
}
