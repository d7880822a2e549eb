import type { To } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './back-link.module.css';

/** The list a screen belongs to. */
export interface Back {
  to: To;
  label: string;
}

/** Stands over the title of whatever belongs to a list. */
export function BackLink({ to, label }: Back) {
  return (
    <Link to={to} className={styles.back}>
      <Icon name="left" size="small" />
      返回{label}
    </Link>
  );
}
