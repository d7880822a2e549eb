import type { Kysely } from 'kysely';
import { withdrawalStatus, type WithdrawalStatus } from '../../../contract/statuses.ts';
import { offsetOf, type Page } from '../../db/page.ts';
import type { Waiting } from '../operators/desk.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import type { BankCardRow, WithdrawalRow } from './tables.ts';

type Reader = Kysely<DB> | Tx;

/** Whose money is still frozen. */
export const openStatuses: readonly WithdrawalStatus[] = [withdrawalStatus.pending, withdrawalStatus.paying];

/** A person's bound cards, newest first; ten at most. */
export function boundCards(db: Reader, userId: string): Promise<BankCardRow[]> {
  return db
    .selectFrom('bank_cards')
    .selectAll()
    .where('user_id', '=', userId)
    .where('unbound_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
}

/** Whether a withdrawal to this card is under way. */
export async function openTo(db: Reader, cardId: string): Promise<boolean> {
  const row = await db
    .selectFrom('withdrawals')
    .select('id')
    .where('card_id', '=', cardId)
    .where('status', 'in', openStatuses)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A withdrawal and where it goes; the card may be unbound by now. */
export interface Withdrawal {
  row: WithdrawalRow;
  card: BankCardRow;
}

/** In the order of the rows. */
export async function withCards(db: Reader, rows: readonly WithdrawalRow[]): Promise<Withdrawal[]> {
  if (rows.length === 0) return [];
  const cards = await db
    .selectFrom('bank_cards')
    .selectAll()
    .where('id', 'in', [...new Set(rows.map(({ card_id }) => card_id))])
    .execute();
  return rows.flatMap((row) => {
    const card = cards.find(({ id }) => id === row.card_id);
    return card ? [{ row, card }] : [];
  });
}

export function withdrawalByRequest(db: Reader, userId: string, requestId: string): Promise<WithdrawalRow | undefined> {
  return db
    .selectFrom('withdrawals')
    .selectAll()
    .where('user_id', '=', userId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}

export function withdrawalById(db: Reader, id: string): Promise<WithdrawalRow | undefined> {
  return db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirst();
}

export function withdrawalByNumber(db: Reader, number: string): Promise<WithdrawalRow | undefined> {
  return db.selectFrom('withdrawals').selectAll().where('number', '=', number).executeTakeFirst();
}

export async function withdrawalsByIds(db: Reader, ids: readonly string[]): Promise<WithdrawalRow[]> {
  return ids.length === 0
    ? []
    : db
        .selectFrom('withdrawals')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute();
}

/** Numbers of withdrawals by their ids. */
export async function withdrawalNumbers(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('withdrawals').select(['id', 'number']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, number }) => [id, number]));
}

export interface WithdrawalListing extends Page {
  id?: string;
  userId?: string;
  status?: WithdrawalStatus;
  /** what waits is worked off from the oldest on */
  oldestFirst?: boolean;
}

export async function withdrawalPage(
  db: Reader,
  { id, userId, status, oldestFirst = false, ...page }: WithdrawalListing,
): Promise<{ found: Withdrawal[]; count: number }> {
  const wanted = db
    .selectFrom('withdrawals')
    .$if(id !== undefined, (query) => query.where('id', '=', id as string))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId as string))
    .$if(status !== undefined, (query) => query.where('status', '=', status as WithdrawalStatus));
  const [rows, { count }] = await Promise.all([
    wanted
      .selectAll()
      .orderBy('id', oldestFirst ? 'asc' : 'desc')
      .limit(page.pageSize)
      .offset(offsetOf(page))
      .execute(),
    wanted.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { found: await withCards(db, rows), count };
}

/**
 * What stands in each queue, and what of it waits for an operator: to be decided, or to be paid by hand; what a gateway pays waits for
 * the bank. To `by`, who decides, their own is not left, nor what they approved already and a colleague has to.
 */
export async function openWithdrawals(
  db: Reader,
  by: string | null,
): Promise<{ status: WithdrawalStatus; open: number; waiting: Waiting }[]> {
  const rows = await db
    .selectFrom('withdrawals')
    .where('status', 'in', openStatuses)
    .groupBy('status')
    .select(({ fn, eb }) => {
      const { pending, paying } = withdrawalStatus;
      const toDecide = by === null ? eb.lit(true) : eb('first_by', 'is distinct from', by);
      const others = by === null ? eb.lit(true) : eb('user_id', '!=', by);
      const left = eb.and([
        others,
        eb.or([eb('status', '=', pending).and(toDecide), eb('status', '=', paying).and('gateway', '=', byHand)]),
      ]);
      return [
        'status',
        fn.countAll<number>().as('open'),
        fn.countAll<number>().filterWhere(left).as('count'),
        fn.min('created_at').filterWhere(left).as('since'),
      ];
    })
    .execute();
  return openStatuses.map((status) => {
    const { open = 0, count = 0, since = null } = rows.find((row) => row.status === status) ?? {};
    return { status, open, waiting: { count, since } };
  });
}

/** What `gateway` says of a pay-out that an operator makes at the bank. */
export const byHand = 'bank';

/** Milliseconds for which a withdrawal that was approved or paid counts together with that person's others. */
const countsFor = 24 * 3_600_000;

/**
 * What people's withdrawals come to, in fen by person: what waits, and what was approved or paid a short time ago. Since what waits
 * counts, of two that are approved at one moment each is seen by the other, before or after its own approval: no lock is needed.
 */
export async function recentFen(db: Reader, userIds: readonly string[], now: Date): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map();
  const { pending, paying, paid } = withdrawalStatus;
  const since = new Date(now.getTime() - countsFor);
  const rows = await db
    .selectFrom('withdrawals')
    .where('user_id', 'in', userIds)
    .where((is) =>
      is.or([is('status', '=', pending), is('status', 'in', [paying, paid]).and('updated_at', '>', since)]),
    )
    .groupBy('user_id')
    .select(({ fn }) => ['user_id', fn.sum<string>('amount_fen').as('fen')])
    .execute();
  return new Map(rows.map(({ user_id, fen }) => [user_id, Number(fen)]));
}
