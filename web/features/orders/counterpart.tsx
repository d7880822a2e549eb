import { Link } from '../../ui/link.tsx';
import styles from './orders.module.css';
import type { OrderSummary } from './wire.ts';

/** The other side of an order, leading to the shop that it keeps. */
export function Counterpart({ party }: { party: NonNullable<OrderSummary['counterpart']> }) {
  return (
    <span>
      对方{' '}
      {party.shopId ? (
        <Link to={`/shop/${party.shopId}`} className={styles.shop}>
          {party.nickname}
        </Link>
      ) : (
        party.nickname
      )}
    </span>
  );
}
