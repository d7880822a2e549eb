import { type Kysely, sql } from 'kysely';
import type { Context } from '../../calls/context.ts';
import { offsetOf, type Page } from '../../db/page.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import { deliveryRetried } from './deliver.ts';
import type { NoticeDeliveryRow } from './tables.ts';

/** What could not be handed over, for those who look after the portal. */

export interface DeliveryFacts {
  waiting: number;
  retrying: number;
  failed: number;
  /** seconds since the oldest that waits was written */
  oldest: number;
  /** seconds that the first of them is overdue */
  overdue: number;
}

export async function deliveryFacts(db: Kysely<DB>, now: Date): Promise<DeliveryFacts> {
  const waits = sql`filter (where given_up_at is null)`;
  const since = (column: 'at' | 'due_at') =>
    sql`greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(${sql.ref(column)}) ${waits}), 0))::float8`;
  const { rows } = await sql<DeliveryFacts>`
    select (count(*) ${waits})::int as waiting,
      (count(*) filter (where given_up_at is null and tries > 0))::int as retrying,
      (count(*) filter (where given_up_at is not null))::int as failed,
      ${since('at')} as oldest, ${since('due_at')} as overdue
    from notice_deliveries`.execute(db);
  return rows[0] ?? { waiting: 0, retrying: 0, failed: 0, oldest: 0, overdue: 0 };
}

/** Deliveries that failed: those given up first, then the newest. */
export async function failingDeliveries(
  db: Kysely<DB>,
  page: Page,
): Promise<{ rows: NoticeDeliveryRow[]; count: number }> {
  const failing = db.selectFrom('notice_deliveries').where('tries', '>', 0);
  const [rows, { count }] = await Promise.all([
    failing
      .selectAll()
      .orderBy(sql`given_up_at is null`)
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(page.pageSize)
      .offset(offsetOf(page))
      .execute(),
    failing.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows, count: Number(count) };
}

/** Those that are tried no more, and since when the first of them is not. */
export async function deliveriesGivenUp(db: Kysely<DB>): Promise<{ count: number; since: Date | null }> {
  const { count, since } = await db
    .selectFrom('notice_deliveries')
    .where('given_up_at', 'is not', null)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('given_up_at').as('since')])
    .executeTakeFirstOrThrow();
  return { count: Number(count), since };
}

export const lockFailingDelivery = (tx: Tx, id: string): Promise<NoticeDeliveryRow | undefined> =>
  tx
    .selectFrom('notice_deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('tries', '>', 0)
    .forUpdate()
    .executeTakeFirst();

/** Has it handed over anew at once, and as often as a new one that failed once: it stays among those that failed until it arrives. */
export async function retryDelivery(
  tx: Tx,
  { outbox, now }: Pick<Context, 'outbox' | 'now'>,
  id: string,
): Promise<void> {
  const anew = { tries: 1, given_up_at: null, due_at: now };
  await tx.updateTable('notice_deliveries').set(anew).where('id', '=', id).execute();
  await outbox.emit(tx, deliveryRetried, { deliveryId: id });
}

export async function discardDelivery(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('notice_deliveries').where('id', '=', id).execute();
}
