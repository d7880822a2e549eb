import { orderStatus } from '../../../contract/statuses.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './line.module.css';
import { LineChain } from './line-chain.tsx';
import type { CardProps } from './wire.ts';

/** The product line that the order is a part of. */
export function LineCard({ order }: CardProps) {
  const stood = order.line.findLastIndex(({ orderStatus }) => orderStatus !== null);
  const name = typeof order.productLine.name === 'string' ? order.productLine.name : order.name;
  const note = `${name} ${order.productLineNid}${stood >= 0 ? `，走到${order.line[stood]?.name}` : ''}`;
  const instead = order.line.find(({ stage, demandNid }) => stage === order.stage && demandNid !== order.demandNid);
  return (
    <Card
      id="line"
      title="这条产品线"
      note={note}
      aside={
        order.role === 'owner' && (
          <span className={styles.ways}>
            {order.line.some(({ orderStatus: status }) => status === orderStatus.completed) && (
              <Link to={`/personal/line/${order.productLineNid}/labels`}>溯源标签</Link>
            )}
            <ButtonLink tone="ghost" size="small" to={`/personal/line/${order.productLineNid}`} after="right">
              看整条线
            </ButtonLink>
          </span>
        )
      }
    >
      {instead && (
        <p className={styles.replaced}>
          <Icon name="info" size="small" />
          {instead.demandNid ? (
            <span>
              本环节已重新发布，这条产品线现在的{instead.name}需求是
              <Link to={`/personal/order/${instead.demandNid}`}>{instead.demandNid}</Link>。这里留作记录。
            </span>
          ) : (
            <span>这份{instead.name}需求已不在产品线上，这里留作记录。</span>
          )}
        </p>
      )}
      <LineChain order={order} />
    </Card>
  );
}
