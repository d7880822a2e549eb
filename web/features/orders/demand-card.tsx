import { Link } from '../../ui/link.tsx';
import { momentText, yuan } from '../../ui/time.ts';
import { Card } from '../../ui/card.tsx';
import { Origin, Original } from './entrusted.tsx';
import styles from './orders.module.css';
import type { CardProps } from './wire.ts';

/** What was asked for. */
export function DemandCard({ order }: CardProps) {
  return (
    <Card title="需求">
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
              <Link to={`/demand/${order.demandNid}`}>查看需求原文</Link>
            </dd>
          </div>
        )}
      </dl>
      {order.entrusted && <Original order={order} />}
    </Card>
  );
}
