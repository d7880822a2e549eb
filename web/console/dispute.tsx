import { useCallback } from 'react';
import { useParams } from 'react-router';
import type { CallOutput } from '../../contract/call.ts';
import type { operatorDispute } from '../../contract/operator/disputes.ts';
import { callAt, send } from '../client/transport.browser.ts';
import styles from '../features/orders/dispute/dispute.module.css';
import { EvidenceList } from '../features/orders/dispute/evidence.tsx';
import { sideNames } from '../features/orders/dispute/record.ts';
import { Ruling } from '../features/orders/dispute/ruling.tsx';
import { SplitBar } from '../features/orders/dispute/split-control.tsx';
import { Phases, Words } from '../features/orders/dispute/steps.tsx';
import { History } from '../features/orders/history.tsx';
import { Instalments } from '../features/payments/instalments.tsx';
import { page } from '../portal/route-record.ts';
import { Card } from '../ui/card.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { Link } from '../ui/link.tsx';
import { Loading, Skeleton } from '../ui/states.tsx';
import { momentText, yuan } from '../ui/time.ts';
import own from './dispute.module.css';
import { useDesk } from './layout.tsx';

export const handle = page({ name: 'console-dispute', title: '争议', ground: 'mist', bare: true, unlisted: true });

/** One dispute with all that a ruling is made of (feature P-05). */
export default function Dispute() {
  const { nid = '' } = useParams();
  const { reload: recount } = useDesk();
  const load = useCallback(
    () => send(callAt<typeof operatorDispute>('/api/operator/dispute'), { demandNid: nid }),
    [nid],
  );
  return (
    <LatePart
      load={load}
      skeleton={
        <Loading count={3}>
          <Skeleton height="1.6rem" />
        </Loading>
      }
    >
      {(found, reload) => (
        <Case
          found={found}
          onDone={() => {
            reload();
            recount();
          }}
        />
      )}
    </LatePart>
  );
}

function Case({ found, onDone }: { found: CallOutput<typeof operatorDispute>; onDone: () => void }) {
  const { order, dispute, actions } = found;
  const { phase, offer, openedBy, ended } = dispute;
  const open = phase !== 'none' && phase !== 'cancel';
  return (
    <>
      <p className={own.back}>
        <Link to="/console/disputes">全部争议</Link>
      </p>
      <Card title={order.name} note={`${order.demandNid}，${order.demandStatusName}，成交价 ${yuan(order.amount)}`}>
        <dl className={own.facts}>
          <div>
            <dt>发布方</dt>
            <dd>
              {order.owner.nickname}
              {openedBy === 'owner' && '（发起争议）'}
            </dd>
          </div>
          <div>
            <dt>承接方</dt>
            <dd>
              {order.provider?.nickname}
              {openedBy === 'provider' && '（发起争议）'}
            </dd>
          </div>
          <div>
            <dt>托管中</dt>
            <dd>
              <b>{yuan(dispute.held)}</b>
            </dd>
          </div>
          <div>
            <dt>{open ? '本阶段' : '结果'}</dt>
            <dd>
              {open
                ? dispute.until === null
                  ? '等待裁决'
                  : `${momentText(dispute.until)} 到期`
                : ended && `${ended.label}，${momentText(ended.time)}`}
            </dd>
          </div>
        </dl>
        {open && <Phases phase={phase} />}
        {offer && (
          <section className={styles.offer} aria-label="最后的方案">
            <h3>
              最后的方案<span>{sideNames[offer.by]}提出</span>
            </h3>
            <SplitBar {...offer} />
          </section>
        )}
      </Card>
      {open && (
        <Ruling
          demandNid={order.demandNid}
          held={dispute.held}
          basisPoints={dispute.commissionBasisPoints}
          actions={actions}
          onDone={onDone}
        />
      )}
      <Card title="证据" note={`${dispute.evidence.length} 份`}>
        <EvidenceList evidence={dispute.evidence} />
      </Card>
      <Card title="双方的说法">
        <Words steps={dispute.steps} />
      </Card>
      <Card title="付款">
        <Instalments order={order} />
      </Card>
      <Card title="订单经过" note={`${order.history.length} 条`}>
        <History order={order} />
      </Card>
    </>
  );
}
