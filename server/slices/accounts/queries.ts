import { type Kysely, type RawBuilder, sql } from 'kysely';
import { offsetOf, type Page } from '../../db/page.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import type { UserRow } from './tables.ts';

export function findByMobile(db: Kysely<DB> | Tx, mobile: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('mobile', '=', mobile).executeTakeFirst();
}

export function findUser(db: Kysely<DB> | Tx, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** What anyone may see of a user. */
export interface PublicUser {
  id: string;
  /** nickname, else the masked number: 138****0001 */
  name: string;
  /** '' when there is none */
  avatarUrl: string;
  accountType: 1 | 2;
}

const shown = ['id', 'mobile', 'nick_name', 'avatar_url', 'account_type'] as const;

/** What anyone may see of these users, by id; unknown ids are missing from the map. */
export async function publicUsers(db: Kysely<DB> | Tx, ids: readonly string[]): Promise<Map<string, PublicUser>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(shown).where('id', 'in', wanted).execute();
  return new Map(rows.map((row) => [row.id, publicUser(row)]));
}

export function publicUser(row: Pick<UserRow, (typeof shown)[number]>): PublicUser {
  return {
    id: row.id,
    name: row.nick_name ?? maskedMobile(row.mobile),
    avatarUrl: row.avatar_url ?? '',
    accountType: row.account_type,
  };
}

/** 13800000001 → 138****0001 */
export function maskedMobile(mobile: string): string {
  return `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
}

/** Puts what one person does in a row, until the transaction ends. */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

const characters = (words: RawBuilder<unknown>) => sql`regexp_replace(lower(${words}), '(.)', '\\1 ', 'g')`;

/** Whether a column has these words somewhere in it; as the indexes of names are made, character by character. */
export const hasInName = (column: string, words: string) =>
  sql<boolean>`to_tsvector('simple', ${characters(sql.ref(column))}) @@ phraseto_tsquery('simple', ${characters(sql`${words}::text`)})`;

/** Whose nickname has these words in it, so many at most. */
export async function usersNamed(db: Kysely<DB>, words: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(hasInName('nick_name', words))
    .where('mobile', 'not like', 'operator:%')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** In the order of the ids. */
export async function usersById(db: Kysely<DB>, ids: readonly string[]): Promise<UserRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('users').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Everybody but operators, the newest first. */
export async function userPage(
  db: Kysely<DB>,
  status: number | undefined,
  page: Page,
): Promise<{ rows: UserRow[]; count: number }> {
  const wanted = db
    .selectFrom('users')
    .where('mobile', 'not like', 'operator:%')
    .$if(status !== undefined, (query) => query.where('status', '=', status as number));
  const [rows, { count }] = await Promise.all([
    wanted.selectAll().orderBy('id', 'desc').limit(page.pageSize).offset(offsetOf(page)).execute(),
    wanted.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows, count };
}
