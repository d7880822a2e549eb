import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';

import { type Back, BackLink } from './back-link.tsx';
import { ShortcutKeys } from '../../ui/shortcut-keys.tsx';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import styles from './review-screen.module.css';

interface ReviewScreenProps {
  /** the queue that it comes from */
  back: Back;
  title: string;
  /** who, what kind, since when */
  facts?: ReactNode;
  /** what stands in the way: a colleague has it, it has changed */
  banner?: ReactNode;
  /** left */
  evidence: ReactNode;
  /** right */
  decision: ReactNode;
  /** right, under the decision: what was said of this one before */
  history?: ReactNode;
  /** right, below: what is known of the person */
  person?: ReactNode;
  /** beside N: which keys do what */
  keys?: readonly (readonly [key: string, does: string])[];
  /** goes on without a word; undefined at the end of the queue */
  onNext?: () => void;
}

/** One thing that waits for a word, on one screen: evidence left, the decision and the person's history right. N goes on. */
export function ReviewScreen(props: ReviewScreenProps) {
  const { back, title, facts, banner, evidence, decision, history, person, keys = [], onNext } = props;
  useShortcuts({ n: onNext });
  return (
    <>
      <header className={styles.head}>
        <BackLink {...back} />
        <h1 tabIndex={-1}>{title}</h1>
        {facts && <p>{facts}</p>}
        {onNext && (
          <button type="button" className={styles.next} onClick={onNext}>
            先看下一件
            <Icon name="right" size="small" />
          </button>
        )}
      </header>
      {banner}
      <div className={styles.review}>
        <div className={styles.evidence}>{evidence}</div>
        <div className={styles.side}>
          <aside className={styles.panel} aria-label="审核结论">
            {decision}
          </aside>
          {/* Scrolls by itself, so that the decision stays in reach; a place to be at for who scrolls by keys. */}
          <div className={styles.known} role="region" aria-label="记录" tabIndex={0}>
            {history && (
              <aside className={styles.panel} aria-label="以往记录">
                {history}
              </aside>
            )}
            {person}
            <div className={styles.panel}>
              <ShortcutKeys keys={[...keys, ...(onNext ? ([['N', '下一件']] as const) : [])]} />
            </div>
          </div>
        </div>
      </div>
    </>
  );
}
