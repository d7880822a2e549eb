import type { Comment, DiscussionForumPosting, InteractionCounter, Thing } from 'schema-dts';
import { pictureAt } from '../../../contract/pictures.ts';
import type { Addresses } from '../../client/head-facts.ts';

interface Said {
  author: string;
  text: string;
  /** seconds since 1970 */
  at: number;
}

/** A topic with the comments that the page shows. */
export function topicThings(
  topic: Said & { title: string; pictures: readonly string[]; likes: number; comments: number; reads: number },
  comments: readonly Said[],
): (at: Addresses) => Thing[] {
  return (at) => {
    const posting: DiscussionForumPosting = {
      '@type': 'DiscussionForumPosting',
      headline: topic.title,
      text: topic.text,
      url: at.self,
      author: person(topic.author),
      datePublished: iso(topic.at),
      image: topic.pictures.map((picture) => at.file(pictureAt(picture, 1200))),
      inLanguage: 'zh-CN',
      commentCount: topic.comments,
      interactionStatistic: [
        counter('LikeAction', topic.likes),
        counter('CommentAction', topic.comments),
        counter('ViewAction', topic.reads),
      ],
      comment: comments.map((comment): Comment => ({
        '@type': 'Comment',
        text: comment.text,
        author: person(comment.author),
        datePublished: iso(comment.at),
      })),
    };
    return [posting];
  };
}

const person = (name: string) => ({ '@type': 'Person' as const, name });
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

function counter(action: 'LikeAction' | 'CommentAction' | 'ViewAction', count: number): InteractionCounter {
  return {
    '@type': 'InteractionCounter',
    interactionType: { '@type': action },
    userInteractionCount: count,
  };
}
