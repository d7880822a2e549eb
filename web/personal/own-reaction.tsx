import type { ReactNode } from 'react';
import type { CallOutput } from '../../contract/call.ts';
import type { getMyLikePage } from '../../contract/reactions.ts';
import { Link } from '../ui/link.tsx';
import { Tag } from '../ui/tag.tsx';
import { momentText } from '../ui/time.ts';
import { kindNames } from './kind-names.ts';
import { OwnCard } from './own-list.tsx';
import styles from './own-words.module.css';

type Reaction = Pick<CallOutput<typeof getMyLikePage>[number], 'kind' | 'addTime' | 'about'>;

/** What somebody reacted to may be gone. */
export const nameOf = (about: Reaction['about']): string => about?.name ?? '内容已下架或删除';

/** A comment or a like of one's own, by what it is about. */
export function OwnReaction({
  kind,
  addTime,
  about,
  state,
  act,
  children,
}: Reaction & {
  /** before the moment: where it stands, if it is not simply shown */
  state?: ReactNode;
  /** takes it back */
  act: ReactNode;
  /** what was said */
  children?: ReactNode;
}) {
  const name = nameOf(about);
  return (
    <OwnCard name={name} picture={about?.picture ?? ''}>
      <div className={styles.what}>
        <h2>
          {about ? <Link to={about.path}>{name}</Link> : name} <Tag>{kindNames[kind]}</Tag>
        </h2>
        {children}
        <div className={styles.foot}>
          {state}
          <time dateTime={new Date(addTime * 1000).toISOString()}>{momentText(addTime)}</time>
          <span className={styles.acts}>{act}</span>
        </div>
      </div>
    </OwnCard>
  );
}
