import { momentText } from '../../ui/time.ts';
import styles from './orders.module.css';
import type { OrderInfo } from './wire.ts';

/** Everything that happened to an order, newest first. */
export function History({ order }: { order: OrderInfo }) {
  return (
    <ol className={styles.history}>
      {order.history.toReversed().map((entry, index) => (
        <li key={`${entry.time}-${index}`}>
          <time dateTime={new Date(entry.time * 1000).toISOString()}>{momentText(entry.time)}</time>
          <div>
            <h3>
              {entry.label}
              {entry.toStatus !== entry.fromStatus && <small>{entry.statusName}</small>}
            </h3>
            {entry.nickname && <p>{entry.nickname}</p>}
            {entry.reason && <p>原因：{entry.reason}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
