import type { ReactNode } from 'react';
import { Link } from './link.tsx';
import styles from './tab-links.module.css';

/** Part of a list at a time, each by an address of its own; the page stays where it is scrolled to. */
export function TabLinks({
  label,
  tabs,
  current,
  to,
  ruled,
}: {
  /** what the parts are told apart by */
  label: string;
  tabs: readonly (readonly [value: string, name: ReactNode])[];
  /** value of the part that is shown */
  current: string;
  to: (value: string) => string;
  /** a line below all of them, where nothing else ends the head of the list */
  ruled?: boolean;
}) {
  return (
    <nav className={styles.tabs} aria-label={label} data-ruled={ruled || undefined}>
      {tabs.map(([value, name]) => (
        <Link key={value} to={to(value)} aria-current={current === value ? 'true' : undefined} preventScrollReset>
          {name}
        </Link>
      ))}
    </nav>
  );
}
