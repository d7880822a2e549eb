import type { ReactNode } from 'react';
import { SectionHead } from '../../ui/section-head.tsx';
import { CaseCard, type CaseFacts } from './case-card.tsx';
import styles from './detail.module.css';

export interface LinkedCase extends CaseFacts {
  /** path below the base */
  to: string;
  /** category and stage in words */
  kind: string;
}

/** A few cases in a row with a heading; on phones it is pushed sideways. Nothing without cases. */
export function CaseRow({
  id,
  title,
  cases,
  more,
  sameShop = false,
}: {
  id: string;
  title: string;
  cases: readonly LinkedCase[];
  more?: ReactNode;
  /** all of one shop: each says what it is, not whose */
  sameShop?: boolean;
}) {
  if (cases.length === 0) return null;
  return (
    <section className={styles.others} aria-labelledby={id}>
      <SectionHead id={id} small title={title} more={more} />
      <div className={styles.row}>
        {cases.map((item) => (
          <CaseCard key={item.id} item={item} to={item.to} inShop={sameShop ? item.kind : undefined} />
        ))}
      </div>
    </section>
  );
}
