import type { ReactNode } from 'react';
import { momentText } from '../../ui/time.ts';
import { closingText } from './next-step-words.ts';
import styles from './orders.module.css';
import type { OrderSummary } from './wire.ts';

/** 下一步: what happens next by itself, when, and what it does to the money (feature Z-05). */
export function NextStepBar({ order, hint, children }: { order: OrderSummary; hint?: string; children?: ReactNode }) {
  const { nextStep: step } = order;
  const closing = closingText(order);
  return (
    <section className={styles.next} aria-label="下一步">
      <h2>下一步</h2>
      <p>
        <b>
          {step.at !== null && <time dateTime={new Date(step.at * 1000).toISOString()}>{momentText(step.at)}，</time>}
          {step.what}
        </b>
        {closing && <span>{closing}</span>}
        {step.money && <span>{step.money}</span>}
        {hint && <span>{hint}</span>}
      </p>
      {children}
    </section>
  );
}
