import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './tag.module.css';

export type TagTone = 'plain' | 'pine' | 'wood' | 'maternal' | 'pet' | 'business' | 'warning' | 'danger' | 'success';

/** A category's key is a tone of its own; an unknown one is plain. */
export function Tag({ tone = 'plain', children }: { tone?: TagTone | (string & {}); children: ReactNode }) {
  return <span className={[styles.tag, styles[tone]].filter(Boolean).join(' ')}>{children}</span>;
}

/** Stands behind the name of a party whose certification has passed (rulings §5). */
export function Certified() {
  return (
    <span className={styles.certified}>
      <Icon name="badge" size="small" />
      已认证
    </span>
  );
}
