import styles from './share-bar.module.css';
import { type Shares, Track } from './track.tsx';

/** The bar with its figures in words. */
export function ShareBar({ joined, amount, unit, ended }: Shares & { unit: string; ended: boolean }) {
  const left = amount > 0 ? `还剩 ${amount} ${unit}` : '已订满';
  return (
    <div className={styles.share}>
      <Track joined={joined} amount={amount} />
      <p>
        <span>
          已订 {joined} {unit}
        </span>
        <b>{ended ? '预售已截止' : left}</b>
      </p>
    </div>
  );
}
