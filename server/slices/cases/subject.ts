import { caseTag } from '../../../contract/cases.ts';
import type { Found, Subject } from '../reactions/subject.ts';
import { keeperOf } from '../shop/queries.ts';
import { caseById, casePath, casesByIds } from './queries.ts';
import type { CaseRow } from './tables.ts';
import { wordsOf } from './words.ts';

export const foundCase = (row: Pick<CaseRow, 'id' | 'like_count' | 'comment_count'>): Found => ({
  id: row.id,
  likes: row.like_count,
  comments: row.comment_count,
  tag: caseTag(row.id),
});

export const caseSubject: Subject = {
  kind: 'case',
  kept: async (db, id) => {
    const row = await caseById(db, id);
    const userId = row && (await keeperOf(db, row.shop_id));
    return row && userId ? { userId, name: row.name, path: casePath(row) } : undefined;
  },
  cards: async (db, ids) =>
    new Map(
      (await casesByIds(db, ids)).map((row) => [
        row.id,
        { name: row.name, path: casePath(row), picture: row.pictures[0] ?? '' },
      ]),
    ),
  words: async (db, id) => {
    const row = await caseById(db, id);
    return row && wordsOf(row);
  },
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
