import { useNavigation } from 'react-router';
import { loading, uploaded } from '../client/progress.ts';
import { useStore } from '../client/store.ts';
import styles from './progress-bar.module.css';

/** The 2 px line on top: a route or a call under way, or how much of an upload has been sent (feature S-07). */
export function ProgressBar() {
  const moving = useNavigation().state !== 'idle';
  const requests = useStore(loading, 0);
  const sent = useStore<number | undefined>(uploaded, undefined);
  const busy = moving || requests > 0;
  if (sent !== undefined)
    return (
      <div
        className={styles.bar}
        role="progressbar"
        aria-label="上传进度"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(sent * 100)}
        style={{ transform: `scaleX(${sent})` }}
      />
    );
  return (
    <div className={[styles.bar, busy ? styles.busy : styles.idle].join(' ')} role="presentation" data-busy={busy} />
  );
}
