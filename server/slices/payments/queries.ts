import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Waiting } from '../operators/desk.ts';
import type { DB } from '../../db/schema.ts';
import { offsetOf, type Page } from '../../db/page.ts';
import type { Tx } from '../../db/transaction.ts';
import type { PaymentRow } from './tables.ts';

type Reader = Kysely<DB> | Tx;

/** A payment with what it was for. */
export type Seen = PaymentRow & { nid: string | null; name: string | null };

// Spelled out, as the index has it: a parameter would hide it from PostgreSQL.
const disputed = sql<boolean>`payments.status = 'disputed'`;

const seen = (db: Reader) =>
  db
    .selectFrom('payments')
    .leftJoin('demands', 'demands.id', 'payments.demand_id')
    .selectAll('payments')
    .select(['demands.nid', 'demands.name']);

export function paymentById(db: Reader, id: string): Promise<Seen | undefined> {
  return seen(db).where('payments.id', '=', id).executeTakeFirst();
}

export async function paymentsByIds(db: Reader, ids: readonly string[]): Promise<Seen[]> {
  return ids.length === 0
    ? []
    : seen(db)
        .where('payments.id', 'in', [...ids])
        .execute();
}

/** Of an order, whatever became of them, oldest first. */
export const paymentsOfOrder = (db: Reader, demandId: string): Promise<Seen[]> =>
  seen(db).where('payments.demand_id', '=', demandId).orderBy('payments.id').limit(100).execute();

/** Takes the row first, so that of two who would settle it the second sees what the first did. */
export function lockPayment(tx: Tx, id: string): Promise<PaymentRow | undefined> {
  return tx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function paymentOfRequest(db: Reader, userId: string, requestId: string): Promise<Seen | undefined> {
  return seen(db)
    .where('payments.user_id', '=', userId)
    .where('payments.request_id', '=', requestId)
    .executeTakeFirst();
}

/** What stands before a new payment of an order: the one that is open, and the one that the same form made. */
export async function paymentsBefore(
  db: Reader,
  demandId: string,
  userId: string,
  requestId: string | undefined,
): Promise<{ open: Seen | undefined; before: Seen | undefined }> {
  const rows = await seen(db)
    .where(({ and, eb, or }) =>
      or([
        and([eb('payments.demand_id', '=', demandId), eb('payments.status', '=', 'open')]),
        and([eb('payments.user_id', '=', userId), eb('payments.request_id', '=', requestId ?? null)]),
      ]),
    )
    .execute();
  return {
    open: rows.find((row) => row.demand_id === demandId && row.status === 'open'),
    before: rows.find((row) => requestId !== undefined && row.user_id === userId && row.request_id === requestId),
  };
}

/** The open payment of an order, whichever instalment it is for: each waits for the one before. */
export function openPaymentOf(db: Reader, demandId: string): Promise<Seen | undefined> {
  return seen(db)
    .where('payments.demand_id', '=', demandId)
    .where('payments.status', '=', 'open')
    .orderBy('payments.id', 'desc')
    .executeTakeFirst();
}

export function newestPaymentOf(db: Reader, demandId: string, userId: string): Promise<Seen | undefined> {
  return seen(db)
    .where('payments.demand_id', '=', demandId)
    .where('payments.user_id', '=', userId)
    .orderBy('payments.id', 'desc')
    .executeTakeFirst();
}

/** Payments that wait for somebody to look into what their gateway told, oldest first. */
export function disputedOnes(db: Reader, most: number): Promise<Seen[]> {
  return seen(db).where(disputed).orderBy('payments.id').limit(most).execute();
}

export function disputedWaiting(db: Reader): Promise<Waiting> {
  return db
    .selectFrom('payments')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('since')])
    .where(disputed)
    .executeTakeFirstOrThrow();
}

/** A person's top-ups, newest first, but for those that came to nothing and ended before `since`. */
export async function topUpsOf(
  db: Reader,
  userId: string,
  page: Page,
  since: Date | null,
): Promise<{ rows: Seen[]; count: number }> {
  const shown = (eb: ExpressionBuilder<DB, 'payments'>) =>
    eb.and([
      eb('payments.user_id', '=', userId),
      eb('payments.purpose', '=', 'topUp'),
      ...(since === null
        ? []
        : [eb.or([eb('payments.status', 'not in', ['closed', 'refused']), eb('payments.expires_at', '>=', since)])]),
    ]);
  const { count } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(shown)
    .executeTakeFirstOrThrow();
  const rows = await seen(db)
    .where((eb) => shown(eb as unknown as ExpressionBuilder<DB, 'payments'>))
    .orderBy('payments.id', 'desc')
    .limit(page.pageSize)
    .offset(offsetOf(page))
    .execute();
  return { rows, count };
}
