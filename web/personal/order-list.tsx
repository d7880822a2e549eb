import { type ReactNode, useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { Link } from '../ui/link.tsx';
import type { myDemandList, myPartList } from '../../contract/orders.ts';
import { orderPageSize } from '../../contract/orders.ts';
import { type OrderStatus, orderStatuses, orderStatusNames } from '../../contract/statuses.ts';
import { send } from '../client/transport.browser.ts';
import { OrderCard } from '../features/orders/order-card.tsx';
import { useShellData } from '../portal/route-record.ts';
import { ButtonLink } from '../ui/button.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { Pager } from '../ui/pager.tsx';
import { Empty, Loading, Skeleton } from '../ui/states.tsx';
import { TabLinks } from '../ui/tab-links.tsx';
import styles from './order-list.module.css';

interface ListProps {
  call: typeof myDemandList | typeof myPartList;
  title: string;
  /** statuses that this list can hold */
  statuses?: readonly OrderStatus[];
  empty: string;
  action: { to: string; label: string };
  views?: readonly View[];
}

/** Another way to look at the same orders. */
interface View {
  to: string;
  label: string;
  current: boolean;
}

/** Title of a list, the ways to look at it, and below what narrows it. */
export function OrderListHead({
  title,
  views = [],
  children,
}: {
  title: string;
  views?: readonly View[];
  children?: ReactNode;
}) {
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h1>{title}</h1>
        {views.length > 0 && (
          <nav className={styles.views} aria-label="查看方式">
            {views.map(({ to, label, current }) => (
              <Link key={to} to={to} aria-current={current ? 'true' : undefined}>
                {label}
              </Link>
            ))}
          </nav>
        )}
      </div>
      {children}
    </header>
  );
}

/** Orders of one's own, by status, newest first. Status and page stand in the address. */
export function OrderList({ call, title, statuses = orderStatuses, empty, action, views }: ListProps) {
  const [query] = useSearchParams();
  const shell = useShellData();
  const status = query.get('status') ?? '';
  const page = query.get('page') ?? '1';
  const load = useCallback(async () => {
    const reply = await send(call, { orderStatus: status, page });
    // Kept together: the pager speaks of the whole list.
    return reply.ok
      ? { ...reply, data: { orders: reply.data, count: reply.count, page: reply.page, pages: reply.pages } }
      : reply;
  }, [call, status, page]);
  const tabs = [
    ['', '全部'],
    ...statuses.map((number) => [String(number), orderStatusNames[number]] as const),
  ] as const;
  return (
    <>
      <OrderListHead title={title} views={views}>
        <TabLinks label="按状态筛选" tabs={tabs} current={status} to={(value) => (value ? `?status=${value}` : '?')} />
      </OrderListHead>
      <LatePart
        load={load}
        skeleton={
          <Loading count={3}>
            <Skeleton height="1.8rem" />
          </Loading>
        }
      >
        {({ orders, count, ...position }, reload) =>
          orders.length === 0 ? (
            <div className={styles.blank}>
              <Empty
                text={status ? '这个状态下没有订单' : empty}
                action={
                  <ButtonLink tone="line" to={action.to}>
                    {action.label}
                  </ButtonLink>
                }
              />
            </div>
          ) : (
            <>
              {orders.map((order) => (
                <OrderCard
                  key={order.demandNid}
                  order={order}
                  categoryName={shell?.categories.find(({ key }) => key === order.category)?.name ?? ''}
                  stageName={shell?.tiles.find(({ key }) => key === order.stage)?.name ?? ''}
                  onChanged={reload}
                />
              ))}
              <Pager {...position} count={count} pageSize={orderPageSize} />
            </>
          )
        }
      </LatePart>
    </>
  );
}
