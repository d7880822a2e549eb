import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';
import styles from './states.module.css';

/** A list with nothing in it: a picture, one sentence, one action. */
export function Empty({ icon = 'inbox', text, action }: { icon?: IconName; text: string; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <span className={styles.picture} aria-hidden="true">
        <Icon name={icon} />
      </span>
      <p>{text}</p>
      {action}
    </div>
  );
}

/** What happened, and the way to try again. */
export function Failed({
  text = '没能加载出来',
  onRetry,
  busy,
}: {
  text?: string;
  onRetry?: () => void;
  busy?: boolean;
}) {
  return (
    <div className={`${styles.empty} ${styles.failed}`} role="alert">
      <span className={styles.picture} aria-hidden="true">
        <Icon name="warn" />
      </span>
      <p>{text}</p>
      {onRetry && (
        <Button icon="return" onClick={onRetry} busy={busy}>
          再试一次
        </Button>
      )}
    </div>
  );
}

/**
 * A grey shape where content will be, of the content's own size: `<Skeleton height=".9rem" />`, `<Skeleton lines={3} />`.
 */
export function Skeleton({ lines, height, ratio }: { lines?: number; height?: string; ratio?: string }) {
  if (lines !== undefined)
    return (
      <div className={styles.lines} aria-hidden="true">
        {Array.from({ length: lines }, (_, index) => (
          <span key={index} className={styles.bone} />
        ))}
      </div>
    );
  return <div className={`${styles.bone} ${styles.block}`} style={{ height, aspectRatio: ratio }} aria-hidden="true" />;
}

/** Several equal skeletons, read out once as 正在加载. */
export function Loading({ count = 1, children }: { count?: number; children: ReactNode }) {
  return (
    <div role="status" aria-label="正在加载" className={styles.loading}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index}>{children}</div>
      ))}
    </div>
  );
}
