import { Fragment } from 'react';
import { Link } from './link.tsx';
import styles from './crumbs.module.css';
import { Icon } from './icon.tsx';

/** The last one is the page itself and no link. */
export function Crumbs({ trail }: { trail: readonly { name: string; to?: string }[] }) {
  return (
    <nav className={styles.crumbs} aria-label="面包屑">
      {trail.map(({ name, to }, index) => (
        <Fragment key={to ?? name}>
          {index > 0 && <Icon name="right" />}
          {to ? <Link to={to}>{name}</Link> : <span aria-current="page">{name}</span>}
        </Fragment>
      ))}
    </nav>
  );
}
