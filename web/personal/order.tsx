import { type ReactNode, useCallback, useEffect } from 'react';
import { useLocation, useParams } from 'react-router';
import { getOrderInfo } from '../../contract/orders.ts';
import { send } from '../client/transport.browser.ts';
import { ContactButton } from '../features/messages/contact-button.tsx';
import { DemandCard } from '../features/orders/demand-card.tsx';
import { DisputeCard } from '../features/orders/dispute-card.tsx';
import { HeadCard } from '../features/orders/head-card.tsx';
import { HistoryCard } from '../features/orders/history-card.tsx';
import { LineCard } from '../features/orders/line-card.tsx';
import { InspectionCard } from '../features/orders/line-inspection.tsx';
import styles from '../features/orders/orders.module.css';
import type { CardProps } from '../features/orders/wire.ts';
import { InputCard } from '../features/orders/input-card.tsx';
import { AcceptanceCard } from '../features/orders/work/acceptance-card.tsx';
import { AppraisalCard } from '../features/orders/work/appraisal-card.tsx';
import { ContractCard } from '../features/orders/work/contract-card.tsx';
import { ProgressCard } from '../features/orders/work/progress-card.tsx';
import { PaymentsCard } from '../features/payments/payments-card.tsx';
import { page, useShellData } from '../portal/route-record.ts';
import { LatePart } from '../ui/late-part.tsx';
import { Loading, Skeleton } from '../ui/states.tsx';

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
      {(order, reload) => <Page key={order.demandNid} order={order} reload={reload} />}
    </LatePart>
  );
}

/** Everything about an order in one place, in the order in which one needs it. Each card decides whether it has a say. */
function Page(props: CardProps) {
  useAnchor();
  const shell = useShellData();
  const categoryName = shell?.categories.find(({ key }) => key === props.order.category)?.name ?? '';
  const stageName = shell?.tiles.find(({ key }) => key === props.order.stage)?.name ?? '';
  return (
    <>
      <HeadCard
        {...props}
        categoryName={categoryName}
        stageName={stageName}
        contact={<ContactButton demandNid={props.order.demandNid} label="联系对方" tone="ghost" size="small" />}
        pressing={pressing(props.order) && <DisputeCard {...props} />}
      />
      <InputCard {...props} />
      <AcceptanceCard {...props} />
      <div className={styles.two}>
        <div className={styles.column}>
          <Slot place={1}>
            <PaymentsCard {...props} />
          </Slot>
          <Slot place={3}>
            <LineCard {...props} />
          </Slot>
          <Slot place={4}>
            <InspectionCard {...props} />
          </Slot>
          <Slot place={5}>
            <ProgressCard {...props} />
          </Slot>
          <Slot place={9}>
            <HistoryCard {...props} />
          </Slot>
        </div>
        <div className={styles.column}>
          <Slot place={2}>
            <ContractCard {...props} />
          </Slot>
          <Slot place={6}>
            <AppraisalCard {...props} />
          </Slot>
          <Slot place={7}>
            <DemandCard {...props} />
          </Slot>
          <Slot place={8}>{!pressing(props.order) && <DisputeCard {...props} />}</Slot>
        </div>
      </div>
    </>
  );
}

/** Whether a dispute or a request to cancel stands: it comes first then. Otherwise the way into one is the last thing. */
const pressing = ({ frozen, actions }: CardProps['order']): boolean =>
  frozen || actions.some(({ action }) => action === 'acceptCancel' || action === 'withdrawCancel');

/** Two columns where there is room; one under the other, by place, where there is not. An empty one takes no room. */
function Slot({ place, children }: { place: number; children: ReactNode }) {
  return (
    <div className={styles.slot} style={{ order: place }}>
      {children}
    </div>
  );
}

/** Brings the card that the address names into view; its heading is there only now. */
function useAnchor() {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === '') return;
    const card = document.getElementById(decodeURIComponent(hash.slice(1)));
    card?.scrollIntoView({ block: 'start' });
    card?.focus({ preventScroll: true });
  }, [hash, key]);
}
