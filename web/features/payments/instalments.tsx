import { yuan } from '../../ui/time.ts';
import styles from './payments.module.css';
import type { OrderInfo } from './wire.ts';

/** The three instalments as parts of one bar (rulings §2 "Payments"). */
export function Instalments({ order }: { order: OrderInfo }) {
  return (
    <div className={styles.instalments}>
      <div
        className={styles.pay}
        style={{ gridTemplateColumns: order.instalments.map((part) => `${part.percent}fr`).join(' ') }}
      >
        {order.instalments.map((part) => (
          <div key={part.key} data-status={part.status}>
            <div className={styles.bar} />
            <p>
              <span>
                {part.name} {part.percent}%
              </span>
              <b>{yuan(part.amount)}</b>
              <em>{part.statusName}</em>
            </p>
          </div>
        ))}
      </div>
    </div>
  );
}
