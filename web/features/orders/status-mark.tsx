import { orderStatus } from '../../../contract/statuses.ts';
import styles from './orders.module.css';

/** Over without a result; the colour never stands alone, the name is beside it. */
const ended: readonly number[] = [orderStatus.cancelled, orderStatus.closed];

export function StatusMark({ status, name }: { status: number; name: string }) {
  return (
    <span className={[styles.state, ended.includes(status) && styles.ended].filter(Boolean).join(' ')}>{name}</span>
  );
}
