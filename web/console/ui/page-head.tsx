import type { ReactNode } from 'react';
import { type Back, BackLink } from './back-link.tsx';
import styles from './page-head.module.css';

/** A console page's title with what can be done there. */
export function PageHead({
  title,
  note,
  extra,
  back,
}: {
  title: string;
  note?: ReactNode;
  extra?: ReactNode;
  back?: Back;
}) {
  return (
    <header className={styles.head}>
      {back && <BackLink {...back} />}
      <h1 tabIndex={-1}>{title}</h1>
      {extra && <div className={styles.extra}>{extra}</div>}
      {note && <p>{note}</p>}
    </header>
  );
}
