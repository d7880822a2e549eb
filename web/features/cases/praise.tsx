import styles from './praise.module.css';

/** How many percent praise a case; that nobody has said anything yet is said, not taken for praise. */
export function Praise({ rate, bare }: { rate: number | undefined; bare?: boolean }) {
  if (rate === undefined) return <span className={`${styles.rate} ${styles.none}`}>暂无评价</span>;
  return (
    <span className={styles.rate}>
      {rate}%{!bare && ' 好评'}
    </span>
  );
}
