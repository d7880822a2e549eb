import type { ReactNode } from 'react';
import { Face } from '../../ui/face.tsx';
import { Ago } from '../../ui/moments.tsx';
import { Certified, Tag } from '../../ui/tag.tsx';
import styles from './comments.module.css';
import type { ShownComment } from './read.ts';

/** A comment as everybody sees it. `mark` says that its writer is the thing's own; `children` are its author's actions. */
export function CommentLine({
  comment,
  rendered,
  mark,
  children,
}: {
  comment: ShownComment;
  rendered: number;
  mark?: string;
  children?: ReactNode;
}) {
  return (
    <li id={`comment-${comment.id}`} tabIndex={-1}>
      <Face name={comment.author} src={comment.avatar || undefined} />
      <div>
        <div className={styles.who}>
          <b>{comment.author}</b>
          {comment.certified && <Certified />}
          {mark && <Tag tone="pine">{mark}</Tag>}
          <Ago at={comment.at} rendered={rendered} />
          <span className={styles.actions}>{children}</span>
        </div>
        <p className={styles.text}>{comment.text}</p>
      </div>
    </li>
  );
}

/** Whoever wrote the thing itself is marked among those who comment. */
export function markOf(comment: ShownComment, owner?: { id?: string; title: string }): string | undefined {
  return owner && (comment.byOwner || (owner.id && comment.userId === owner.id)) ? owner.title : undefined;
}
