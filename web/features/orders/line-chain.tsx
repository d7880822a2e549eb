import { Link } from '../../ui/link.tsx';
import { Icon, tileIcon } from '../../ui/icon.tsx';
import styles from './orders.module.css';
import type { OrderInfo } from './wire.ts';

/** The product line an order belongs to: every stage with its status (specification §3 "My-demand order"). */
export function LineChain({ order }: { order: OrderInfo }) {
  return (
    <ol className={styles.line}>
      {order.line.map((stage) => {
        const here = stage.demandNid === order.demandNid;
        const phase = here ? styles.here : stage.orderStatus === null ? styles.none : undefined;
        return (
          <li key={stage.stage} className={phase} aria-current={here ? 'step' : undefined}>
            <span className={styles.icon} aria-hidden="true">
              <Icon name={tileIcon(stage.stage)} />
            </span>
            <div>
              <b>{stage.name}</b>
              <span>{stage.statusName || '未开始'}</span>
              {stage.demandNid && !here ? (
                <Link to={`/personal/order/${stage.demandNid}`}>{stage.demandNid}</Link>
              ) : (
                <span>{stage.providerName}</span>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
