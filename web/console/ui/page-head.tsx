import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import styles from './page-head.module.css';

/** A console page's title with what can be done there. Whoever comes here from something decided has the focus on it. */
export function PageHead({
  title,
  note,
  extra,
  back,
}: {
  title: string;
  note?: ReactNode;
  extra?: ReactNode;
  back?: ReactNode;
}) {
  const decided = (useLocation().state as { decided?: boolean } | null)?.decided === true;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (decided) heading.current?.focus({ preventScroll: true });
  }, [decided]);
  return (
    <header className={styles.head}>
      {back}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {extra && <div className={styles.extra}>{extra}</div>}
      {note && <p>{note}</p>}
    </header>
  );
}
