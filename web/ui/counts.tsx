import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';
import styles from './counts.module.css';
import { shortCount } from './time.ts';

/** Likes, comments, reads: an icon and a shortened count each, with the full one for assistive technology. */
export function Counts({
  items,
}: {
  items: readonly { icon: IconName; label: string; count: number; on?: boolean }[];
}) {
  return (
    <ul className={styles.counts}>
      {items.map(({ icon, label, count, on }) => (
        <li key={label} className={on ? styles.on : undefined} title={`${label} ${count}`}>
          <Icon name={icon} size="small" label={label} />
          {shortCount(count)}
        </li>
      ))}
    </ul>
  );
}
