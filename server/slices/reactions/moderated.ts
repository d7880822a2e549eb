import { sql } from 'kysely';
import { type ReviewStatus, reviewStatus } from '../../../contract/statuses.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Kysely } from 'kysely';
import type { Moderated, Thing } from '../moderation/moderated.ts';
import { decideCommentIn } from './decide.ts';
import { commentsBetween } from './places.ts';
import { subjects } from './subjects.ts';
import type { CommentRow } from './tables.ts';

const standing = (status: ReviewStatus) =>
  sql<boolean>`review_status = ${sql.raw(String(Number(status)))} and removed_at is null`;

async function things(db: Kysely<DB> | Tx, rows: readonly CommentRow[]): Promise<Thing[]> {
  const about = new Map<string, { name: string; path: string }>();
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const ids = rows.filter((row) => row.kind === kind).map((row) => row.subject_id);
    for (const [id, card] of await subjects[kind].cards(db as Kysely<DB>, [...new Set(ids)]))
      about.set(`${kind} ${id}`, card);
  }
  return rows.map((row) => ({
    kind: 'comment',
    id: row.id,
    authorId: row.user_id,
    title: about.get(`${row.kind} ${row.subject_id}`)?.name ?? '',
    content: row.content,
    pictures: [],
    path: about.get(`${row.kind} ${row.subject_id}`)?.path ?? '',
    status: row.review_status,
    hidden: row.review_status === reviewStatus.refused,
    reason: row.review_reason ?? '',
    createdAt: row.created_at,
    // Nobody changes a comment.
    version: '1',
  }));
}

const placeOf = (db: Kysely<DB>, id: string) =>
  db.selectFrom('comments').select(['kind', 'subject_id', 'seq']).where('id', '=', id).executeTakeFirst();

export const moderatedComments: Moderated = {
  kind: 'comment',
  first: (db, status, most) =>
    db
      .selectFrom('comments')
      .select(['id', 'created_at as at'])
      .where(standing(status))
      .orderBy('id', status === reviewStatus.waiting ? 'asc' : 'desc')
      .limit(most)
      .execute(),
  waiting: (db, status) =>
    db
      .selectFrom('comments')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('since')])
      .where(standing(status))
      .executeTakeFirstOrThrow(),
  things: async (db, ids) => {
    if (ids.length === 0) return [];
    const found = db.selectFrom('comments').selectAll().where('id', 'in', ids).where('removed_at', 'is', null);
    return things(db, await found.execute());
  },
  by: (userId) => sql`select id from comments where user_id = ${userId}`,
  under: async (db, id) => {
    const row = await placeOf(db, id);
    if (!row) return undefined;
    const words = await subjects[row.kind].words(db, row.subject_id);
    return words === undefined ? undefined : { kind: row.kind, words };
  },
  around: async (db, id, most) => {
    const row = await placeOf(db, id);
    // Where only two people see the thing, its comments are theirs.
    if (!row || (await subjects[row.kind].words(db, row.subject_id)) === undefined) return [];
    const readable = subjects[row.kind].readable ?? (async (_db, _id, words) => words);
    const lines = await commentsBetween(db, { kind: row.kind, id: row.subject_id }, row.seq - most, row.seq + most);
    // What waits as well is judged by itself.
    const { subject_id: subjectId } = row;
    const told = lines.filter((line) => line.id === id || line.review_status !== reviewStatus.waiting);
    return Promise.all(
      told.map(async (line) => ({
        id: line.id,
        seq: line.seq,
        by: null,
        authorId: line.user_id,
        content: line.id === id ? line.content : await readable(db, subjectId, line.content),
        pictures: 0,
        files: 0,
        at: line.created_at,
        hidden: line.review_status === reviewStatus.refused,
      })),
    );
  },
  lock: async (tx, id) => {
    const row = await tx.selectFrom('comments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    const [found] = row && row.removed_at === null ? await things(tx, [row]) : [];
    return found;
  },
  decide: (tx, services, id, decision) => decideCommentIn(tx, services, subjects, id, decision),
};
