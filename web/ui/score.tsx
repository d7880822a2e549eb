import { Icon } from './icon.tsx';
import styles from './score.module.css';

/** A score from 1 to 5 as it was given, with its word. */
export function Score({ value, word }: { value: number; word: string }) {
  return (
    <span className={styles.stars} role="img" aria-label={`${value} 分，${word}`}>
      {[1, 2, 3, 4, 5].map((place) => (
        <i key={place} data-on={place <= value || undefined}>
          <Icon name="star" size="small" />
        </i>
      ))}
      <em aria-hidden="true">{word}</em>
    </span>
  );
}
