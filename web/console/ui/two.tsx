import type { ReactNode } from 'react';
import styles from './two.module.css';

/** A cell with a word and a smaller one under it; what is alarming is red, and says why in its words. */
export function Two({
  children,
  second,
  alarm,
  secondAlarm,
}: {
  children: ReactNode;
  second?: ReactNode;
  alarm?: boolean;
  secondAlarm?: boolean;
}) {
  return (
    <span className={styles.two}>
      <span className={alarm ? styles.alarm : undefined}>{children}</span>
      {second && <small className={secondAlarm ? styles.alarm : undefined}>{second}</small>}
    </span>
  );
}
