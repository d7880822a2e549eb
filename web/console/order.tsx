import { useCallback } from 'react';
import { useParams } from 'react-router';
import type { operatorOrder, OperatorOrder } from '../../contract/operator/orders.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { History } from '../features/orders/history.tsx';
import { closingText, nextStepText } from '../features/orders/next-step-words.ts';
import { page } from '../portal/route-record.ts';
import { Link } from '../ui/link.tsx';
import { momentText, yuan } from '../ui/time.ts';
import { BookTable } from './book/book-table.tsx';
import styles from './sheet.module.css';
import { Loaded } from './ui/loaded.tsx';
import { PageHead } from './ui/page-head.tsx';
import { Facts, SheetCard, SmallTable } from './ui/sheet.tsx';
import { Two } from './ui/two.tsx';

export const handle = page({ name: 'console-order', title: '订单', ground: 'mist', bare: true, unlisted: true });

const head = { title: '订单', back: { to: '/console/orders', label: '全部订单' } };

/** One order with everything that happened to it (feature P-05). */
export default function Order() {
  const { nid = '' } = useParams();
  const load = useCallback(() => send(callAt<typeof operatorOrder>('/api/operator/order'), { demandNid: nid }), [nid]);
  return (
    <Loaded load={load} head={head}>
      {(found) => <Sheet found={found} />}
    </Loaded>
  );
}

const sides = { owner: '发布方', provider: '承接方' } as const;

function Sheet({ found: { order, ownerId, providerId, payments, entries, work, called } }: { found: OperatorOrder }) {
  return (
    <div className={styles.stack}>
      <PageHead
        title={order.name}
        back={head.back}
        note={`${order.demandNid}，${order.demandStatusName}`}
        extra={called && <Link to={`/console/disputes/${order.demandNid}`}>取消和争议：证据、对话、裁决</Link>}
      />
      <div className={styles.sheet}>
        <SheetCard title="双方和金额">
          <Facts
            facts={[
              [
                '发布方',
                <Link key="owner" to={`/console/people/${ownerId}`}>
                  {order.owner.nickname}
                </Link>,
              ],
              [
                '承接方',
                providerId ? (
                  <Link key="provider" to={`/console/people/${providerId}`}>
                    {order.provider?.nickname}
                  </Link>
                ) : (
                  '还没有'
                ),
              ],
              ['成交价', order.amount ? yuan(order.amount) : '还没有'],
              ['托管中', yuan(order.heldAmount)],
              ['进度', `${order.progress}%，${order.reportCount} 份汇报`],
              [
                '下一步',
                <Two key="next" second={closingText(order)}>
                  {nextStepText(order.nextStep)}
                </Two>,
              ],
            ]}
          />
        </SheetCard>
        <SheetCard title="分期">
          <SmallTable
            label="分期"
            rows={order.amount ? order.instalments : []}
            columns={[
              { title: '款项', dataIndex: 'name' },
              { title: '金额', align: 'right', render: (_, { amount }) => yuan(amount) },
              { title: '状态', width: 96, dataIndex: 'statusName' },
            ]}
            rowKey={({ key }) => key}
            empty="选定承接方后，按成交价分三期"
          />
        </SheetCard>
        <SheetCard title="支付单" wide>
          <SmallTable
            label="支付单"
            rows={payments}
            columns={[
              { title: '时间', width: 172, render: (_, { time }) => momentText(time) },
              { title: '款项', dataIndex: 'title' },
              { title: '方式', width: 144, dataIndex: 'wayName' },
              { title: '金额', align: 'right', width: 120, render: (_, { amount }) => yuan(amount) },
              { title: '状态', width: 96, dataIndex: 'statusName' },
              { title: '通道单号', render: (_, { gatewayNumber }) => gatewayNumber || '没有' },
            ]}
            rowKey={({ id }) => id}
            empty="没有支付单"
            minWidth={720}
          />
        </SheetCard>
        <SheetCard title="账本分录" note={`${entries.length} 条`} wide>
          <BookTable entries={entries} />
        </SheetCard>
        <SheetCard title="合同和进度" note={called ? undefined : '没有取消或争议时，内容只有双方能看'}>
          <SmallTable
            label="合同和进度"
            rows={work}
            columns={[
              { title: '时间', width: 172, render: (_, { time }) => momentText(time) },
              { title: '由', width: 80, render: (_, { side }) => sides[side] },
              { title: '做了什么', dataIndex: 'what' },
            ]}
            rowKey={({ time, what, hash }) => `${time} ${what} ${hash}`}
            empty="还没有合同和进度"
          />
        </SheetCard>
        <SheetCard title="订单经过" note={`${order.history.length} 条`}>
          <History order={order} />
        </SheetCard>
      </div>
    </div>
  );
}
