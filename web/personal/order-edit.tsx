import { useCallback } from 'react';
import { useParams } from 'react-router';
import { getOrderInfo } from '../../contract/orders.ts';
import { send } from '../client/transport.browser.ts';
import { EditPage } from '../features/demands/edit-page.tsx';
import styles from '../features/orders/orders.module.css';
import { page } from '../portal/route-record.ts';
import { LatePart } from '../ui/late-part.tsx';
import { Loading, Skeleton } from '../ui/states.tsx';

export const handle = page({ name: 'order-edit', under: 'personal', title: '修改需求', ground: 'mist' });

export default function OrderEdit() {
  const { nid = '' } = useParams();
  const load = useCallback(() => send(getOrderInfo, { demandNid: nid }), [nid]);
  return (
    <section className={styles.card}>
      <LatePart
        load={load}
        skeleton={
          <Loading count={4}>
            <Skeleton height="1rem" />
          </Loading>
        }
      >
        {(order, reload) => <EditPage order={order} reload={reload} />}
      </LatePart>
    </section>
  );
}
