import { useCallback } from 'react';
import { useParams } from 'react-router';
import { Link } from '../ui/link.tsx';
import { getOrderInfo } from '../../contract/orders.ts';
import { send } from '../client/transport.browser.ts';
import { OrderActions } from '../features/orders/actions.tsx';
import { Counterpart } from '../features/orders/counterpart.tsx';
import { Origin, Original } from '../features/orders/entrusted.tsx';
import { History } from '../features/orders/history.tsx';
import { Instalments } from '../features/orders/instalments.tsx';
import { LineChain } from '../features/orders/line-chain.tsx';
import { NextStepBar } from '../features/orders/next-step.tsx';
import styles from '../features/orders/orders.module.css';
import { StatusMark } from '../features/orders/status-mark.tsx';
import { Timeline } from '../features/orders/timeline.tsx';
import { awaitsChoice, type OrderInfo, sumOf } from '../features/orders/wire.ts';
import { page, useShellData } from '../portal/route-record.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Icon, tileIcon } from '../ui/icon.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { Loading, Skeleton } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';
import { momentText, yuan } from '../ui/time.ts';

export const handle = page({ name: 'order', under: 'personal', title: '订单详情', ground: 'mist' });

export default function Order() {
  const { nid = '' } = useParams();
  const load = useCallback(() => send(getOrderInfo, { demandNid: nid }), [nid]);
  return (
    <LatePart
      load={load}
      skeleton={
        <Loading count={3}>
          <Skeleton height="2.2rem" />
        </Loading>
      }
    >
      {(order, reload) => <Page order={order} reload={reload} />}
    </LatePart>
  );
}

function Page({ order, reload }: { order: OrderInfo; reload: () => void }) {
  const shell = useShellData();
  const categoryName = shell?.categories.find(({ key }) => key === order.category)?.name ?? '';
  const stageName = shell?.tiles.find(({ key }) => key === order.stage)?.name ?? '';
  const demand = `/demand/${order.demandNid}`;
  const [sum, sumName] = sumOf(order);
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
            <p className={styles.meta}>
              <span>
                <Tag tone={order.category}>{categoryName}</Tag> <Tag>{stageName}</Tag>
                {order.entrusted && (
                  <>
                    {' '}
                    <Tag tone="wood">委托</Tag>
                  </>
                )}
              </span>
              <span>编号 {order.demandNid}</span>
              {order.counterpart && <Counterpart party={order.counterpart} />}
            </p>
          </div>
          <p className={styles.sum}>
            <b>{yuan(sum)}</b>
            <span>{sumName}</span>
          </p>
        </div>
        <NextStepBar step={order.nextStep}>
          <div className={styles.buttons}>
            {awaitsChoice(order) && (
              <ButtonLink tone="pine" size="strong" to={`${demand}#tenders`}>
                比较 {order.tenderCount} 份标书
              </ButtonLink>
            )}
            <OrderActions order={order} onDone={reload} />
          </div>
        </NextStepBar>
        <Timeline order={order} />
      </section>

      <section className={styles.card}>
        <div className={styles.title}>
          <h2>这条产品线</h2>
          <span>{order.productLineNid}</span>
        </div>
        <LineChain order={order} />
      </section>

      <div className={styles.two}>
        <div className={styles.column}>
          {order.amount && (
            <section className={styles.card}>
              <div className={styles.title}>
                <h2>付款</h2>
                <span>按约定分三期，先托管，验收后放款</span>
              </div>
              <Instalments order={order} />
            </section>
          )}
          <section className={styles.card}>
            <div className={styles.title}>
              <h2>经过</h2>
              <span>{order.history.length} 条</span>
            </div>
            <History order={order} />
          </section>
        </div>
        <section className={styles.card}>
          <div className={styles.title}>
            <h2>需求</h2>
          </div>
          <dl className={styles.facts}>
            {order.details.map((fact) => (
              <div key={fact.label}>
                <dt>{fact.label}</dt>
                <dd>{fact.value}</dd>
              </div>
            ))}
            {order.tender && (
              <div>
                <dt>工期</dt>
                <dd>{order.tender.completionDay} 天</dd>
              </div>
            )}
            <div>
              <dt>预算</dt>
              <dd>{yuan(order.budget)}</dd>
            </div>
            <div>
              <dt>截止</dt>
              <dd>{momentText(order.issueEndTime)}</dd>
            </div>
            {order.entrusted ? (
              <Origin fromCase={order.fromCase} />
            ) : (
              <div>
                <dt>原文</dt>
                <dd>
                  <Link to={demand}>查看需求原文</Link>
                </dd>
              </div>
            )}
          </dl>
          {order.entrusted && <Original order={order} />}
        </section>
      </div>
    </>
  );
}
