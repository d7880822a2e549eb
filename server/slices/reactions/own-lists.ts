import type { Kysely } from 'kysely';
import type { SubjectKind } from '../../../contract/subjects.ts';
import { subjectKinds } from '../../../contract/subjects.ts';
import { seconds } from '../../../contract/wire.ts';
import type { SignedInContext } from '../../calls/context.ts';
import type { Page } from '../../db/page.ts';
import type { DB } from '../../db/schema.ts';
import { commentsBy, likesOf } from './queries.ts';
import type { Card } from './subject.ts';
import { subjects } from './subjects.ts';

/** What things of several kinds are called and where they are, asked for kind by kind. */
async function cardsOf(
  db: Kysely<DB>,
  rows: readonly { kind: SubjectKind; subject_id: string }[],
): Promise<(row: { kind: SubjectKind; subject_id: string }) => Card | null> {
  const found = new Map<SubjectKind, Map<string, Card>>();
  for (const kind of subjectKinds) {
    const ids = rows.filter((row) => row.kind === kind).map((row) => row.subject_id);
    if (ids.length > 0) found.set(kind, await subjects[kind].cards(db, [...new Set(ids)]));
  }
  return ({ kind, subject_id }) => found.get(kind)?.get(subject_id) ?? null;
}

/** All that the caller said, with what it was said about. */
export async function ownCommentPage({ db, caller }: SignedInContext, page: Page) {
  const { rows, count } = await commentsBy(db, caller.userId, page);
  const cardOf = await cardsOf(db, rows);
  const data = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    content: row.content,
    addTime: seconds(row.created_at),
    status: row.review_status,
    reason: row.review_reason ?? '',
    about: cardOf(row),
  }));
  return { data, page: { count, ...page } };
}

/** All that the caller likes. */
export async function ownLikePage({ db, caller }: SignedInContext, page: Page) {
  const { rows, count } = await likesOf(db, caller.userId, page);
  const cardOf = await cardsOf(db, rows);
  const data = rows.map((row) => ({
    id: row.subject_id,
    kind: row.kind,
    addTime: seconds(row.created_at),
    about: cardOf(row),
  }));
  return { data, page: { count, ...page } };
}
