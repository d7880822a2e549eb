import type { Kysely } from 'kysely';
import type { Page } from '../../../db/page.ts';
import { offsetOf } from '../../../db/page.ts';
import type { DB } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { OrderAppraisalRow, OrderDiaryRow } from './tables.ts';

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

/** What one order has delivered, the newest first. */
export interface Delivered {
  pictures: readonly string[];
  /** addresses of documents */
  files: readonly string[];
  /** what was said when it was delivered again */
  notes: readonly { content: string; at: Date }[];
}

/** What was shown of the work in reports and delivered again afterwards, by demand. */
export async function deliveredThings(
  db: Reader,
  demandIds: readonly string[],
  kinds: readonly OrderDiaryRow['kind'][] = ['report', 'redeliver'],
): Promise<Map<string, Delivered>> {
  const found = new Map<string, Delivered>();
  if (demandIds.length === 0) return found;
  const rows = await db
    .selectFrom('order_diary')
    .select(['demand_id', 'kind', 'pictures', 'files', 'content', 'created_at'])
    .where('demand_id', 'in', demandIds)
    .where('kind', 'in', kinds)
    .orderBy('id', 'desc')
    .execute();
  for (const { demand_id, kind, pictures, files, content, created_at } of rows) {
    const before = found.get(demand_id) ?? { pictures: [], files: [], notes: [] };
    found.set(demand_id, {
      pictures: [...before.pictures, ...pictures],
      files: [...before.files, ...files],
      notes: kind === 'redeliver' ? [...before.notes, { content, at: created_at }] : before.notes,
    });
  }
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
