import styles from './meter.module.css';

/** A share in percent as a bar, with its number and what it means in a word. */
export function Meter({ label, value, word }: { label: string; value: number; word: string }) {
  const shown = Math.max(0, Math.min(100, value));
  return (
    <div className={styles.meter}>
      <span className={styles.label}>{label}</span>
      <span
        className={styles.bar}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={shown}
        aria-valuetext={word ? `${shown}%，${word}` : `${shown}%`}
      >
        <span style={{ width: `${shown}%` }} />
      </span>
      <span className={styles.value} aria-hidden="true">
        <b>{shown}%</b>
        {word}
      </span>
    </div>
  );
}
