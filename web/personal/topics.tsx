import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { type ReviewStatus, reviewStatus, reviewStatusNames } from '../../contract/statuses.ts';
import type { findMyTopicPage, Topic } from '../../contract/topics.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { DeleteTopic } from '../features/topics/delete-topic.tsx';
import { PublishTopicButton } from '../features/topics/publish-button.tsx';
import { page } from '../portal/route-record.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Counts } from '../ui/counts.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { Link } from '../ui/link.tsx';
import { Pager } from '../ui/pager.tsx';
import { Picture } from '../ui/picture.tsx';
import { Empty, Loading, Skeleton } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';
import { momentText } from '../ui/time.ts';
import styles from './topics.module.css';

export const handle = page({ name: 'my-topics', under: 'personal', title: '我的话题', ground: 'mist' });

/** Specification §9; said here so that the page brings no schema along. */
const pageSize = 6;

/** One's own topics (feature H-09), newest first, also those that only their author sees. */
export default function MyTopics() {
  const [query] = useSearchParams();
  const number = query.get('page') ?? '1';
  const load = useCallback(async () => {
    const reply = await send(callAt<typeof findMyTopicPage>('/api/Topic/findMyTopicPage'), { page: number });
    // Kept together: the pager speaks of the whole list.
    return reply.ok
      ? {
          ...reply,
          data: { topics: reply.data.findTopicPageDto, count: reply.count, page: reply.page, pages: reply.pages },
        }
      : reply;
  }, [number]);
  return (
    <>
      <header className={styles.head}>
        <h1>我的话题</h1>
        <PublishTopicButton />
      </header>
      <LatePart
        load={load}
        skeleton={
          <Loading count={3}>
            <Skeleton height="1.6rem" />
          </Loading>
        }
      >
        {({ topics, count, ...position }, reload) =>
          topics.length === 0 ? (
            <div className={styles.blank}>
              <Empty
                icon="chat"
                text={count > 0 ? '这一页没有话题了' : '您还没有发过话题，和同行聊聊吧'}
                action={
                  count > 0 ? (
                    <ButtonLink tone="line" to="/personal/topics">
                      回到第一页
                    </ButtonLink>
                  ) : (
                    <PublishTopicButton />
                  )
                }
              />
            </div>
          ) : (
            <>
              <ul className={styles.list}>
                {topics.map((topic) => (
                  <li key={topic.id}>
                    <Row topic={topic} onChanged={reload} />
                  </li>
                ))}
              </ul>
              <Pager {...position} count={count} pageSize={pageSize} />
            </>
          )
        }
      </LatePart>
    </>
  );
}

const tones: Readonly<Record<ReviewStatus, string>> = { 0: 'warning', 1: 'pine', 2: 'danger' };

function Row({ topic, onChanged }: { topic: Topic; onChanged: () => void }) {
  const { id, name, content, files, addTime, status, reason, praiseNum, discussNum, showSum } = topic;
  const shown = status === reviewStatus.shown;
  const [cover = ''] = files.split(',');
  return (
    <article className={styles.card} aria-label={name}>
      <div className={styles.picture}>
        <Picture src={cover} alt="" sizes="(max-width: 767px) 24vw, 160px" widest={160} />
      </div>
      <div className={styles.what}>
        <h2>
          {shown ? <Link to={`/topic/${id}`}>{name}</Link> : name}{' '}
          <Tag tone={tones[status]}>{reviewStatusNames[status]}</Tag>
        </h2>
        <p className="clip2">{content}</p>
        {status === reviewStatus.waiting && <p className={styles.note}>审核通过后所有人可见，现在只有您能看到。</p>}
        {reason && <p className={styles.reason}>没有通过：{reason}</p>}
        <div className={styles.foot}>
          <time>{momentText(addTime)}</time>
          {shown && (
            <Counts
              items={[
                { icon: 'heart', label: '喜欢', count: praiseNum },
                { icon: 'comment', label: '评论', count: discussNum },
                { icon: 'eye', label: '阅读', count: showSum },
              ]}
            />
          )}
          <span className={styles.acts}>
            <ButtonLink tone="ghost" size="small" to={`/topic/publish?id=${id}`}>
              {status === reviewStatus.refused ? '修改后重新提交' : '修改'}
            </ButtonLink>
            <DeleteTopic id={id} title={name} comments={discussNum} size="small" onDeleted={onChanged} />
          </span>
        </div>
      </div>
    </article>
  );
}
