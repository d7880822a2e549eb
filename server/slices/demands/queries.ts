import type { Kysely } from 'kysely';
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
