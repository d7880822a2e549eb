import type { ReactNode } from 'react';
import styles from './page-title.module.css';

/** A page's heading with its category underlined in the category's colour, and a line below it. */
export function PageTitle({
  category,
  title,
  children,
}: {
  category?: { key: string; name: string };
  title?: string;
  children?: ReactNode;
}) {
  return (
    <div className={styles.title}>
      <h1>
        {category && (
          <span className={styles.category} data-category={category.key}>
            {category.name}
          </span>
        )}
        {category && title ? ' ' : ''}
        {title}
      </h1>
      {children && <p>{children}</p>}
    </div>
  );
}
