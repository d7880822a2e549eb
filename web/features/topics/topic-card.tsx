import type { ReactNode } from 'react';
import { Link } from '../../ui/link.tsx';
import { Counts } from '../../ui/counts.tsx';
import { Face } from '../../ui/face.tsx';
import { Ago } from '../../ui/moments.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './topic-card.module.css';

export interface TopicFacts {
  id: string;
  title: string;
  text: string;
  pictures: readonly string[];
  authorId: string;
  author: string;
  avatar: string;
  /** seconds since 1970 */
  at: number;
  reads: number;
  likes: number;
  comments: number;
  category: { key: string; name: string } | undefined;
}

/** One picture wide, two or four in pairs, else in threes. */
const shapeOf = (count: number) => (count === 1 ? styles.one : count === 2 || count === 4 ? styles.pair : '');

/** A link as a whole; `like`, a button in it, is the page's to give: `<LikeButton subject={{ kind: 'topic', id }} … />`. */
export function TopicCard({ topic, rendered, like }: { topic: TopicFacts; rendered: number; like?: ReactNode }) {
  const { id, title, text, pictures, author, avatar, at, reads, likes, comments, category } = topic;
  return (
    <article className={styles.topic}>
      <div className={styles.by}>
        <Face name={author} src={avatar || undefined} />
        <div>
          <b>{author}</b>
          <Ago at={at} rendered={rendered} />
        </div>
        {category && (
          <span className={styles.tag}>
            <Tag tone={category.key}>{category.name}</Tag>
          </span>
        )}
      </div>
      <h3>
        <Link to={`/topic/${id}`}>{title}</Link>
      </h3>
      <p className="clip2">{text}</p>
      {pictures.length > 0 && (
        <div className={`${styles.grid} ${shapeOf(pictures.length)}`}>
          {pictures.slice(0, 9).map((picture, index) => (
            <span key={picture} data-all={index === 2 && pictures.length > 3 ? `共 ${pictures.length} 张` : undefined}>
              <Picture
                src={picture}
                alt=""
                sizes="(max-width: 767px) 30vw, 10vw"
                widest={pictures.length === 1 ? 560 : 280}
              />
            </span>
          ))}
        </div>
      )}
      <div className={styles.counts}>
        {like}
        <Counts
          items={[
            ...(like ? [] : [{ icon: 'heart', label: '喜欢', count: likes } as const]),
            { icon: 'comment', label: '评论', count: comments },
            { icon: 'eye', label: '阅读', count: reads },
          ]}
        />
      </div>
    </article>
  );
}
