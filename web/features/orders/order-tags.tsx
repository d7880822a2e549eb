import type { ReactNode } from 'react';
import { Tag } from '../../ui/tag.tsx';
import styles from './orders.module.css';
import type { OrderSummary } from './wire.ts';

/** The line under an order's name: category, stage, number, and what else is said of it. */
export function OrderTags({
  order,
  categoryName,
  stageName,
  children,
}: {
  order: Pick<OrderSummary, 'category' | 'entrusted' | 'demandNid' | 'frozen' | 'inputState'>;
  categoryName: string;
  stageName: string;
  children?: ReactNode;
}) {
  return (
    <p className={styles.meta}>
      <span>
        <Tag tone={order.category}>{categoryName}</Tag> <Tag>{stageName}</Tag>
        {order.entrusted && (
          <>
            {' '}
            <Tag tone="wood">委托</Tag>
          </>
        )}
        {order.inputState === 'changed' && (
          <>
            {' '}
            <Tag tone="warning">输入已变</Tag>
          </>
        )}
        {order.frozen && (
          <>
            {' '}
            <Tag tone="warning">争议中</Tag>
          </>
        )}
      </span>
      <span>编号 {order.demandNid}</span>
      {children}
    </p>
  );
}
