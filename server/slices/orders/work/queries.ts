import type { Kysely } from 'kysely';
import type { Page } from '../../../db/page.ts';
import { offsetOf } from '../../../db/page.ts';
import type { DB } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { OrderAppraisalRow } from './tables.ts';

type Reader = Kysely<DB> | Tx;

/** Every file that was put forward, newest first. */
export function contractsOf(db: Reader, demandId: string) {
  return db
    .selectFrom('order_contracts')
    .selectAll()
    .where('demand_id', '=', demandId)
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
}

export async function diaryOf(db: Reader, demandId: string, { page, pageSize }: Page) {
  const entries = db.selectFrom('order_diary').where('demand_id', '=', demandId);
  const { count } = await entries.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await entries
    .selectAll()
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset(offsetOf({ page, pageSize }))
    .execute();
  return { rows, count };
}

/** What was shown of the work, the last report's pictures first, by demand. */
export async function reportedPictures(db: Reader, demandIds: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (demandIds.length === 0) return found;
  const rows = await db
    .selectFrom('order_diary')
    .select(['demand_id', 'pictures'])
    .where('demand_id', 'in', demandIds)
    .where('kind', '=', 'report')
    .orderBy('id', 'desc')
    .execute();
  for (const { demand_id, pictures } of rows) found.set(demand_id, [...(found.get(demand_id) ?? []), ...pictures]);
  return found;
}

export function appraisalsOf(db: Reader, demandId: string): Promise<OrderAppraisalRow[]> {
  return db.selectFrom('order_appraisals').selectAll().where('demand_id', '=', demandId).execute();
}

/** Of whom or what: everything a provider received, or what one case brought in. */
type About = { subjectId: string } | { caseId: string };

/** What anyone may read of owners' appraisals, newest first, with what was made. */
export async function publicAppraisals(db: Reader, about: About, { page, pageSize }: Page) {
  const shown = db
    .selectFrom('order_appraisals')
    .innerJoin('demands', 'demands.id', 'order_appraisals.demand_id')
    .where('order_appraisals.side', '=', 'owner')
    .where('order_appraisals.review_status', '=', 1)
    .where('order_appraisals.public_at', 'is not', null)
    .$if('subjectId' in about, (query) =>
      query.where('order_appraisals.subject_id', '=', (about as { subjectId: string }).subjectId),
    )
    .$if('caseId' in about, (query) =>
      query.where('order_appraisals.case_id', '=', (about as { caseId: string }).caseId),
    );
  const { count } = await shown.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await shown
    .selectAll('order_appraisals')
    .select(['demands.name as demandName', 'demands.stage', 'demands.entrusted'])
    .orderBy('order_appraisals.public_at', 'desc')
    .orderBy('order_appraisals.id', 'desc')
    .limit(pageSize)
    .offset(offsetOf({ page, pageSize }))
    .execute();
  return { rows, count };
}
