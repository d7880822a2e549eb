import { topicTag } from '../../../contract/topics.ts';
import type { Found, Subject } from '../reactions/subject.ts';
import { shownTopic, shownTopics } from './queries.ts';
import type { TopicRow } from './tables.ts';

export const foundTopic = (row: Pick<TopicRow, 'id' | 'like_count' | 'comment_count'>): Found => ({
  id: row.id,
  likes: row.like_count,
  comments: row.comment_count,
  tag: topicTag(row.id),
});

export const topicSubject: Subject = {
  kind: 'topic',
  kept: async (db, id) => {
    const row = await shownTopic(db, id);
    return row && { userId: row.user_id, name: row.title, path: `/topic/${id}` };
  },
  cards: async (db, ids) =>
    new Map(
      (await shownTopics(db, ids)).map((row) => [
        row.id,
        { name: row.title, path: `/topic/${row.id}`, picture: row.pictures[0] ?? '' },
      ]),
    ),
  words: async (db, id) => (await shownTopic(db, id))?.content,
  find: async (db, id) => {
    const row = await shownTopic(db, id);
    return row && foundTopic(row);
  },
  count: async (tx, id, { likes = 0, comments = 0 }) =>
    tx
      .updateTable('topics')
      .set((eb) => ({ like_count: eb('like_count', '+', likes), comment_count: eb('comment_count', '+', comments) }))
      .where('id', '=', id)
      .returning(['like_count as likes', 'comment_count as comments'])
      .executeTakeFirstOrThrow(),
};
