import { caseListTag, casesTag, caseTag } from '../../../contract/cases.ts';
import { shopTag } from '../../../contract/shop.ts';
import { shopCaseStatus } from '../../../contract/statuses.ts';
import type { Services } from '../../calls/context.ts';
import { onCommit, type Tx } from '../../db/transaction.ts';
import type { columnsOf } from './content.ts';
import { showShop } from '../shop/store.ts';
import { caseChanged } from './events.ts';
import { listed } from './lists.ts';
import type { CaseRow } from './tables.ts';

/** What may become of a case, as far as the public lists go by it. */
type Standing = Partial<
  Pick<
    CaseRow,
    'name' | 'category' | 'recommended' | 'review_status' | 'review_reason' | 'taken_down' | 'removed_at' | 'updated_at'
  > &
    ReturnType<typeof columnsOf>
>;

const isShown = (row: CaseRow) => row.review_status === shopCaseStatus.approved && !row.removed_at;

/**
 * The one place that shows, changes or hides a case whose row is locked: its lists, those who keep something of it, and
 * pages follow. A new one is inserted waiting for its review and shown by this. Demo data goes in by `insertCases`, which
 * tells nobody.
 */
export async function stand(
  tx: Tx,
  { outbox, bus }: Pick<Services, 'outbox' | 'bus'>,
  row: CaseRow,
  change: Standing,
): Promise<void> {
  const { details: _, ...standing } = change;
  const after = { ...row, ...standing };
  const [was, is] = [isShown(row), isShown(after)];
  // In another category it has no place yet.
  if (row.category !== after.category) after.recommended_place = null;
  const moves = was !== is || row.category !== after.category || row.recommended !== after.recommended;
  if (was && moves) await listed(tx, [row], -1);
  if (is && moves) after.list_seq = (await listed(tx, [after], 1))[0] ?? null;
  await tx
    .updateTable('cases')
    .set({ ...change, list_seq: after.list_seq, recommended_place: after.recommended_place })
    .where('id', '=', row.id)
    .execute();
  if (!was && !is) return;
  await outbox.emit(tx, caseChanged, { caseId: row.id });
  const tags = [caseTag(row.id), caseListTag(row.stage_key), casesTag, shopTag(row.shop_id)];
  onCommit(tx, () => bus.publish({ tags }));
  if (is) await showShop(tx, row.shop_id, after.updated_at);
}
