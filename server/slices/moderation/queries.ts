import { type Kysely, sql } from 'kysely';
import type { ModerationQueue } from '../../../contract/operator/moderation.ts';
import { reportKinds, type ReportKind } from '../../../contract/report-reasons.ts';
import { reviewStatus } from '../../../contract/statuses.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { offsetOf, type Page } from '../../db/page.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import { freeFor } from '../operators/claims.ts';
import { bothWaiting, type Waiting } from '../operators/desk.ts';
import type { Thing } from './moderated.ts';
import type { ReportRow } from './tables.ts';
import { moderated } from './things.ts';

/** Something that waits, or is hidden. */
export interface Listed {
  kind: ReportKind;
  id: string;
  at: Date;
}

/** As an operator's claim names it. */
export const claimId = ({ kind, id }: Pick<Listed, 'kind' | 'id'>): string => `${kind}:${id}`;

/** What has a status: what is held the longest waiting first, what is hidden newest first. Queues are short: a page is cut out. */
async function byStatus(db: Kysely<DB>, status: 0 | 2, page: Page): Promise<{ rows: Listed[]; count: number }> {
  const end = offsetOf(page) + page.pageSize;
  const parts = await Promise.all(
    reportKinds.map(async (kind) => ({
      rows: (await moderated[kind].first(db, status, end)).map((row) => ({ kind, ...row })),
      count: (await moderated[kind].waiting(db, status)).count,
    })),
  );
  const sign = status === reviewStatus.waiting ? 1 : -1;
  const rows = parts
    .flatMap((part) => part.rows)
    .toSorted((one, other) => sign * (one.at.getTime() - other.at.getTime()));
  return { rows: rows.slice(offsetOf(page), end), count: parts.reduce((sum, { count }) => sum + count, 0) };
}

/** What was reported and nobody has looked into, by its first report. */
async function reported(db: Kysely<DB>, page: Page): Promise<{ rows: Listed[]; count: number }> {
  const open = db.selectFrom('reports').where('settled_at', 'is', null).groupBy(['kind', 'subject_id']);
  const rows = await open
    .select(({ fn }) => ['kind', 'subject_id as id', fn.min('created_at').as('at')])
    .orderBy('at')
    .orderBy('id')
    .limit(page.pageSize)
    .offset(offsetOf(page))
    .execute();
  return { rows, count: (await reportedWaiting(db)).count };
}

export const listed = (db: Kysely<DB>, queue: ModerationQueue, page: Page) =>
  queue === 'reported'
    ? reported(db, page)
    : byStatus(db, queue === 'held' ? reviewStatus.waiting : reviewStatus.refused, page);

async function reportedWaiting(db: Kysely<DB>): Promise<Waiting> {
  return db
    .selectFrom('reports')
    .select(({ fn }) => [sql<number>`count(distinct (kind, subject_id))`.as('count'), fn.min('created_at').as('since')])
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/** What waits for a word: what is held, and what was reported. */
export const contentQueues = async (
  db: Kysely<DB>,
): Promise<readonly [readonly ['held', Waiting], readonly ['reported', Waiting]]> => {
  const held = Promise.all(reportKinds.map((kind) => moderated[kind].waiting(db, reviewStatus.waiting)));
  return [
    ['held', (await held).reduce(bothWaiting)],
    ['reported', await reportedWaiting(db)],
  ];
};

export async function contentWaiting(db: Kysely<DB>): Promise<Waiting> {
  const [[, held], [, reported]] = await contentQueues(db);
  return bothWaiting(held, reported);
}

/** What its author has deleted waits for nobody any more. */
export async function settleGone(db: Kysely<DB>, now: Date): Promise<void> {
  const { rows } = await reported(db, { page: 1, pageSize: looked });
  for (const kind of reportKinds) {
    const ids = rows.filter((row) => row.kind === kind).map(({ id }) => id);
    const there = new Set((await moderated[kind].things(db, ids)).map(({ id }) => id));
    const gone = ids.filter((id) => !there.has(id));
    if (gone.length === 0) continue;
    await db
      .updateTable('reports')
      .set({ settled_at: now, outcome: 'gone' })
      .where('kind', '=', kind)
      .where('subject_id', 'in', gone)
      .where('settled_at', 'is', null)
      .execute();
  }
}

/** How many at the beginning of each queue are looked through for one that nobody has. */
const looked = 50;

/** What waits after this one and no colleague has, held before reported; null for nothing. */
export async function nextContent(
  db: Kysely<DB>,
  { caller, now }: Pick<SignedInContext, 'caller' | 'now'>,
  after: Pick<Listed, 'kind' | 'id'>,
): Promise<{ kind: ReportKind; id: string } | null> {
  const first = { page: 1, pageSize: looked };
  const [held, told] = await Promise.all([listed(db, 'held', first), listed(db, 'reported', first)]);
  const all = [...held.rows, ...told.rows];
  const here = all.findIndex((one) => claimId(one) === claimId(after));
  const others = [...all.slice(here + 1), ...all.slice(0, Math.max(0, here))].filter(
    (one) => claimId(one) !== claimId(after),
  );
  if (others.length === 0) return null;
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${others.map(claimId)}::text[]) as one (id)
    where ${freeFor('content', sql.ref('one.id'), { operatorId: caller.userId, now })}`.execute(db);
  const free = new Set(rows.map(({ id }) => id));
  const found = others.find((one) => free.has(claimId(one)));
  return found ? { kind: found.kind, id: found.id } : null;
}

/** What was looked at: its words, where it stands, and how much of what was reported of it has been settled. */
export const versionOf = ({ version, status }: Thing, reports: readonly Pick<ReportRow, 'settled_at'>[]): string =>
  [version, status, reports.filter(({ settled_at }) => settled_at !== null).length].join('-');

/** Of one thing, newest first. */
export const reportsOf = (db: Kysely<DB> | Tx, { kind, id }: Pick<Listed, 'kind' | 'id'>): Promise<ReportRow[]> =>
  db
    .selectFrom('reports')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();

/** How many reports of each of these nobody has looked into. */
export async function openReports(db: Kysely<DB>, things: readonly Listed[]): Promise<Map<string, number>> {
  if (things.length === 0) return new Map();
  const rows = await db
    .selectFrom('reports')
    .select(({ fn }) => ['kind', 'subject_id as id', fn.countAll<number>().as('n')])
    .where('settled_at', 'is', null)
    .where(
      'subject_id',
      'in',
      things.map(({ id }) => id),
    )
    .groupBy(['kind', 'subject_id'])
    .execute();
  return new Map(rows.map((row) => [claimId(row), Number(row.n)]));
}
