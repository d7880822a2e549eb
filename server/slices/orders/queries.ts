import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { ordersCounted } from '../../../contract/operator/orders.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { orderStatus, type OrderStatus } from '../../../contract/statuses.ts';
import { offsetOf, type Page } from '../../db/page.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import type { OrderRow } from './facts.ts';
import type { OrderHistoryRow } from './tables.ts';

type Reader = Kysely<DB> | Tx;

// A demand and its order are one row (rulings §2): this slice moves it through its statuses, the demands slice publishes
// it and takes its tenders. Both read `demands` and `tenders`.

export async function tenderStands(db: Reader, demandId: string, bidderId: string): Promise<boolean> {
  const found = await db
    .selectFrom('tenders')
    .select('id')
    .where('demand_id', '=', demandId)
    .where('bidder_id', '=', bidderId)
    .where('status', '=', 'standing')
    .executeTakeFirst();
  return found !== undefined;
}

export async function standingBidders(db: Reader, demandId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('tenders')
    .select('bidder_id')
    .where('demand_id', '=', demandId)
    .where('status', '=', 'standing')
    .execute();
  return rows.map((row) => row.bidder_id);
}

const atWork: readonly OrderStatus[] = [
  orderStatus.working,
  orderStatus.delivered,
  orderStatus.affirmed,
  orderStatus.completed,
];

/** Who works on the stage after this one in the same product line, or null: one who has not taken it on has no goods. */
export async function nextProviderOf(db: Reader, row: OrderRow, stages: readonly Stage[]): Promise<string | null> {
  const index = stages.findIndex(({ key }) => key === row.stage);
  const following = stages[index + 1];
  if (!following) return null;
  const found = await db
    .selectFrom('demands')
    .select('provider_id')
    .where('line_id', '=', row.line_id)
    .where('stage', '=', following.key)
    .where('in_line', '=', true)
    .where('status', 'in', atWork)
    .executeTakeFirst();
  return found?.provider_id ?? null;
}

/** A tender of this demand that can be chosen. `id` comes from a caller, so anything but a UUID finds nothing. */
export async function standingTender(db: Reader, demandId: string, id: string) {
  return db
    .selectFrom('tenders')
    .selectAll()
    .where('demand_id', '=', demandId)
    .where(sql<string>`id::text`, '=', id.toLowerCase())
    .where('status', '=', 'standing')
    .executeTakeFirst();
}

export function findOrder(db: Reader, nid: string): Promise<OrderRow | undefined> {
  return db.selectFrom('demands').selectAll().where('nid', '=', nid).executeTakeFirst();
}

/** Orders of one person, of either side, on which the clock has something to do by now. */
export function dueOf(db: Reader, userId: string, now: Date) {
  // One side at a time: each has an index, which a condition of either side could not use.
  const of = (side: 'owner_id' | 'provider_id') =>
    db.selectFrom('demands').select(['id', 'due_at']).where(side, '=', userId).where('due_at', '<=', now);
  return of('owner_id').union(of('provider_id')).limit(100).execute();
}

export interface Listing {
  status: OrderStatus | null;
  page: number;
  pageSize: number;
}

type Found = { rows: OrderRow[]; count: number };

/** Orders that a user started, newest first, without those taken off the list. */
export async function startedBy(db: Reader, userId: string, listing: Listing): Promise<Found> {
  const mine = db.selectFrom('demands').where('owner_id', '=', userId).where('owner_removed', '=', false);
  return listed(mine, listing);
}

/** Orders that a user works on, or has a standing tender for while nobody else works on them. */
export async function joinedBy(db: Reader, userId: string, listing: Listing): Promise<Found> {
  // By their ids first: a condition that is one thing or another would be asked of every order there is.
  const ids = db
    .selectFrom('demands as taken')
    .select('taken.id')
    .where('taken.provider_id', '=', userId)
    .where('taken.provider_removed', '=', false)
    .union(
      db
        .selectFrom('tenders')
        .innerJoin('demands as open', 'open.id', 'tenders.demand_id')
        .select('open.id')
        .where('tenders.bidder_id', '=', userId)
        .where('tenders.status', '=', 'standing')
        .where('open.status', '=', orderStatus.tendering),
    );
  return listed(db.selectFrom('demands').where('demands.id', 'in', ids), listing);
}

