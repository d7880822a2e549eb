import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon, tileIcon } from '../../ui/icon.tsx';
import { yuan } from '../../ui/time.ts';
import { MainActions, OtherActions } from './actions.tsx';
import { Counterpart } from './counterpart.tsx';
import { NextStepBar } from './next-step.tsx';
import { OrderTags } from './order-tags.tsx';
import styles from './orders.module.css';
import { StatusMark } from './status-mark.tsx';
import { Timeline } from './timeline.tsx';
import { awaitsChoice, type CardProps, sentBackFor, sumOf } from './wire.ts';

/** Of the two ways to end an accepted order. */
const difference = '完成订单：质保金继续托管到期；确认放款：质保金现在就放给承接方，不能收回。';

/** What order it is, where it stands, what comes next and what the reader may do. */
export function HeadCard({
  order,
  reload,
  categoryName,
  stageName,
  contact,
  pressing,
}: CardProps & {
  categoryName: string;
  stageName: string;
  /** how one speaks to the other side */
  contact: ReactNode;
  /** what must be answered first: it stands directly under the next step */
  pressing?: ReactNode;
}) {
  const [sum, sumName] = sumOf(order);
  const can = (name: string) => order.actions.some(({ action, enabled }) => action === name && enabled);
  const sentBack = sentBackFor(order);
  const hint =
    can('complete') && can('releaseRetention') ? difference : sentBack ? `退回返工的原因：${sentBack}` : undefined;
  const rest = (
    <>
      <OtherActions order={order} onDone={reload} />
      <Timeline order={order} />
    </>
  );
  return (
    <>
      <section className={styles.card}>
        <div className={styles.head}>
          <span className={styles.icon} aria-hidden="true">
            <Icon name={tileIcon(order.stage)} />
          </span>
          <div className={styles.grow}>
            <h1>
              {order.name}
              <StatusMark status={order.orderStatus} name={order.demandStatusName} />
            </h1>
            <OrderTags order={order} categoryName={categoryName} stageName={stageName}>
              {order.counterpart && (
                <>
                  <Counterpart party={order.counterpart} />
                  {contact}
                </>
              )}
            </OrderTags>
          </div>
          <p className={styles.sum}>
            <b>{yuan(sum)}</b>
            <span>{sumName}</span>
          </p>
        </div>
        <NextStepBar order={order} hint={hint}>
          <div className={styles.buttons}>
            {awaitsChoice(order) && (
              <ButtonLink tone="pine" size="strong" to={`/demand/${order.demandNid}#tenders`}>
                比较 {order.tenderCount} 份标书
              </ButtonLink>
            )}
            <MainActions order={order} onDone={reload} />
          </div>
        </NextStepBar>
        {!pressing && rest}
      </section>
      {pressing}
      {pressing && <section className={styles.card}>{rest}</section>}
    </>
  );
}
