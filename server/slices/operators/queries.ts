import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../../contract/errors.ts';
import type { OperatorRole } from '../../calls/context.ts';
import { offsetOf, type Page } from '../../db/page.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import type { OperatorRow } from './tables.ts';

export function operatorByName(db: Kysely<DB> | Tx, name: string): Promise<OperatorRow | undefined> {
  return db.selectFrom('operators').selectAll().where('name', '=', name.toLowerCase()).executeTakeFirst();
}

export function operatorById(db: Kysely<DB> | Tx, id: string): Promise<OperatorRow | undefined> {
  return db.selectFrom('operators').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Holds an operator in use, whose password is still the one that was proven, until the transaction ends. */
export async function lockOperator(tx: Tx, id: string, passwordHash: string): Promise<OperatorRow> {
  const row = await tx
    .selectFrom('operators')
    .selectAll()
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .where('status', '=', 1)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('state_conflict', '账号刚刚有变动，请重新登录');
  return row;
}

/** Everybody who works at the console, with what they are called. */
export const operatorsByName = (db: Kysely<DB>) =>
  db
    .selectFrom('operators as o')
    .innerJoin('users as u', 'u.id', 'o.id')
    .selectAll('o')
    .select('u.nick_name')
    .orderBy('o.name');

export async function operatorPage(db: Kysely<DB>, status: OperatorRow['status'] | undefined, page: Page) {
  const [rows, { count }] = await Promise.all([
    operatorsByName(db)
      .$if(status !== undefined, (some) => some.where('o.status', '=', status as OperatorRow['status']))
      .limit(page.pageSize)
      .offset(offsetOf(page))
      .execute(),
    db
      .selectFrom('operators')
      .$if(status !== undefined, (some) => some.where('status', '=', status as OperatorRow['status']))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, count: Number(count) };
}

/** The operators in use who have one of these roles. */
export async function operatorsWith(db: Kysely<DB>, roles: readonly OperatorRole[]): Promise<string[]> {
  const rows = await db
    .selectFrom('operators')
    .select('id')
    .where(sql<boolean>`roles && ${[...roles]}::text[]`)
    .where('status', '=', 1)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
