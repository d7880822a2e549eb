import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type AccountType, certificationStatus, type CertificationStatus } from '../../../contract/statuses.ts';
import type { SignedInContext } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import { freeFor } from '../operators/claims.ts';
import type { Waiting } from '../operators/desk.ts';
import { identityOf, nameIndex } from './identity.ts';
import type { CertificationRow } from './tables.ts';

type Source = Kysely<DB> | Tx;

/** What reads names: they lie sealed. */
interface Reader {
  readonly db: Source;
  readonly secret: string;
}

/** Which of these users carry 已认证. */
export async function certifiedAmong(db: Kysely<DB>, userIds: readonly string[]): Promise<Set<string>> {
  return new Set((await passedTypes(db, userIds)).keys());
}

/** As what each of these users is certified; who is not is not in it. */
export async function passedTypes(db: Source, userIds: readonly string[]): Promise<Map<string, AccountType>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('certifications')
    .select(['user_id', 'account_type'])
    .where('user_id', 'in', [...new Set(userIds)])
    .where('status', '=', certificationStatus.passed)
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.account_type]));
}

/** The name on the papers of a passed certification; null without one. */
export async function certifiedName(reader: Reader, userId: string): Promise<string | null> {
  return (await passedCertifications(reader, [userId])).get(userId)?.name ?? null;
}

export type PassedCertification = CertificationRow & { name: string };

/** The passed certification of each of these users, its name in clear; who has none is not in it. */
export async function passedCertifications(
  { db, secret }: Reader,
  userIds: readonly string[],
): Promise<Map<string, PassedCertification>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('certifications')
    .selectAll()
    .where('user_id', 'in', [...new Set(userIds)])
    .where('status', '=', certificationStatus.passed)
    .execute();
  return new Map(rows.map((row) => [row.user_id, { ...row, name: identityOf(secret, row).name }]));
}

/** One's own, the newest first. */
export async function ownCertifications(
  db: Source,
  userId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: CertificationRow[]; count: number }> {
  const own = db.selectFrom('certifications').where('user_id', '=', userId);
  const [rows, { count }] = await Promise.all([
    own
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows, count: Number(count) };
}

export const certificationById = (db: Source, id: string): Promise<CertificationRow | undefined> =>
  db.selectFrom('certifications').selectAll().where('id', '=', id).executeTakeFirst();

/** Whose certifications are, by their ids. */
export async function certificationUsers(db: Kysely<DB>, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('certifications').select(['id', 'user_id']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, user_id }) => [id, user_id]));
}

/** Locked until the transaction ends. */
export const lockCertification = (tx: Tx, id: string): Promise<CertificationRow | undefined> =>
  tx.selectFrom('certifications').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** The newest of somebody's, locked. */
export const standingOf = (tx: Tx, userId: string): Promise<CertificationRow | undefined> =>
  tx
    .selectFrom('certifications')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

/** What waits for an operator. */
export async function waitingCertifications(db: Kysely<DB>): Promise<Waiting> {
  const { count, since } = await db
    .selectFrom('certifications')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('submitted_at').as('since')])
    .where('status', '=', certificationStatus.pending)
    .executeTakeFirstOrThrow();
  return { count: Number(count), since };
}

/** By status: those that wait oldest first, the others newest first. */
export async function certificationPage(
  db: Kysely<DB>,
  { status, page, pageSize }: { status: CertificationStatus; page: number; pageSize: number },
): Promise<{ rows: CertificationRow[]; count: number }> {
  const found = db.selectFrom('certifications').where('status', '=', status);
  const order = status === certificationStatus.pending ? 'asc' : 'desc';
  const [rows, { count }] = await Promise.all([
    found
      .selectAll()
      .orderBy('submitted_at', (by) => (order === 'asc' ? by.asc() : by.desc().nullsLast()))
      .orderBy('id', order)
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    found.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows, count: Number(count) };
}

/**
 * Of those that this operator may decide over and no colleague has, the one that follows `after` in the queue, else the one that waits longest:
 * who skips one comes to all of them. Null where there is no other.
 */
export async function nextWaiting(
  db: Source,
  { caller, now }: Pick<SignedInContext, 'caller' | 'now'>,
  after: Pick<CertificationRow, 'id' | 'submitted_at'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('certifications')
    .select('id')
    .where('status', '=', certificationStatus.pending)
    .where('user_id', '!=', caller.userId)
    .where(freeFor('certification', sql.ref('certifications.id'), { operatorId: caller.userId, now }))
    .where('id', '!=', after.id)
    .orderBy(sql<boolean>`(submitted_at, id) < (${after.submitted_at}, ${after.id}::uuid)`)
    .orderBy('submitted_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Who is, or was, certified or applied under this whole name. */
export async function usersOfName({ db, secret }: Reader, name: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('certifications')
    .select('user_id')
    .where('name_index', '=', nameIndex(secret, name))
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return [...new Set(rows.map(({ user_id }) => user_id))];
}

/** The newest of somebody's, whatever became of it. */
export const newestCertification = (db: Source, userId: string): Promise<CertificationRow | undefined> =>
  db
    .selectFrom('certifications')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** A query for the ids, as text, of all that somebody ever handed in. */
export const certificationIds = (userId: string): RawBuilder<{ id: string }> =>
  sql`select id::text from certifications where user_id = ${userId}`;
