import type { Kysely } from 'kysely';
import { reviewStatus } from '../../../contract/statuses.ts';
import type { SubjectKind } from '../../../contract/subjects.ts';
import { offsetOf, type Page } from '../../db/page.ts';
import type { DB } from '../../db/schema.ts';
import { type PublicUser, publicUsers } from '../accounts/queries.ts';
import { type About, commentsPage } from './places.ts';
import type { CommentRow } from './tables.ts';

/** A comment with who wrote it. */
export interface Comment {
  row: CommentRow;
  author: PublicUser | undefined;
}

/** Shown comments on one thing, newest first, at flat cost. */
export async function listComments(db: Kysely<DB>, kind: SubjectKind, id: string, page: Page): Promise<Comment[]> {
  return withAuthors(db, await commentsPage(db, { kind, id }, page));
}

export async function withAuthors(db: Kysely<DB>, rows: readonly CommentRow[]): Promise<Comment[]> {
  const people = await publicUsers(
    db,
    rows.map(({ user_id }) => user_id),
  );
  return rows.map((row) => ({ row, author: people.get(row.user_id) }));
}

const ownAtMost = 100;

/** A person's own newest comments on one thing, whatever the review said. */
export async function ownComments(db: Kysely<DB>, { kind, id }: About, userId: string): Promise<CommentRow[]> {
  return db
    .selectFrom('comments')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .where('removed_at', 'is', null)
    .orderBy('seq', 'desc')
    .limit(ownAtMost)
    .execute();
}

/** A comment that is shown. */
export async function commentById(db: Kysely<DB>, id: string): Promise<CommentRow | undefined> {
  return db
    .selectFrom('comments')
    .selectAll()
    .where('id', '=', id)
    .where('review_status', '=', reviewStatus.shown)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** A person's own comments on anything, newest first, whatever the review said. Few enough to be counted. */
export async function commentsBy(
  db: Kysely<DB>,
  userId: string,
  page: Page,
): Promise<{ rows: CommentRow[]; count: number }> {
  const own = db.selectFrom('comments').where('user_id', '=', userId).where('removed_at', 'is', null);
  const { count } = await own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await own
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.pageSize)
    .offset(offsetOf(page))
    .execute();
  return { rows, count };
}

/** What a person likes, the newest first. Few enough to be counted. */
export async function likesOf(db: Kysely<DB>, userId: string, page: Page) {
  const own = db.selectFrom('likes').where('user_id', '=', userId).where('removed_at', 'is', null);
  const { count } = await own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await own
    .select(['kind', 'subject_id', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('subject_id')
    .limit(page.pageSize)
    .offset(offsetOf(page))
    .execute();
  return { rows, count };
}
