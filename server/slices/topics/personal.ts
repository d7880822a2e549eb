import { findCategory } from '../../../contract/categories.ts';
import { reviewStatusNames } from '../../../contract/statuses.ts';
import { topicsTag, topicTag } from '../../../contract/topics.ts';
import { onCommit } from '../../db/transaction.ts';
import type { PersonalPart } from '../personal-data/part.ts';
import { timeOf } from '../personal-data/words.ts';
import { topicChanged } from './events.ts';

export const topicPart: PersonalPart = {
  name: 'topics',
  collect: async ({ db }, userId) => {
    const rows = await db
      .selectFrom('topics')
      .selectAll()
      .where('user_id', '=', userId)
      .where('removed_at', 'is', null)
      .orderBy('id')
      .execute();
    const json = rows.map((row) => ({
      分类: findCategory(row.category)?.name ?? '',
      标题: row.title,
      内容: row.content,
      图片: row.pictures,
      状态: reviewStatusNames[row.review_status],
      阅读: row.read_count,
      喜欢: row.like_count,
      评论: row.comment_count,
      发布时间: timeOf(row.created_at),
      修改时间: timeOf(row.updated_at),
    }));
    return [{ path: '社区/话题.json', about: '您发布的话题，不含已删除的', content: { json } }];
  },
  // Topics stay, under the name of nobody: what others answered stands on them. What is kept of them is made anew.
  erase: async (tx, { outbox, bus }, { userId }) => {
    const rows = await tx
      .selectFrom('topics')
      .select('id')
      .where('user_id', '=', userId)
      .where('removed_at', 'is', null)
      .execute();
    for (const { id } of rows) await outbox.emit(tx, topicChanged, { topicId: id });
    onCommit(tx, () => bus.publish({ tags: [...rows.map(({ id }) => topicTag(id)), topicsTag] }));
  },
};