async function listed(mine: SelectQueryBuilder<DB, 'demands', object>, { status, page, pageSize }: Listing) {
  const chosen = status === null ? mine : mine.where('demands.status', '=', status);
  const { count } = await chosen.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await chosen
    .selectAll('demands')
    .orderBy('demands.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { rows, count };
}

export function historyOf(db: Reader, demandId: string) {
  return db.selectFrom('order_history').selectAll().where('demand_id', '=', demandId).orderBy('id').execute();
}

export interface LineDemand {
  lineId: string;
  stage: string;
  nid: string;
  status: OrderStatus;
  category: string;
  providerId: string | null;
}

/** The demands that stand in these product lines. */
export async function lineDemands(db: Reader, lineIds: readonly string[]): Promise<LineDemand[]> {
  if (lineIds.length === 0) return [];
  return db
    .selectFrom('demands')
    .select(['line_id as lineId', 'stage', 'nid', 'status', 'category', 'provider_id as providerId'])
    .where('line_id', 'in', lineIds)
    .where('in_line', '=', true)
    .execute();
}

/** Of one line among these, the statuses in the order of the chain; null where a stage has no demand. */
export function statusesOf(
  demands: readonly LineDemand[],
  lineId: string,
  stages: readonly Stage[],
): (OrderStatus | null)[] {
  const own = demands.filter((one) => one.lineId === lineId);
  return stages.map(({ key }) => own.find((one) => one.stage === key)?.status ?? null);
}

export async function productLines(db: Reader, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db.selectFrom('product_lines').selectAll().where('id', 'in', ids).execute();
}

export async function linesOf(db: Reader, ownerId: string, { page, pageSize }: Omit<Listing, 'status'>) {
  // One that began with a draft which was thrown away is empty.
  const mine = db
    .selectFrom('product_lines')
    .where('owner_id', '=', ownerId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('demands')
          .select('demands.id')
          .whereRef('demands.line_id', '=', 'product_lines.id')
          .where('demands.in_line', '=', true),
      ),
    );
  const { count } = await mine.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await mine
    .selectAll()
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { rows, count };
}

/** Whether somebody ever took an order on, or gave one. */
export async function hasTraded(db: Reader, userId: string): Promise<boolean> {
  // One side at a time: each has an index, which a condition of either side could not use.
  for (const side of ['provider_id', 'owner_id'] as const) {
    const of = db.selectFrom('demands').select('id').where(side, '=', userId).where('provider_id', 'is not', null);
    if (await of.limit(1).executeTakeFirst()) return true;
  }
  return false;
}

export function tenderById(db: Reader, id: string) {
  return db.selectFrom('tenders').selectAll().where('id', '=', id).executeTakeFirst();
}

export function orderById(db: Reader, id: string): Promise<OrderRow> {
  return db.selectFrom('demands').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** An order as it stands, and as it stays until the transaction ends. */
export function orderHeld(tx: Tx, id: string): Promise<OrderRow> {
  return tx.selectFrom('demands').selectAll().where('id', '=', id).forShare().executeTakeFirstOrThrow();
}

export async function ordersByIds(db: Reader, ids: readonly string[]): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('demands').selectAll().where('id', 'in', ids).execute();
}

/** Those of these whose provider took them on, whatever became of them afterwards. */
export async function acceptedAmong(
  db: Reader,
  rows: readonly Pick<OrderRow, 'id' | 'status'>[],
): Promise<ReadonlySet<string>> {
  const { working, delivered, affirmed, completed, cancelled, closed } = orderStatus;
  const accepted = new Set(
    rows
      .filter(({ status }) => [working, delivered, affirmed, completed].some((one) => one === status))
      .map(({ id }) => id),
  );
  // An order that ended early may have ended before that.
  const unsure = rows.filter(({ status }) => status === cancelled || status === closed).map(({ id }) => id);
  if (unsure.length === 0) return accepted;
  const found = await db
    .selectFrom('order_history')
    .select('demand_id')
    .distinct()
    .where('demand_id', 'in', unsure)
    .where('to_status', '=', working)
    .execute();
  return accepted.union(new Set(found.map(({ demand_id }) => demand_id)));
}

