import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { reviewStatus, reviewStatusNames } from '../../../contract/statuses.ts';
import { getTopicInfo, publishTopic, type Topic } from '../../../contract/topics.ts';
import { splitList } from '../../../contract/wire.ts';
import { send } from '../../client/transport.browser.ts';
import { useUser } from '../../session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import type { FormValues } from '../../ui/form/draft.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { Empty, Loading, Skeleton } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { toast } from '../../ui/toast.tsx';
import { sendImage } from '../uploads.ts';
import styles from './topic-editor.module.css';
import { TopicForm } from './topic-form.tsx';

const skeleton = (
  <Loading count={3}>
    <Skeleton height="1rem" />
  </Loading>
);

/** The form with everything it needs of the browser. The page loads this chunk by itself: it brings zod along. */
export function TopicEditor({ id }: { id: string | undefined }) {
  const load = useCallback(() => send(getTopicInfo, { topicId: id ?? '' }), [id]);
  if (!id) return <Editor />;
  return (
    <LatePart load={load} skeleton={skeleton}>
      {(topic) => (topic.isOwner ? <Editor topic={topic} /> : <NotOwn id={id} />)}
    </LatePart>
  );
}

/** Somebody else's, or nobody's yet: who is signed out may well have written it. */
function NotOwn({ id }: { id: string }) {
  const signedIn = useUser() !== undefined;
  const back = `/login?model=login&redirect=${encodeURIComponent(`/topic/publish?id=${id}`)}`;
  return signedIn ? (
    <Empty
      icon="chat"
      text="您没有这个话题，只能修改自己发布的"
      action={<ButtonLink to="/personal/topics">看我的话题</ButtonLink>}
    />
  ) : (
    <Empty icon="lock" text="登录后才能修改自己的话题" action={<ButtonLink to={back}>去登录</ButtonLink>} />
  );
}

const valuesOf = (topic: Topic): FormValues => ({
  topicType: String(topic.topicType),
  titel: topic.name,
  content: topic.content,
  files: splitList(topic.files),
});

function Editor({ topic }: { topic?: Topic }) {
  const user = useUser();
  const navigate = useNavigate();
  const key = `omo.draft.topic.${topic?.id ?? 'new'}`;
  const back = topic ? `/topic/publish?id=${topic.id}` : '/topic/publish';
  return (
    <>
      {topic && topic.status !== reviewStatus.shown && (
        <p className={styles.review}>
          <Tag tone={topic.status === reviewStatus.refused ? 'danger' : 'warning'}>
            {reviewStatusNames[topic.status]}
          </Tag>
          {topic.reason ? `原因：${topic.reason}。修改后会重新审核。` : '审核通过后所有人可见，现在还可以修改。'}
        </p>
      )}
      <TopicForm
        key={key}
        draftKey={key}
        begin={topic && valuesOf(topic)}
        upload={sendImage}
        signedIn={user !== undefined}
        signIn={() => void navigate(`/login?model=login&redirect=${encodeURIComponent(back)}`)}
        publish={(input) =>
          send(publishTopic, { ...(input as Parameters<typeof send<typeof publishTopic>>[1]), id: topic?.id ?? '' })
        }
        onPublished={(topicId, status) => {
          const shown = status === reviewStatus.shown;
          toast(shown ? '话题已发布' : '已提交，审核通过后所有人可见');
          void navigate(shown ? `/topic/${topicId}` : '/personal/topics');
        }}
      />
    </>
  );
}
