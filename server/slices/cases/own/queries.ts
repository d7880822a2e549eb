import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { OwnCaseFace } from '../../../../contract/own-cases.ts';
import type { SignedInContext } from '../../../calls/context.ts';
import { shopCaseStatus } from '../../../../contract/statuses.ts';
import { offsetOf, type Page } from '../../../db/page.ts';
import type { DB } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { freeFor } from '../../operators/claims.ts';
import type { CaseRevisionRow, CaseRow } from '../tables.ts';
import type { Kept } from './standing.ts';

// Of the change that is under way, else of the case itself.
const face = sql<OwnCaseFace>`case
  when r.case_id is null then case when c.draft is not null then 'draft' else c.review_status::text end
  when r.draft is not null then 'draft' else r.review_status::text end`;

interface OwnQuery extends Page {
  shopId: string;
  stageKeys: readonly string[];
  face?: OwnCaseFace;
}

/** Cases of a shop as its keeper sees them, the last changed first. A shop has tens of them: they are counted as they are asked. */
export async function ownCases(db: Kysely<DB>, query: OwnQuery): Promise<{ cases: Kept[]; count: number }> {
  const { shopId, stageKeys, face: wanted } = query;
  const { rows } = await sql<{ id: string; total: number }>`
    select c.id, count(*) over () as total
    from cases c left join case_revisions r on r.case_id = c.id
    where c.shop_id = ${shopId} and c.stage_key = any(${[...stageKeys]}::text[]) and c.removed_at is null
      ${wanted === undefined ? sql`` : sql`and ${face} = ${wanted}`}
    order by coalesce(r.updated_at, c.updated_at) desc, c.id desc
    limit ${query.pageSize} offset ${offsetOf(query)}`.execute(db);
  const ids = rows.map(({ id }) => id);
  const cases = await keptCases(db, ids);
  // Past the end no row tells how many there are.
  const count = Number(rows[0]?.total ?? (query.page > 1 ? await countOwn(db, query) : 0));
  return { cases, count };
}

/** Cases of a shop that operators may look at (`sentStandingOf`), the last changed first, and how many in all. */
export async function sentCases(
  db: Kysely<DB>,
  shopId: string,
  most: number,
): Promise<{ cases: Kept[]; count: number }> {
  const { rows } = await sql<{ id: string; total: number }>`
    select c.id, count(*) over () as total
    from cases c left join case_revisions r on r.case_id = c.id
    where c.shop_id = ${shopId} and c.removed_at is null
      and (c.review_status = ${shopCaseStatus.approved} or ${face} <> 'draft')
    order by coalesce(r.updated_at, c.updated_at) desc, c.id desc
    limit ${most}`.execute(db);
  const cases = await keptCases(
    db,
    rows.map(({ id }) => id),
  );
  return { cases, count: Number(rows[0]?.total ?? 0) };
}

async function countOwn(db: Kysely<DB>, query: OwnQuery): Promise<number> {
  const counts = await ownCounts(db, query.shopId);
  return counts
    .filter(({ stageKey, face: one }) => query.stageKeys.includes(stageKey) && (query.face ?? one) === one)
    .reduce((sum, { count }) => sum + count, 0);
}

/** How many cases a shop has by stage and by where they stand. */
export async function ownCounts(
  db: Kysely<DB>,
  shopId: string,
): Promise<{ stageKey: string; face: OwnCaseFace; count: number }[]> {
  const { rows } = await sql<{ stage_key: string; face: OwnCaseFace; n: number }>`
    select c.stage_key, ${face} as face, count(*) as n
    from cases c left join case_revisions r on r.case_id = c.id
    where c.shop_id = ${shopId} and c.removed_at is null
    group by 1, 2`.execute(db);
  return rows.map(({ stage_key, face: one, n }) => ({ stageKey: stage_key, face: one, count: Number(n) }));
}

const ofChange = [
  'case_id',
  'category',
  'name',
  'pictures',
  'address',
  'lat',
  'lng',
  'datum',
  'details',
  'draft',
  'review_status',
  'review_reason',
  'submitted_at',
  'updated_at',
] as const satisfies readonly (keyof CaseRevisionRow)[];

