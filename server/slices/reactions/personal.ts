import type { SubjectKind } from '../../../contract/subjects.ts';
import { reviewStatusNames } from '../../../contract/statuses.ts';
import type { PersonalPart } from '../personal-data/part.ts';
import { timeOf } from '../personal-data/words.ts';

const kindNames: Readonly<Record<SubjectKind, string>> = {
  topic: '话题',
  presale: '预售产品',
  case: '案例',
  demand: '需求',
};

export const reactionPart: PersonalPart = {
  name: 'reactions',
  collect: async ({ db }, userId) => {
    const own = (table: 'comments' | 'likes') =>
      db.selectFrom(table).where('user_id', '=', userId).where('removed_at', 'is', null);
    const comments = await own('comments')
      .select(['kind', 'subject_id', 'content', 'review_status', 'created_at'])
      .orderBy('created_at')
      .execute();
    const likes = await own('likes').select(['kind', 'subject_id', 'created_at']).orderBy('created_at').execute();
    return [
      {
        path: '社区/评论.json',
        about: '您写的评论，不含已删除的',
        content: {
          json: comments.map((row) => ({
            评论对象: kindNames[row.kind],
            对象编号: row.subject_id,
            内容: row.content,
            状态: reviewStatusNames[row.review_status],
            时间: timeOf(row.created_at),
          })),
        },
      },
      {
        path: '社区/喜欢.json',
        about: '您点过喜欢的内容',
        content: {
          json: likes.map((row) => ({
            对象: kindNames[row.kind],
            对象编号: row.subject_id,
            时间: timeOf(row.created_at),
          })),
        },
      },
    ];
  },
};
