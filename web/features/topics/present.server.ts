import { categories } from '../../../contract/categories.ts';
import type { Topic } from '../../../contract/topics.ts';
import { splitList } from '../../../contract/wire.ts';
import { maskPhone } from '../../../contract/mask.ts';
import type { TopicFacts } from './topic-card.tsx';

/** A topic as pages show it, from what the wire calls it. */
export function topicFacts(topic: Topic): TopicFacts {
  const category = categories.find(({ topicType }) => topicType === topic.topicType);
  return {
    id: topic.id,
    title: topic.name,
    text: topic.content,
    pictures: splitList(topic.files),
    authorId: topic.userId,
    author: maskPhone(topic.nickName || '用户'),
    avatar: topic.avatarUrl,
    at: topic.addTime,
    reads: topic.showSum,
    likes: topic.praiseNum,
    comments: topic.discussNum,
    category: category && { key: category.key, name: category.name },
  };
}