/** Cases with their changes, in the order of their ids: read in one statement, so that both are of one moment. */
async function keptCases(db: Kysely<DB> | Tx, ids: readonly string[]): Promise<Kept[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('cases as c')
    .leftJoin('case_revisions as r', 'r.case_id', 'c.id')
    .selectAll('c')
    .select(ofChange.map((column) => `r.${column} as r_${column}` as const))
    .where('c.id', 'in', [...ids])
    .execute();
  const found = new Map(rows.map((both) => [both.id, split(both)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

function split(both: CaseRow & Record<`r_${(typeof ofChange)[number]}`, unknown>): Kept {
  const revision = Object.fromEntries(ofChange.map((column) => [column, both[`r_${column}`]]));
  const row = Object.fromEntries(Object.entries(both).filter(([column]) => !column.startsWith('r_'))) as CaseRow;
  return { row, revision: revision['case_id'] === null ? undefined : (revision as unknown as CaseRevisionRow) };
}

/** A case that has not been taken down, with its change, by its id or by the form that it came from. */
export async function keptCase(
  db: Kysely<DB>,
  of: string | { shopId: string; requestId: string | undefined },
): Promise<Kept | undefined> {
  const id = typeof of === 'string' ? of : await idOfRequest(db, of);
  const [kept] = id === undefined ? [] : await keptCases(db, [id]);
  return kept && kept.row.removed_at === null ? kept : undefined;
}

/** All that a shop ever had, drafts and what was taken down among them, the oldest first. */
export async function everyCase(db: Kysely<DB>, shopId: string): Promise<Kept[]> {
  const rows = await db.selectFrom('cases').select('id').where('shop_id', '=', shopId).orderBy('created_at').execute();
  const ids = rows.map(({ id }) => id);
  return keptCases(db, ids);
}

export async function casesEver(tx: Tx, shopId: string): Promise<number> {
  const counted = tx
    .selectFrom('cases')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('shop_id', '=', shopId);
  return Number((await counted.executeTakeFirstOrThrow()).n);
}

async function idOfRequest(
  db: Kysely<DB>,
  { shopId, requestId }: { shopId: string; requestId: string | undefined },
): Promise<string | undefined> {
  if (requestId === undefined) return undefined;
  const row = await db
    .selectFrom('cases')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  return row?.id;
}

/** The same for changing it: nobody else changes it until the transaction ends. */
export async function lockCase(tx: Tx, id: string): Promise<Kept | undefined> {
  const row = await tx.selectFrom('cases').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && row.removed_at === null ? withRevision(tx, row) : undefined;
}

/** The case that a form has become; undefined for a form that was never sent. */
export async function caseOfRequest(tx: Tx, shopId: string, requestId: string): Promise<Kept | undefined> {
  const row = await tx
    .selectFrom('cases')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('request_id', '=', requestId)
    .forUpdate()
    .executeTakeFirst();
  return row && withRevision(tx, row);
}

async function withRevision(tx: Tx, row: CaseRow): Promise<Kept> {
  const change = tx.selectFrom('case_revisions').selectAll().where('case_id', '=', row.id);
  return { row, revision: await change.executeTakeFirst() };
}

/** What waits for an operator, as ids with the moment that it was sent in. */
const waitingAmong = (among: RawBuilder<unknown>) => sql`
  select c.id, c.stage_key, c.submitted_at from cases c
  where c.review_status = 0 and c.draft is null and c.removed_at is null and ${among}
  union all
  select c.id, c.stage_key, r.submitted_at from case_revisions r join cases c on c.id = r.case_id
  where r.review_status = 0 and r.draft is null and c.removed_at is null and ${among}`;

/** Of those that no colleague has, the one that follows in the queue, else the one that waits longest; null where there is no other. */
export async function nextCase(
  db: Kysely<DB>,
  { caller, now }: Pick<SignedInContext, 'caller' | 'now'>,
  { id, submittedAt, stageKeys }: { id: string; submittedAt: Date | null; stageKeys: readonly string[] },
): Promise<{ id: string; stageKey: string } | null> {
  const all = waitingAmong(sql`c.stage_key = any(${[...stageKeys]}::text[])`);
  const { rows } = await sql<{ id: string; stage_key: string }>`
    select id, stage_key from (${all}) as waiting
    where id <> ${id} and ${freeFor('case', sql`waiting.id`, { operatorId: caller.userId, now })}
    order by (submitted_at, id) < (${submittedAt}::timestamptz, ${id}::uuid), submitted_at, id
    limit 1`.execute(db);
  return rows[0] ? { id: rows[0].id, stageKey: rows[0].stage_key } : null;
}

/** How much waits at each stage, and since when. */
export async function waitingByStage(
  db: Kysely<DB>,
  stageKeys: readonly string[],
): Promise<{ stageKey: string; count: number; since: Date }[]> {
  const all = waitingAmong(sql`c.stage_key = any(${[...stageKeys]}::text[])`);
  const { rows } = await sql<{ stage_key: string; n: number; since: Date }>`
    select stage_key, count(*) as n, min(submitted_at) as since from (${all}) as waiting group by 1`.execute(db);
  return rows.map(({ stage_key, n, since }) => ({ stageKey: stage_key, count: Number(n), since }));
}

/** What waits for an operator, the longest first, of cases and of changes of them. */
export async function waitingCases(
  db: Kysely<DB>,
  { stageKeys, id, ...page }: Page & { stageKeys: readonly string[]; id?: string | undefined },
): Promise<{ cases: Kept[]; count: number }> {
  const all = waitingAmong(
    sql`c.stage_key = any(${[...stageKeys]}::text[]) ${id === undefined ? sql`` : sql`and c.id = ${id}`}`,
  );
  const [{ rows }, counted] = await Promise.all([
    sql<{ id: string }>`select id from (${all}) as waiting
      order by submitted_at, id limit ${page.pageSize} offset ${offsetOf(page)}`.execute(db),
    sql<{ n: number }>`select count(*) as n from (${all}) as waiting`.execute(db),
  ]);
  const ids = rows.map(({ id }) => id);
  return { cases: await keptCases(db, ids), count: Number(counted.rows[0]?.n ?? 0) };
}

/** A query for the ids, as text, of all cases that a shop ever had; of no shop, none. */
export const everOfShop = (shopId: string | undefined): RawBuilder<{ id: string }> =>
  sql`select id::text from cases where shop_id = ${shopId ?? null}`;

/** What cases are called, whatever became of them. */
export async function caseNames(db: Kysely<DB>, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('cases').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
