import { caseTag } from '../../../contract/cases.ts';
import type { Found, Subject } from '../reactions/subject.ts';
import { caseById } from './queries.ts';
import type { CaseRow } from './tables.ts';

export const foundCase = (row: Pick<CaseRow, 'id' | 'like_count' | 'comment_count'>): Found => ({
  id: row.id,
  likes: row.like_count,
  comments: row.comment_count,
  tag: caseTag(row.id),
});

export const caseSubject: Subject = {
  kind: 'case',
  find: async (db, id) => {
    const row = await caseById(db, id);
    return row && foundCase(row);
  },
  count: async (tx, id, { likes = 0, comments = 0 }) =>
    tx
      .updateTable('cases')
      .set((eb) => ({ like_count: eb('like_count', '+', likes), comment_count: eb('comment_count', '+', comments) }))
      .where('id', '=', id)
      .returning(['like_count as likes', 'comment_count as comments'])
      .executeTakeFirstOrThrow(),
};
