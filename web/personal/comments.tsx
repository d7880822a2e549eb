import type { CallOutput } from '../../contract/call.ts';
import type { getMyCommentPage } from '../../contract/reactions.ts';
import { type ReviewStatus, reviewStatus, reviewStatusNames } from '../../contract/statuses.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { DeleteOwnComment } from '../features/reactions/delete-own-comment.tsx';
import { page } from '../portal/route-record.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Tag } from '../ui/tag.tsx';
import { OwnList } from './own-list.tsx';
import { OwnReaction } from './own-reaction.tsx';
import styles from './own-words.module.css';

export const handle = page({ name: 'my-comments', under: 'personal', title: '我的评论', ground: 'mist' });

/** Said here so that the page brings no schema along. */
const pageSize = 10;

type Comment = CallOutput<typeof getMyCommentPage>[number];

const load = (page: string) => send(callAt<typeof getMyCommentPage>('/api/Reaction/getMyCommentPage'), { page });
const itemsOf = (comments: readonly Comment[]) => comments;

/** All that one said in public, newest first, also what only its author sees. */
export default function MyComments() {
  return (
    <OwnList
      title="我的评论"
      beside={<p>评论过的话题、商品、案例和需求都在这里。</p>}
      load={load}
      itemsOf={itemsOf}
      pageSize={pageSize}
      icon="comment"
      unit="评论"
      none={{
        text: '您还没有评论过',
        action: (
          <ButtonLink tone="line" to="/">
            看看大家在聊什么
          </ButtonLink>
        ),
      }}
    >
      {(comment, reload) => <Row comment={comment} onChanged={reload} />}
    </OwnList>
  );
}

const tones: Readonly<Record<ReviewStatus, string>> = { 0: 'warning', 1: 'pine', 2: 'danger' };

function Row({ comment, onChanged }: { comment: Comment; onChanged: () => void }) {
  const { id, content, status, reason } = comment;
  return (
    <OwnReaction
      {...comment}
      state={status !== reviewStatus.shown && <Tag tone={tones[status]}>{reviewStatusNames[status]}</Tag>}
      act={<DeleteOwnComment id={id} content={content} said="评论已删除" onDeleted={onChanged} />}
    >
      <p>{content}</p>
      {status === reviewStatus.waiting && <p className={styles.note}>审核通过后所有人可见，现在只有您能看到。</p>}
      {reason && <p className={styles.reason}>没有通过：{reason}</p>}
    </OwnReaction>
  );
}
