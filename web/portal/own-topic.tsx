import { useNavigate } from 'react-router';
import { reviewStatus, reviewStatusNames } from '../../contract/statuses.ts';
import type { Topic } from '../../contract/topics.ts';
import { splitList } from '../../contract/wire.ts';
import { DeleteTopic } from '../features/topics/delete-topic.tsx';
import { displayName, useUser } from '../session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Crumbs } from '../ui/crumbs.tsx';
import { Face } from '../ui/face.tsx';
import { Gallery } from '../ui/gallery.tsx';
import { Tag } from '../ui/tag.tsx';
import { momentText } from '../ui/time.ts';
import styles from './topic.module.css';

/** What its author wrote, whole, and where its review stands. */
export function OwnTopic({ topic }: { topic: Topic }) {
  const navigate = useNavigate();
  const user = useUser();
  const { id, name, content, files, addTime, status, reason, discussNum } = topic;
  const pictures = splitList(files);
  const several = pictures.length > 1;
  const refused = status === reviewStatus.refused;
  const author = user ? displayName(user) : topic.nickName;
  return (
    <article className={styles.read}>
      <Crumbs trail={[{ name: '首页', to: '/' }, { name: '我的话题', to: '/personal/topics' }, { name: name }]} />
      <h1>
        {name} <Tag tone={refused ? 'danger' : 'warning'}>{reviewStatusNames[status]}</Tag>
      </h1>
      <p className={styles.review} data-refused={refused || undefined} role="status">
        {refused ? `没有通过审核：${reason}。修改后可以重新提交。` : '正在审核，通过后所有人可见，现在只有您能看到。'}
      </p>
      <div className={styles.by}>
        <Face name={author} src={topic.avatarUrl || undefined} />
        <div>
          <b>{author}</b>
          <time dateTime={new Date(addTime * 1000).toISOString()}>{momentText(addTime)}</time>
        </div>
      </div>
      <div className={styles.prose}>
        {content.split(/\n+/).map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
      </div>
      <div className={styles.pictures}>
        <Gallery
          pictures={pictures}
          name={name}
          layout={several ? 'grid' : 'column'}
          sizes={several ? '(max-width: 767px) 50vw, 360px' : '(max-width: 767px) 100vw, 720px'}
          widest={several ? 360 : 720}
        />
      </div>
      <div className={styles.bar}>
        <span className={styles.acts}>
          <ButtonLink tone="ghost" to={`/topic/publish?id=${id}`}>
            {refused ? '修改后重新提交' : '修改'}
          </ButtonLink>
          <DeleteTopic
            id={id}
            title={name}
            comments={discussNum}
            onDeleted={() => void navigate('/personal/topics', { replace: true })}
          />
        </span>
      </div>
    </article>
  );
}
