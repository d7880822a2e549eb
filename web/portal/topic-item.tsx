import { LikeButton } from '../features/reactions/like-button.tsx';
import { TopicCard, type TopicFacts } from '../features/topics/topic-card.tsx';

/** A topic in a list that readers can like without opening it. */
export function TopicItem({ topic, rendered }: { topic: TopicFacts; rendered: number }) {
  const like = <LikeButton subject={{ kind: 'topic', id: topic.id }} count={topic.likes} name={topic.title} />;
  return <TopicCard topic={topic} rendered={rendered} like={like} />;
}
