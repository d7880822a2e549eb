import type { ReactNode } from 'react';
import styles from './card.module.css';

/** A white card of the personal centre: a title, a word beside it, and at the right end what belongs to the whole. */
export function Card({
  id,
  title,
  note,
  aside,
  children,
}: {
  /** under which an address leads to it */
  id?: string;
  title: string;
  note?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.card} id={id} aria-label={title} tabIndex={id === undefined ? undefined : -1}>
      <div className={styles.title}>
        <h2>{title}</h2>
        {note && <span>{note}</span>}
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
      {children}
    </section>
  );
}
