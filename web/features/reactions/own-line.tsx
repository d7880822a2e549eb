import type { ReactNode } from 'react';
import type { OwnComment } from '../../../contract/reactions.ts';
import { reviewStatus, reviewStatusNames } from '../../../contract/statuses.ts';
import { Ago } from '../../ui/moments.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './comments.module.css';

/** A comment that only its author sees: it waits for review, or was refused with a reason. */
export function OwnLine({
  comment,
  rendered,
  children,
}: {
  comment: OwnComment;
  rendered: number;
  children?: ReactNode;
}) {
  const refused = comment.status === reviewStatus.refused;
  return (
    <li>
      <div className={styles.who}>
        <Tag tone={refused ? 'danger' : 'warning'}>{reviewStatusNames[comment.status]}</Tag>
        <Ago at={comment.addTime} rendered={rendered} />
        <span className={styles.actions}>{children}</span>
      </div>
      <p className={styles.text}>{comment.content}</p>
      <p className={styles.note}>
        {refused
          ? `没有通过，只有您能看到。${comment.reason && `原因：${comment.reason}`}`
          : '审核通过后所有人可见，现在只有您能看到。'}
      </p>
    </li>
  );
}
