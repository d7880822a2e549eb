import { type ReactNode, useState } from 'react';
import { noticeGroups } from '../../../contract/notice-kinds.ts';
import type { Notice } from '../../../contract/notices.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Ago } from '../../ui/moments.tsx';
import styles from './line.module.css';
import { markNotices } from './watch.ts';

/** One notice: leads to what it is about, and is read with that. */
export function NoticeLine({
  notice,
  onOpen,
  children,
}: {
  notice: Notice;
  onOpen?: () => void;
  /** beside it: what else one can do with it */
  children?: ReactNode;
}) {
  const [rendered] = useState(() => Math.floor(Date.now() / 1000));
  const { id, group, title, text, link, time, read } = notice;
  return (
    <div className={styles.line} data-unread={!read || undefined}>
      <Link
        className={styles.main}
        to={link}
        onClick={() => {
          if (!read) void markNotices({ id });
          onOpen?.();
        }}
      >
        <span className={`${styles.icon} ${styles[group] ?? ''}`} aria-hidden="true">
          <Icon name={noticeGroups[group].icon} />
        </span>
        <span className={styles.words}>
          <span className={styles.head}>
            <b>{title}</b>
            {!read && <span className="sr">未读</span>}
            <small>
              <Ago at={time} rendered={rendered} />
            </small>
          </span>
          <span className={styles.text}>{text}</span>
        </span>
      </Link>
      {children}
    </div>
  );
}
