import { useState } from 'react';
import { type OrderStatus, orderStatus, orderStatusNames } from '../../../contract/statuses.ts';
import { Icon } from '../../ui/icon.tsx';
import { shortMomentText } from '../../ui/time.ts';
import styles from './timeline.module.css';
import type { OrderInfo } from './wire.ts';

export interface Milestone {
  readonly status: number;
  readonly name: string;
  /** seconds since 1970; undefined for what has not come */
  readonly at: number | undefined;
}

/** The way of a demand when all goes well; an entrusted one is not tendered. */
const { tendering, awarded, working, delivered, affirmed, completed } = orderStatus;
const way: readonly OrderStatus[] = [tendering, awarded, working, delivered, affirmed, completed];

/**
 * The milestones of an order: those of the good way up to where it stands and beyond, or, once it has ended otherwise,
 * those it reached and its end. Pure, for tests.
 */
export function milestones({
  history,
  orderStatus: current,
  demandStatusName,
  saveTime,
  entrusted,
}: Pick<OrderInfo, 'history' | 'orderStatus' | 'demandStatusName' | 'saveTime' | 'entrusted'>): Milestone[] {
  const entered = (status: number) =>
    history.findLast((entry) => entry.toStatus === status && entry.fromStatus !== status)?.time;
  const taken = entrusted ? way.filter((status) => status !== tendering) : way;
  const position = taken.findIndex((status) => status === current);
  const steps = taken.map((status, index): Milestone => {
    const reached = position >= 0 ? index <= position : entered(status) !== undefined;
    return {
      status,
      name: orderStatusNames[status],
      at: reached ? (entered(status) ?? (index === 0 ? saveTime : undefined)) : undefined,
    };
  });
  if (position >= 0) return steps;
  return [
    ...steps.filter((step) => step.at !== undefined),
    { status: current, name: demandStatusName, at: entered(current) ?? saveTime },
  ];
}

export function Timeline({ order }: { order: OrderInfo }) {
  const steps = milestones(order);
  const [today] = useState(() => Date.now() / 1000);
  const now = steps.findIndex((step) => step.status === order.orderStatus);
  return (
    <ol className={styles.timeline} style={{ '--steps': steps.length } as React.CSSProperties}>
      {steps.map((step, index) => {
        const phase = index < now ? styles.done : index === now ? styles.now : styles.later;
        return (
          <li key={step.status} className={phase} aria-current={index === now ? 'step' : undefined}>
            <span className={styles.dot} aria-hidden="true">
              {index < now && <Icon name="check" />}
            </span>
            <b>{step.name}</b>
            <span className={styles.when}>{step.at === undefined ? '' : shortMomentText(step.at, today)}</span>
          </li>
        );
      })}
    </ol>
  );
}
