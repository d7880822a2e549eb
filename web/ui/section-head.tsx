import type { ReactNode } from 'react';
import styles from './section-head.module.css';

/** A section's heading, a few grey words beside it, and what leads on at the right. */
export function SectionHead({
  id,
  title,
  note,
  more,
  small,
}: {
  id?: string;
  title: string;
  note?: string;
  more?: ReactNode;
  small?: boolean;
}) {
  return (
    <div className={[styles.head, small && styles.small].filter(Boolean).join(' ')}>
      <h2 id={id}>{title}</h2>
      {note && <p>{note}</p>}
      {more && <span className={styles.more}>{more}</span>}
    </div>
  );
}
