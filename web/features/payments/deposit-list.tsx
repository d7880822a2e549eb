import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Empty } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { momentText, yuan } from '../../ui/time.ts';
import type { Payment } from './calls.ts';
import styles from './payments.module.css';

const tones = { open: 'warning', paid: 'success', closed: 'plain', refused: 'plain', disputed: 'warning' } as const;

/** One's top-ups, newest first; one that waits can be gone on with. */
export function DepositList({
  payments,
  shownId,
  all,
  onContinue,
  ...pager
}: {
  payments: readonly Payment[];
  /** of the one that is looked at already */
  shownId: string | undefined;
  /** whether those that were closed long ago are among them */
  all: boolean;
  onContinue: (payment: Payment) => void;
  page: number;
  pages: number;
  count: number;
  pageSize: number;
}) {
  const more = (
    <p className={styles.closed}>
      <Link to={all ? '?' : '?all=1'}>{all ? '收起一天前关闭的充值' : '查看一天前关闭的充值'}</Link>
    </p>
  );
  if (payments.length === 0)
    return (
      <>
        <Empty icon="wallet" text="还没有充值记录" />
        {more}
      </>
    );
  return (
    <>
      <ul className={styles.records}>
        {payments.map((payment) => (
          <li key={payment.paymentId}>
            <div>
              <b>{yuan(payment.amount)}</b> <Tag tone={tones[payment.status]}>{payment.statusName}</Tag>
            </div>
            <p>
              <span>{payment.wayName}</span>
              <time dateTime={new Date(payment.createdAt * 1000).toISOString()}>{momentText(payment.createdAt)}</time>
            </p>
            {payment.status === 'disputed' && <p className={styles.told}>{payment.message}</p>}
            {payment.status === 'open' && payment.paymentId !== shownId && (
              <Button tone="line" onClick={() => onContinue(payment)}>
                继续支付
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Pager {...pager} />
      {more}
    </>
  );
}
