import { type Kysely, sql } from 'kysely';
import { transactionType, type TransactionType } from '../../../contract/statuses.ts';
import { offsetOf, type Page } from '../../db/page.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import { available, income } from './accounts.ts';
import type { MovementKind } from './movements.ts';

/** Days of Asia/Shanghai, `YYYY-MM-DD`, both included. */
export interface RecordFilter {
  type?: TransactionType;
  from?: string;
  to?: string;
}

/** A movement as the owner of the spending account reads it. */
export interface MoneyRecord {
  transactionId: string;
  seq: number;
  kind: MovementKind;
  cause: string;
  demandId: string | null;
  type: TransactionType;
  amountFen: number;
  /** after it */
  balanceFen: number;
  memo: string;
  /** what the platform kept of it */
  feeFen: number;
  at: Date;
}

const midnight = (day: string) => sql<Date>`(${day}::date)::timestamp at time zone 'Asia/Shanghai'`;
const nextMidnight = (day: string) => sql<Date>`(${day}::date + 1)::timestamp at time zone 'Asia/Shanghai'`;

const ofPerson = (db: Kysely<DB> | Tx, userId: string, { type, from, to }: RecordFilter) =>
  db
    .selectFrom('ledger_entries as e')
    .where('e.account', '=', available(userId))
    .where('e.stripe', '=', 0)
    .where('e.type', 'is not', null)
    .$if(type !== undefined, (query) => query.where('e.type', '=', type as TransactionType))
    .$if(from !== undefined, (query) => query.where('e.at', '>=', midnight(from as string)))
    .$if(to !== undefined, (query) => query.where('e.at', '<', nextMidnight(to as string)));

const recordsOf = (db: Kysely<DB> | Tx, userId: string, filter: RecordFilter) =>
  ofPerson(db, userId, filter)
    .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
    .leftJoin('ledger_entries as fee', (join) =>
      join.onRef('fee.transaction_id', '=', 't.id').on('fee.account', '=', income),
    )
    .select([
      't.id as transactionId',
      'e.seq',
      't.kind',
      't.cause',
      't.demand_id as demandId',
      'e.type',
      'e.amount_fen as amountFen',
      'e.balance_fen as balanceFen',
      't.memo',
      // The owner's refund from the same division is nobody's income, and nothing was taken from it.
      sql<number>`case when e.type = ${transactionType.income} then coalesce(fee.amount_fen, 0) else 0 end`.as(
        'feeFen',
      ),
      'e.at',
    ])
    .$narrowType<{ type: TransactionType }>();

/** What moved on a person's spending account, newest first. */
export async function recordPage(
  db: Kysely<DB> | Tx,
  userId: string,
  filter: RecordFilter,
  page: Page,
): Promise<{ rows: MoneyRecord[]; count: number }> {
  const skipped = offsetOf(page);
  if (Object.values(filter).every((value) => value === undefined)) {
    // Entries are numbered without a gap: however deep, a page is found by its numbers.
    const count = await lastSeq(db, userId);
    const newest = recordsOf(db, userId, filter).where('e.seq', '<=', count - skipped);
    return { rows: await newest.orderBy('e.seq', 'desc').limit(page.pageSize).execute(), count };
  }
  const [rows, count] = await Promise.all([
    recordsOf(db, userId, filter).orderBy('e.seq', 'desc').limit(page.pageSize).offset(skipped).execute(),
    countOf(db, userId, filter),
  ]);
  return { rows, count };
}

/** The number of the last entry, which is how many there are. */
async function lastSeq(db: Kysely<DB> | Tx, userId: string): Promise<number> {
  const row = await db
    .selectFrom('ledger_balances')
    .select('seq')
    .where('account', '=', available(userId))
    .where('stripe', '=', 0)
    .executeTakeFirst();
  return row?.seq ?? 0;
}

async function countOf(db: Kysely<DB> | Tx, userId: string, filter: RecordFilter): Promise<number> {
  const { count } = await ofPerson(db, userId, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

const atOnce = 500;

/** The same, all of it, in pieces: newest first, each piece after the one before, however much moves meanwhile. */
export async function* allRecords(
  db: Kysely<DB>,
  userId: string,
  filter: RecordFilter,
): AsyncGenerator<readonly MoneyRecord[]> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await recordsOf(db, userId, filter)
      .where('e.seq', '<', before)
      .orderBy('e.seq', 'desc')
      .limit(atOnce)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < atOnce) return;
    before = rows.at(-1)?.seq ?? 0;
  }
}

export interface DaySum {
  /** `YYYY-MM-DD`; '' stands for all days before those that were asked for */
  day: string;
  type: TransactionType;
  amountFen: number;
}

/** A person's sums by type: of each day from `from` on, and of all the days before it together. */
export function daySums(db: Kysely<DB> | Tx, userId: string, from: string): Promise<DaySum[]> {
  const day = sql<string>`case when day >= ${from}::date then day::text else '' end`;
  return db
    .selectFrom('wallet_days')
    .where('user_id', '=', userId)
    .select([day.as('day'), 'type', (eb) => eb.fn.sum<number>('amount_fen').as('sum')])
    .groupBy([sql`1`, 'type'])
    .execute()
    .then((rows) => rows.map(({ sum, ...row }) => ({ ...row, amountFen: Number(sum) })));
}
