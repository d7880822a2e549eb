import type { CallOutput } from '../../contract/call.ts';
import { type ReviewStatus, reviewStatus, reviewStatusNames } from '../../contract/statuses.ts';
import type { findMyTopicPage, Topic } from '../../contract/topics.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { DeleteTopic } from '../features/topics/delete-topic.tsx';
import { PublishTopicButton } from '../features/topics/publish-button.tsx';
import { page } from '../portal/route-record.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Counts } from '../ui/counts.tsx';
import { Link } from '../ui/link.tsx';
import { Tag } from '../ui/tag.tsx';
import { momentText } from '../ui/time.ts';
import { OwnCard, OwnList } from './own-list.tsx';
import styles from './own-words.module.css';

export const handle = page({ name: 'my-topics', under: 'personal', title: '我的话题', ground: 'mist' });

/** Specification §9; said here so that the page brings no schema along. */
const pageSize = 6;

const load = (page: string) => send(callAt<typeof findMyTopicPage>('/api/Topic/findMyTopicPage'), { page });
const itemsOf = (data: CallOutput<typeof findMyTopicPage>) => data.findTopicPageDto;

/** One's own topics (feature H-09), newest first, also those that only their author sees. */
export default function MyTopics() {
  return (
    <OwnList
      title="我的话题"
      beside={<PublishTopicButton />}
      load={load}
      itemsOf={itemsOf}
      pageSize={pageSize}
      icon="chat"
      unit="话题"
      none={{ text: '您还没有发过话题，和同行聊聊吧', action: <PublishTopicButton /> }}
    >
      {(topic, reload) => <Row topic={topic} onChanged={reload} />}
    </OwnList>
  );
}

const tones: Readonly<Record<ReviewStatus, string>> = { 0: 'warning', 1: 'pine', 2: 'danger' };

function Row({ topic, onChanged }: { topic: Topic; onChanged: () => void }) {
  const { id, name, content, files, addTime, status, reason, praiseNum, discussNum, showSum } = topic;
  const shown = status === reviewStatus.shown;
  const [cover = ''] = files.split(',');
  return (
    <OwnCard name={name} picture={cover}>
      <div className={styles.what}>
        <h2>
          <Link to={`/topic/${id}`}>{name}</Link> <Tag tone={tones[status]}>{reviewStatusNames[status]}</Tag>
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
    </OwnCard>
  );
}
