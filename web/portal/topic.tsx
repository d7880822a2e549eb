import { useNavigate, useRevalidator } from 'react-router';
import { findTopicDiscussPage, getTopicInfo, topicTag } from '../../contract/topics.ts';
import { Comments } from '../features/reactions/comments.tsx';
import { LikeButton } from '../features/reactions/like-button.tsx';
import { LateReportButton } from '../features/reactions/late-report-button.tsx';
import { firstComments } from '../features/reactions/read.ts';
import { DeleteTopic } from '../features/topics/delete-topic.tsx';
import { topicFacts } from '../features/topics/present.server.ts';
import { useOwn, useReading } from '../features/topics/use-reading.ts';
import { topicThings } from '../features/topics/things.server.ts';
import { pageContext } from '../client/page-context.ts';
import { must, renderedAt } from '../client/replies.server.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Counts } from '../ui/counts.tsx';
import { Crumbs } from '../ui/crumbs.tsx';
import { Face } from '../ui/face.tsx';
import { Gallery } from '../ui/gallery.tsx';
import { Ago } from '../ui/moments.tsx';
import { ShareButton } from '../ui/share.tsx';
import { Tag } from '../ui/tag.tsx';
import type { Route } from './+types/topic';
import { guardEnd, guardId, guardPage } from './guard.server.ts';
import { page, useRouteRecord } from './route-record.ts';
import styles from './topic.module.css';

type Loaded = Awaited<ReturnType<typeof loader>>;

export const handle = page<Loaded>({ name: 'topic', title: ({ topic }) => topic.title });

const commentPageSize = 10;

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { send, tag, head } = context.get(pageContext);
  const id = guardId(params.id, url);
  tag(topicTag(id));
  const number = guardPage(url);
  const [info, discuss] = await Promise.all([
    send(getTopicInfo, { topicId: id }),
    send(findTopicDiscussPage, { topicId: id, page: number, pageSize: commentPageSize }),
  ]);
  const topic = topicFacts(must(info).data);
  guardEnd(discuss);
  const comments = firstComments(discuss);
  head({
    description: topic.text,
    image: topic.pictures[0],
    kind: 'article',
    things: topicThings(topic, comments?.items ?? []),
  });
  return {
    rendered: renderedAt(),
    topic,
    comments,
  };
}

export default function TopicPage({ loaderData }: Route.ComponentProps) {
  const { topic, comments, rendered } = loaderData;
  const { crumbs } = useRouteRecord();
  const navigate = useNavigate();
  const own = useOwn(topic.id);
  const { revalidate } = useRevalidator();
  useReading(topic.id);
  // One under the other, they would push the talk about them off the screen.
  const several = topic.pictures.length > 1;
  return (
    <article className={styles.read}>
      <Crumbs trail={crumbs} />
      <h1>{topic.title}</h1>
      <div className={styles.by}>
        <Face name={topic.author} src={topic.avatar || undefined} />
        <div>
          <b>{topic.author}</b>
          <Ago at={topic.at} rendered={rendered} />
        </div>
        {topic.category && <Tag tone={topic.category.key}>{topic.category.name}</Tag>}
      </div>
      <div className={styles.prose}>
        {topic.text.split(/\n+/).map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
      </div>
      <div className={styles.pictures}>
        <Gallery
          pictures={topic.pictures}
          name={topic.title}
          layout={several ? 'grid' : 'column'}
          sizes={several ? '(max-width: 767px) 50vw, 360px' : '(max-width: 767px) 100vw, 720px'}
          widest={several ? 360 : 720}
          first
        />
      </div>
      <div className={styles.bar}>
        <LikeButton subject={{ kind: 'topic', id: topic.id }} count={topic.likes} name={topic.title} size="normal" />
        <Counts
          items={[
            { icon: 'comment', label: '评论', count: topic.comments },
            { icon: 'eye', label: '阅读', count: topic.reads },
          ]}
        />
        <span className={styles.acts}>
          {own && (
            <>
              <ButtonLink tone="ghost" to={`/topic/publish?id=${topic.id}`}>
                修改
              </ButtonLink>
              <DeleteTopic
                id={topic.id}
                title={topic.title}
                comments={topic.comments}
                onDeleted={() => void navigate('/personal/topics', { replace: true })}
              />
            </>
          )}
          {!own && <LateReportButton kind="topic" id={topic.id} name={topic.title} />}
          <ShareButton title={topic.title} text={topic.text.slice(0, 60)} tone="ghost" />
        </span>
      </div>
      <div className={styles.comments}>
        <Comments
          subject={{ kind: 'topic', id: topic.id }}
          first={comments}
          rendered={rendered}
          pageSize={commentPageSize}
          owner={{ id: topic.authorId, title: '楼主' }}
          onChanged={() => void revalidate()}
        />
      </div>
    </article>
  );
}
