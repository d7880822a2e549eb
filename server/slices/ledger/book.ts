import { type Kysely, sql } from 'kysely';
import { type AccountKind, accountsCounted } from '../../../contract/operator/book.ts';
import { firstIdAt } from '../../db/ids.ts';
import { offsetOf, type Page } from '../../db/page.ts';
import type { DB } from '../../db/schema.ts';
import { available, frozen, income, isStriped, type LedgerAccount } from './accounts.ts';
import type { MovementKind } from './movements.ts';

/** What is looked for in the ledger. Days are of Asia/Shanghai, `YYYY-MM-DD`, both included. */
export interface Sought {
  account?: string;
  kind?: AccountKind;
  movement?: MovementKind;
  demandId?: string;
  userId?: string;
  from?: string;
  to?: string;
}

export interface BookRow {
  transactionId: string;
  account: LedgerAccount;
  stripe: number;
  seq: number;
  movement: MovementKind;
  amountFen: number;
  balanceFen: number;
  demandId: string | null;
  cause: string;
  memo: string;
  at: Date;
}

/** Where a page goes on: behind this entry. */
export type Behind = Pick<BookRow, 'transactionId' | 'account' | 'stripe'>;

export const kindOf = (account: LedgerAccount): AccountKind => account.split(':')[0] as AccountKind;

const startOf = (day: string): Date => new Date(`${day}T00:00:00+08:00`);
const endOf = (day: string): Date => new Date(startOf(day).getTime() + 86_400_000);

/**
 * Entries, newest first. Ids of transactions begin with their time, so that a day is a stretch of them, and a page is found by
 * where the one before ended, however deep it lies.
 */
export function bookRows(db: Kysely<DB>, sought: Sought, behind: Behind | undefined, most: number): Promise<BookRow[]> {
  const { account, kind, movement, demandId, userId, from, to } = sought;
  return db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
    .select([
      'e.transaction_id as transactionId',
      'e.account',
      'e.stripe',
      'e.seq',
      't.kind as movement',
      'e.amount_fen as amountFen',
      'e.balance_fen as balanceFen',
      't.demand_id as demandId',
      't.cause',
      't.memo',
      't.at',
    ])
    .$if(account !== undefined, (query) => query.where('e.account', '=', account as LedgerAccount))
    .$if(userId !== undefined, (query) =>
      query.where('e.account', 'in', [available(userId as string), frozen(userId as string)]),
    )
    .$if(kind === 'income', (query) => query.where('e.account', '=', income))
    .$if(kind !== undefined && kind !== 'income', (query) => query.where(sql<boolean>`e.account like ${`${kind}:%`}`))
    .$if(movement !== undefined, (query) => query.where('t.kind', '=', movement as MovementKind))
    .$if(demandId !== undefined, (query) => query.where('t.demand_id', '=', demandId as string))
    .$if(from !== undefined, (query) => query.where('e.transaction_id', '>=', firstIdAt(startOf(from as string))))
    .$if(to !== undefined, (query) => query.where('e.transaction_id', '<', firstIdAt(endOf(to as string))))
    .$if(behind !== undefined, (query) => {
      const { transactionId, account: before, stripe } = behind as Behind;
      return query.where(
        sql<boolean>`(e.transaction_id, e.account, e.stripe) < (${transactionId}::uuid, ${before}::text, ${stripe}::smallint)`,
      );
    })
    .orderBy('e.transaction_id', 'desc')
    .orderBy('e.account', 'desc')
    .orderBy('e.stripe', 'desc')
    .limit(most)
    .execute();
}

const atOnce = 2000;

/** All of them in pieces, each behind the one before: nothing is held between two but where it ended. */
export async function* allBookRows(db: Kysely<DB>, sought: Sought): AsyncGenerator<readonly BookRow[]> {
  let behind: Behind | undefined;
  for (;;) {
    const rows = await bookRows(db, sought, behind, atOnce);
    if (rows.length > 0) yield rows;
    if (rows.length < atOnce) return;
    behind = rows.at(-1);
  }
}

export interface AccountRow {
  account: LedgerAccount;
  balanceFen: number;
  entries: number;
}

/** Accounts with what they hold, the largest sums first; striped ones as one. Counted up to a limit. */
export async function accountPage(
  db: Kysely<DB>,
  kind: AccountKind | undefined,
  page: Page,
): Promise<{ rows: AccountRow[]; count: number }> {
  const kept = db
    .selectFrom('ledger_balances')
    .$if(kind === 'income', (query) => query.where('account', '=', income))
    .$if(kind !== undefined && kind !== 'income', (query) => query.where(sql<boolean>`account like ${`${kind}:%`}`));
  const [rows, { count }] = await Promise.all([
    kept
      .select(({ fn }) => ['account', fn.sum<number>('balance_fen').as('fen'), fn.sum<number>('seq').as('entries')])
      .groupBy('account')
      .orderBy(sql`abs(sum(balance_fen))`, 'desc')
      .orderBy('account')
      .limit(page.pageSize)
      .offset(offsetOf(page))
      .execute(),
    db
      .selectFrom(kept.select('account').distinct().limit(accountsCounted).as('some'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  return {
    rows: rows.map(({ account, fen, entries }) => ({ account, balanceFen: Number(fen), entries: Number(entries) })),
    count: Number(count),
  };
}

/** The balance an entry is part of; null where an account has one alone. */
export const stripeOf = ({ account, stripe }: Pick<BookRow, 'account' | 'stripe'>): number | null =>
  isStriped(account) ? stripe : null;
