import {
  type BookEntry,
  bookAccounts,
  bookEntries,
  bookFilePath,
  type BookFilter,
  exportBook,
  movementNames,
} from '../../../contract/operator/book.ts';
import { invalid } from '../../../contract/errors.ts';
import { fenToYuan } from '../../../contract/fields.ts';
import { seconds } from '../../../contract/wire.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isId } from '../../db/ids.ts';
import { publicUsers } from '../accounts/queries.ts';
import { audit } from '../audit/audit.ts';
import type { DeskPart } from '../operators/desk.ts';
import { needRole } from '../operators/policy.ts';
import { findOrder } from '../orders/queries.ts';
import type { LedgerAccount } from './accounts.ts';
import { accountPage, type Behind, type BookRow, bookRows, kindOf, type Sought, stripeOf } from './book.ts';
import { sealBook } from './book-file.ts';
import { accountNames, wordsOf } from './book-words.ts';
import { readers } from './proof-calls.ts';

const pageSize = 50;
/** milliseconds that an address of a file is good for */
const fileLasts = 120_000;

async function soughtBy({ db }: SignedInContext, { demandNid, ...filter }: BookFilter): Promise<Sought> {
  if (demandNid === undefined) return filter;
  const order = await findOrder(db, demandNid.toUpperCase());
  if (!order) throw invalid('demandNid', '没有这个编号的订单');
  return { ...filter, demandId: order.id };
}

/** What one account, or one person, is called; '' where neither was asked for. */
async function nameOfSought({ db }: SignedInContext, { account, userId }: BookFilter): Promise<string> {
  if (account !== undefined) return (await accountNames(db, [account as LedgerAccount]))(account as LedgerAccount).name;
  if (userId === undefined) return '';
  return (await publicUsers(db, [userId])).get(userId)?.name ?? '';
}

function behindOf(after: string | undefined): Behind | undefined {
  if (after === undefined) return undefined;
  const [transactionId = '', account = '', stripe = ''] = after.split(',');
  if (!isId(transactionId)) throw invalid('after', '翻页位置有误');
  return { transactionId, account: account as LedgerAccount, stripe: Number(stripe) };
}

async function present({ db }: SignedInContext, rows: readonly BookRow[]): Promise<BookEntry[]> {
  const { named, nid, withdrawal } = await wordsOf(db, rows);
  return rows.map((row) => ({
    transactionId: row.transactionId,
    account: row.account,
    accountName: named(row.account).name,
    kind: kindOf(row.account),
    stripe: stripeOf(row),
    seq: row.seq,
    movement: row.movement,
    movementName: movementNames[row.movement],
    amount: fenToYuan(row.amountFen),
    balance: fenToYuan(row.balanceFen),
    demandNid: nid(row),
    withdrawal: withdrawal(row),
    memo: row.memo,
    time: seconds(row.at),
  }));
}

/** Everything that moved for an order, newest first. */
export const entriesOfOrder = async (context: SignedInContext, demandId: string): Promise<BookEntry[]> =>
  present(context, await bookRows(context.db, { demandId }, undefined, 200));

/** The console's part for book. */
export const bookDesk: DeskPart = { key: 'book', name: '账本', roles: readers };

export const bookCalls: AnyImplementation[] = [
  implement(bookEntries, async ({ after, ...filter }, context) => {
    needRole(context.caller, readers);
    const sought = await soughtBy(context, filter);
    const rows = await bookRows(context.db, sought, behindOf(after), pageSize + 1);
    const shown = rows.slice(0, pageSize);
    const last = rows.length > pageSize ? shown.at(-1) : undefined;
    const next = last ? `${last.transactionId},${last.account},${last.stripe}` : '';
    return { data: { entries: await present(context, shown), of: await nameOfSought(context, filter), next } };
  }),
  implement(bookAccounts, async ({ kind, ...page }, context) => {
    needRole(context.caller, readers);
    const { rows, count } = await accountPage(context.db, kind, page);
    const named = await accountNames(
      context.db,
      rows.map(({ account }) => account),
    );
    const data = rows.map(({ account, balanceFen, entries }) => ({
      account,
      ...named(account),
      balance: fenToYuan(balanceFen),
      entries,
    }));
    return { data, page: { count, ...page } };
  }),
  implement(
    exportBook,
    async (filter, context) => {
      const { db, caller, secret, now } = context;
      needRole(caller, readers);
      const sought = await soughtBy(context, filter);
      const until = new Date(now.getTime() + fileLasts);
      await inTransaction(db, (tx) =>
        audit(tx, context, {
          action: 'ledger.exported',
          subject: { kind: 'ledger', id: 'entries' },
          before: {},
          after: Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, value ?? ''])),
        }),
      );
      return { data: { url: `${bookFilePath}${sealBook(secret, { sought, sessionId: caller.sessionId, until })}` } };
    },
    { limit: { max: 30, per: 3600 } },
  ),
];
