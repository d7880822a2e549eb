import type { Kysely } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { offsetOf, type Page } from '../../db/page.ts';
import type { Tx } from '../../db/transaction.ts';
import type { PaymentRow } from './tables.ts';

type Reader = Kysely<DB> | Tx;

/** A payment with what it was for. */
export type Seen = PaymentRow & { nid: string | null; name: string | null };

const seen = (db: Reader) =>
  db
    .selectFrom('payments')
    .leftJoin('demands', 'demands.id', 'payments.demand_id')
    .selectAll('payments')
    .select(['demands.nid', 'demands.name']);

export function paymentById(db: Reader, id: string): Promise<Seen | undefined> {
  return seen(db).where('payments.id', '=', id).executeTakeFirst();
}

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

export async function topUpsOf(db: Reader, userId: string, page: Page): Promise<{ rows: Seen[]; count: number }> {
  const { count } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('purpose', '=', 'topUp')
    .executeTakeFirstOrThrow();
  const rows = await seen(db)
    .where('payments.user_id', '=', userId)
    .where('payments.purpose', '=', 'topUp')
    .orderBy('payments.id', 'desc')
    .limit(page.pageSize)
    .offset(offsetOf(page))
    .execute();
  return { rows, count };
}
