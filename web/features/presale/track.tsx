import styles from './track.module.css';

export interface Shares {
  joined: number;
  amount: number;
}

/** How much of a pre-sale is spoken for, as a bar alone: the figures stand beside it. */
export function Track({ joined, amount }: Shares) {
  const part = joined + amount > 0 ? joined / (joined + amount) : 0;
  return (
    <span className={styles.track} aria-hidden="true">
      <span style={{ transform: `scaleX(${part.toFixed(3)})` }} />
    </span>
  );
}
