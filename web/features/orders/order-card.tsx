import { orderStatus } from '../../../contract/statuses.ts';
import { Link } from '../../ui/link.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon, tileIcon } from '../../ui/icon.tsx';
import { momentText, yuan } from '../../ui/time.ts';
import { ShortActions } from './actions.tsx';
import { Counterpart } from './counterpart.tsx';
import { StatusMark } from './status-mark.tsx';
import { nextStepText } from './next-step-words.ts';
import { OrderTags } from './order-tags.tsx';
import styles from './orders.module.css';
import { awaitsChoice, type OrderSummary, sumOf } from './wire.ts';

/** One order in a list: what, with whom, for how much, and the next step. */
export function OrderCard({
  order,
  categoryName,
  stageName,
  onChanged,
}: {
  order: OrderSummary;
  categoryName: string;
  stageName: string;
  onChanged: () => void;
}) {
  const [sum, sumName] = sumOf(order);
  const draft = order.orderStatus === orderStatus.draft;
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <span className={styles.icon} aria-hidden="true">
          <Icon name={tileIcon(order.stage)} />
        </span>
        <div className={styles.grow}>
          <h2>
            <Link to={`/personal/order/${order.demandNid}`}>{order.name}</Link>
            <StatusMark status={order.orderStatus} name={order.demandStatusName} />
          </h2>
          <OrderTags order={order} categoryName={categoryName} stageName={stageName}>
            {order.counterpart ? (
              <Counterpart party={order.counterpart} />
            ) : (
              !draft && <span>已投 {order.tenderCount} 份</span>
            )}
            <span>
              {momentText(order.saveTime)} {draft ? '保存' : '发布'}
            </span>
          </OrderTags>
        </div>
        <p className={styles.sum}>
          <b>{yuan(sum)}</b>
          <span>{sumName}</span>
        </p>
      </div>
      <div className={styles.foot}>
        <p>
          <b>下一步</b>
          {nextStepText(order.nextStep)}
        </p>
        <div className={styles.buttons}>
          {awaitsChoice(order) && (
            <ButtonLink tone="pine" to={`/demand/${order.demandNid}#tenders`}>
              比较 {order.tenderCount} 份标书
            </ButtonLink>
          )}
          <ShortActions order={order} onDone={onChanged} />
          <Link className={styles.more} to={`/personal/order/${order.demandNid}`}>
            查看详情
          </Link>
        </div>
      </div>
    </article>
  );
}
