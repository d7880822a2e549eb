import { withdrawalStatus } from '../../../contract/statuses.ts';
import { Tag } from '../../ui/tag.tsx';
import { momentText, yuan } from '../../ui/time.ts';
import styles from './wallet.module.css';
import { lastDigits, type Withdrawal } from './wire.ts';

const { pending, paying, paid, rejected, returned } = withdrawalStatus;
const tones = {
  [pending]: 'wood',
  [paying]: 'wood',
  [paid]: 'success',
  [rejected]: 'danger',
  [returned]: 'danger',
} as const;

/** One's own withdrawals: where each stands, why it was refused, and what happens next. */
export function Withdrawals({ withdrawals }: { withdrawals: readonly Withdrawal[] }) {
  return (
    <ul className={styles.withdrawals}>
      {withdrawals.map((one) => (
        <li key={one.id}>
          <p className={styles.asked}>
            <b>{yuan(one.money)}</b>
            <span>
              {one.bank_name} 尾号 {lastDigits(one)}
            </span>
            <Tag tone={tones[one.status]}>{one.statusName}</Tag>
          </p>
          {one.reason && <p className={styles.reason}>原因：{one.reason}</p>}
          <p className={styles.note}>{one.next}</p>
          <p className={styles.when}>
            <time dateTime={new Date(one.create_time * 1000).toISOString()}>{momentText(one.create_time)}</time>
            <span>单号 {one.order_id}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