export const isAccepted = async (db: Reader, row: Pick<OrderRow, 'id' | 'status'>): Promise<boolean> =>
  (await acceptedAmong(db, [row])).has(row.id);

/** Numbers of demands by their ids. */
export async function demandNids(db: Kysely<DB> | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('demands').select(['id', 'nid']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, nid }) => [id, nid]));
}

export function historyLine(db: Reader, id: string): Promise<OrderHistoryRow | undefined> {
  return db.selectFrom('order_history').selectAll().where('id', '=', id).executeTakeFirst();
}

/** What somebody published, drafts excepted, the newest first, also what they took off their list. */
export async function demandsBy(db: Reader, ownerId: string, page: Page): Promise<Found> {
  const made = db.selectFrom('demands').where('owner_id', '=', ownerId).where('status', '<>', orderStatus.draft);
  return newestOf(made, page);
}

/** Orders of either side, the newest first, also those that were taken off a list. */
export async function ordersBy(db: Reader, userId: string, page: Page): Promise<Found> {
  // One side at a time: each has an index, which a condition of either side could not use.
  const of = (side: 'owner_id' | 'provider_id') =>
    db.selectFrom('demands').select('id').where(side, '=', userId).where('provider_id', 'is not', null);
  return newestOf(db.selectFrom('demands').where('demands.id', 'in', of('owner_id').union(of('provider_id'))), page);
}

async function newestOf(found: SelectQueryBuilder<DB, 'demands', object>, page: Page): Promise<Found> {
  const { count } = await found.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const newest = found.selectAll('demands').orderBy('demands.id', 'desc');
  return { rows: await newest.limit(page.pageSize).offset(offsetOf(page)).execute(), count };
}

export interface SoughtOrders {
  /** a number, or part of a name */
  query?: string;
  userId?: string;
  status?: OrderStatus;
  /** its key */
  stage?: string;
}

/** Demands and orders that operators look for, newest first, drafts excepted; counted up to a limit. */
export async function soughtOrders(db: Reader, sought: SoughtOrders, page: Page): Promise<Found> {
  const { query, userId, status, stage } = sought;
  const number = query?.toUpperCase();
  const of = (side: 'owner_id' | 'provider_id') =>
    db
      .selectFrom('demands')
      .select('id')
      .where(side, '=', userId as string);
  const numbered = /^[A-Z]{2,4}-[\dA-Z-]+$/.test(number ?? '');
  const found = db
    .selectFrom('demands')
    .where('status', '<>', orderStatus.draft)
    .$if(status !== undefined, (some) => some.where('status', '=', status as OrderStatus))
    .$if(stage !== undefined, (some) => some.where('stage', '=', stage as string))
    .$if(userId !== undefined, (some) => some.where('id', 'in', of('owner_id').union(of('provider_id'))))
    .$if(numbered, (some) =>
      some.where((eb) =>
        eb.or([
          eb('nid', '=', number as string),
          eb(
            'line_id',
            'in',
            db
              .selectFrom('product_lines')
              .select('id')
              .where('nid', '=', number as string),
          ),
        ]),
      ),
    )
    .$if(query !== undefined && query !== '' && !numbered, (some) =>
      some.where(sql<boolean>`strpos(lower(name), ${(query ?? '').toLowerCase()}) > 0`),
    );
  const { count } = await db
    .selectFrom(found.select('id').limit(ordersCounted).as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await found.selectAll().orderBy('id', 'desc').limit(page.pageSize).offset(offsetOf(page)).execute();
  return { rows, count };
}

/** How many orders of either side are under way: awarded, and neither completed nor ended. */
export async function openOrderCount(db: Reader, userId: string): Promise<number> {
  const { awarded, working, delivered, affirmed } = orderStatus;
  const of = (side: 'owner_id' | 'provider_id') =>
    db
      .selectFrom('demands')
      .select('id')
      .where(side, '=', userId)
      .where('provider_id', 'is not', null)
      .where('status', 'in', [awarded, working, delivered, affirmed]);
  const { count } = await db
    .selectFrom(of('owner_id').union(of('provider_id')).as('open'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
