import type { Kysely } from 'kysely';
import { orderStatus } from '../../../contract/statuses.ts';
import { offsetOf, type Page } from '../../db/page.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import type { DemandRow, TenderRow } from './tables.ts';

type Reader = Kysely<DB> | Tx;

export function findDemand(db: Reader, nid: string): Promise<DemandRow | undefined> {
  return db.selectFrom('demands').selectAll().where('nid', '=', nid).executeTakeFirst();
}

export function demandById(db: Reader, id: string): Promise<DemandRow | undefined> {
  return db.selectFrom('demands').selectAll().where('id', '=', id).executeTakeFirst();
}

/** What the same form, sent before, was published as. */
export function demandOfRequest(db: Reader, ownerId: string, requestId: string): Promise<DemandRow | undefined> {
  return db
    .selectFrom('demands')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}

export async function lineNidOf(db: Reader, lineId: string): Promise<string> {
  const line = await db.selectFrom('product_lines').select('nid').where('id', '=', lineId).executeTakeFirst();
  return line?.nid ?? '';
}

export function tenderOf(db: Reader, demandId: string, bidderId: string): Promise<TenderRow | undefined> {
  return db
    .selectFrom('tenders')
    .selectAll()
    .where('demand_id', '=', demandId)
    .where('bidder_id', '=', bidderId)
    .executeTakeFirst();
}

/** What a person tendered for, the newest first, whatever became of it. Few enough to be counted. */
export async function tendersBy(
  db: Reader,
  bidderId: string,
  page: Page,
): Promise<{ rows: TenderRow[]; count: number }> {
  const own = db.selectFrom('tenders').where('bidder_id', '=', bidderId);
  const { count } = await own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await own
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.pageSize)
    .offset(offsetOf(page))
    .execute();
  return { rows, count };
}

const tenderOrders = { offer: 'offer_fen', days: 'days', time: 'created_at' } as const;

/** Standing tenders, best first by what is asked for; of equal ones the earlier. */
export function standingTenders(
  db: Reader,
  demandId: string,
  page: { sort: keyof typeof tenderOrders; limit: number; offset: number },
): Promise<TenderRow[]> {
  return db
    .selectFrom('tenders')
    .selectAll()
    .where('demand_id', '=', demandId)
    .where('status', '=', 'standing')
    .orderBy(tenderOrders[page.sort])
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** Names of those that still take tenders, by id. */
export async function openAmong(db: Kysely<DB> | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('demands')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .where('status', '=', orderStatus.tendering)
    .where('held_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Whether somebody has ever published a demand. */
export async function hasPublished(db: Kysely<DB>, userId: string): Promise<boolean> {
  const owned = db.selectFrom('demands').select('id').where('owner_id', '=', userId);
  return (await owned.where('status', '!=', orderStatus.draft).limit(1).executeTakeFirst()) !== undefined;
}

/** Whether somebody has ever tendered. */
export async function hasTendered(db: Kysely<DB>, userId: string): Promise<boolean> {
  const made = db.selectFrom('tenders').select('id').where('bidder_id', '=', userId);
  return (await made.limit(1).executeTakeFirst()) !== undefined;
}
