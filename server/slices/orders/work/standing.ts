import { caseTag } from '../../../../contract/cases.ts';
import { shopTag } from '../../../../contract/shop.ts';
import { orderStatus, reviewStatus } from '../../../../contract/statuses.ts';
import type { Services } from '../../../calls/context.ts';
import { inTransaction, onCommit, type Tx } from '../../../db/transaction.ts';
import type { JobName } from '../../../job-names.ts';
import { type Consumer, onMany } from '../../../outbox/events.ts';
import { countCaseAppraisal } from '../../cases/appraised.ts';
import { countDeal, countShopAppraisal } from '../../shop/appraised.ts';
import { shopIdsOf } from '../../shop/queries.ts';
import { orderMoved } from '../events.ts';
import type { OrderAppraisalRow } from './tables.ts';

type Ground = Pick<Services, 'outbox' | 'bus' | 'clock'>;

/** What a completed order and its public appraisals mean for the shop and the case, a second behind. */
export const standingConsumers: Consumer<JobName>[] = [
  onMany(orderMoved, 'order-standing', async (events, services) => {
    for (const demandId of new Set(events.map((event) => event.demandId)))
      await inTransaction(services.db, (tx) => settle(tx, services, demandId));
  }),
];

/**
 * Brings the counts of shop and case to where the order and its appraisals stand. Each deal and each appraisal carries
 * whether it is counted, so this may run as often as it likes; what an operator takes down is taken out again.
 */
export async function settle(tx: Tx, ground: Ground, demandId: string): Promise<void> {
  const row = await tx.selectFrom('demands').selectAll().where('id', '=', demandId).executeTakeFirst();
  if (row?.status !== orderStatus.completed || row.provider_id === null) return;
  const now = ground.clock.now();
  const deal = await tx
    .insertInto('shop_deals')
    .values({ demand_id: row.id, provider_id: row.provider_id, counted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('demand_id')
    .executeTakeFirst();
  if (deal) await countDeal(tx, ground, row.provider_id);
  if (!row.proceedings.appraisalsPublic) return;
  const appraisals = await tx
    .selectFrom('order_appraisals')
    .selectAll()
    .where('demand_id', '=', demandId)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const appraisal of appraisals) await settleOne(tx, ground, appraisal, now);
}

async function settleOne(tx: Tx, ground: Ground, appraisal: OrderAppraisalRow, now: Date): Promise<void> {
  // Shops and cases are judged by those who ordered.
  const counts = appraisal.side === 'owner' && appraisal.review_status === reviewStatus.shown;
  const counted = appraisal.counted_at !== null;
  if (appraisal.public_at === null || counts !== counted) {
    await tx
      .updateTable('order_appraisals')
      .set({ public_at: appraisal.public_at ?? now, counted_at: counts ? (appraisal.counted_at ?? now) : null })
      .where('id', '=', appraisal.id)
      .execute();
  }
  if (counts === counted) return;
  const by = counts ? 1 : -1;
  await countShopAppraisal(tx, ground, appraisal.subject_id, appraisal.score, by);
  if (appraisal.case_id !== null) await countCaseAppraisal(tx, ground, appraisal.case_id, appraisal, by);
}

/** Once it is committed, the pages that show this appraisal are made anew. */
export async function tellPages(
  tx: Tx,
  { bus }: Pick<Services, 'bus'>,
  { subject_id, case_id }: Pick<OrderAppraisalRow, 'subject_id' | 'case_id'>,
): Promise<void> {
  const shops = await shopIdsOf(tx, [subject_id]);
  const tags = [...[...shops.values()].map(shopTag), ...(case_id === null ? [] : [caseTag(case_id)])];
  onCommit(tx, () => bus.publish({ tags }));
}
