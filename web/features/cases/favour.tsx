import { Tag } from '../../ui/tag.tsx';
import { shortCount } from '../../ui/time.ts';
import styles from './detail.module.css';

export interface FavourFacts {
  /** percent */
  rate: number;
  /** appraisals that it comes from */
  count: number;
  labels: readonly { name: string; count: number }[];
}

/** How those who ordered after a case speak of it. Without any of them the rate is only the one that every case begins with. */
export function Favour({ rate, count, labels }: FavourFacts) {
  return (
    <section className={styles.favour} aria-label="好评">
      <p>
        <b className={count === 0 ? styles.default : undefined}>{rate}%</b> 好评
        <span>{count === 0 ? '还没有评价，先按 100% 算' : `来自 ${shortCount(count)} 份验收后的评价`}</span>
      </p>
      {labels.length > 0 && (
        <ul aria-label="评价里说得最多的">
          {labels.map(({ name, count: times }) => (
            <li key={name}>
              <Tag tone="pine">
                {name} {shortCount(times)}
              </Tag>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
