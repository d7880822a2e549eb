import type { ReactNode } from 'react';
import { ButtonLink } from '../ui/button.tsx';
import styles from './shop.module.css';

/** Above a page about one case: what it is, and the way back. */
export function CaseHead({
  title,
  to,
  back,
  children,
}: {
  title: string;
  to: string;
  back: string;
  children?: ReactNode;
}) {
  return (
    <header className={styles.preview}>
      <h1>{title}</h1>
      <span className={styles.acts}>
        {children}
        <ButtonLink size="small" to={to}>
          {back}
        </ButtonLink>
      </span>
    </header>
  );
}
