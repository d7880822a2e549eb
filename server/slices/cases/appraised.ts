import { favourableFrom } from '../../../contract/appraisal-labels.ts';
import { caseListTag, caseTag } from '../../../contract/cases.ts';
import { shopTag } from '../../../contract/shop.ts';
import type { Services } from '../../calls/context.ts';
import { onCommit, type Tx } from '../../db/transaction.ts';
import { caseChanged } from './events.ts';

/** An appraisal of an order that came from this case more, or with `by` −1 one that was taken down. */
export async function countCaseAppraisal(
  tx: Tx,
  { outbox, bus }: Pick<Services, 'outbox' | 'bus'>,
  caseId: string,
  { score, labels }: { score: number; labels: readonly string[] },
  by: 1 | -1,
): Promise<void> {
  const row = await tx.selectFrom('cases').selectAll().where('id', '=', caseId).forUpdate().executeTakeFirst();
  if (!row) return;
  const counts = new Map(Object.entries(row.labels));
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + by);
  const left = Object.fromEntries([...counts].filter(([, count]) => count > 0));
  await tx
    .updateTable('cases')
    .set({
      appraisal_count: row.appraisal_count + by,
      praise_count: row.praise_count + (score >= favourableFrom ? by : 0),
      labels: JSON.stringify(left),
    })
    .where('id', '=', caseId)
    .execute();
  await outbox.emit(tx, caseChanged, { caseId });
  const tags = [caseTag(caseId), caseListTag(row.stage_key), shopTag(row.shop_id)];
  onCommit(tx, () => bus.publish({ tags }));
}
