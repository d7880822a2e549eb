import { ButtonLink } from '../../ui/button.tsx';
import type { StageFacts } from './facts.ts';
import styles from './sections.module.css';

/** Leads to the publish form. On phones the bar at the foot does. */
export function PublishEntry({ stage, wide }: { stage: StageFacts; wide?: boolean }) {
  return (
    <section className={[styles.publish, wide && styles.wide].filter(Boolean).join(' ')} aria-labelledby="publish">
      <div>
        <h2 id="publish">{stage.question}</h2>
        <p>{stage.invitation}</p>
      </div>
      <ButtonLink to={stage.publish} tone="wood" size="strong" icon="plus">
        发布{stage.name}需求
      </ButtonLink>
    </section>
  );
}
