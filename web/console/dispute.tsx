import { useCallback, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { CallOutput } from '../../contract/call.ts';
import type { operatorDispute } from '../../contract/operator/disputes.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { DisputeMessages } from '../features/messages/dispute-messages.tsx';
import { History } from '../features/orders/history.tsx';
import { sideNames } from '../features/orders/dispute/record.ts';
import { SplitBar } from '../features/orders/dispute/split-control.tsx';
import { Phases, Words } from '../features/orders/dispute/steps.tsx';
import { Instalments } from '../features/payments/instalments.tsx';
import { page } from '../portal/route-record.ts';
import { Link } from '../ui/link.tsx';
import { momentText, yuan } from '../ui/time.ts';
import { Ruling, rulingKeys } from './dispute/ruling.tsx';
import { useDesk } from './layout.tsx';
import { PersonHistory } from './people/person-history.tsx';
import { ClaimBanner, useClaim } from './ui/claim.tsx';
import { Evidence, evidenceKeys, type EvidencePart } from './ui/evidence.tsx';
import { Loaded } from './ui/loaded.tsx';
import { ReviewScreen } from './ui/review-screen.tsx';
import { Facts } from './ui/sheet.tsx';

export const handle = page({ name: 'console-dispute', title: '争议', ground: 'mist', bare: true, unlisted: true });

type Found = CallOutput<typeof operatorDispute>;

const head = { title: '争议', back: { to: '/console/disputes', label: '争议裁决' } };

/** One dispute with all that a ruling is made of (feature P-05). */
export default function Dispute() {
  const { nid = '' } = useParams();
  const { reload: recount } = useDesk();
  const navigate = useNavigate();
  const goOn = (next: string | null) =>
    void navigate(next === null ? '/console/disputes' : `/console/disputes/${next}`);
  const load = useCallback(
    () => send(callAt<typeof operatorDispute>('/api/operator/dispute'), { demandNid: nid }),
    [nid],
  );
  return (
    <Loaded key={nid} load={load} head={head}>
      {(found, reload) => (
        <One
          key={`${found.dispute.phase}:${found.dispute.ended?.action ?? ''}`}
          found={found}
          onReload={reload}
          onNext={found.next === null ? undefined : () => goOn(found.next)}
          onDone={(next) => {
            recount();
            goOn(next);
          }}
        />
      )}
    </Loaded>
  );
}

const isOpen = ({ phase }: Found['dispute']): boolean => phase !== 'none' && phase !== 'cancel';

function One({
  found,
  onReload,
  onNext,
  onDone,
}: {
  found: Found;
  onReload: () => void;
  onNext: (() => void) | undefined;
  onDone: (next: string | null) => void;
}) {
  const { order, ownerId, providerId, dispute, actions } = found;
  const [current, setCurrent] = useState(0);
  const open = isOpen(dispute);
  const may = open && actions.some(({ enabled }) => enabled);
  const claim = useClaim(may ? 'dispute' : undefined, order.demandNid, onReload);
  const parts = partsOf(found);
  return (
    <ReviewScreen
      back={{ to: '/console/disputes', label: '争议裁决' }}
      title={order.name}
      facts={
        <>
          <Link to={`/console/orders/${order.demandNid}`}>{order.demandNid}</Link>，{order.demandStatusName}，成交价{' '}
          {yuan(order.amount)}
        </>
      }
      banner={<ClaimBanner claim={claim} />}
      onNext={onNext}
      keys={[...evidenceKeys(parts), ...(may ? rulingKeys : [])]}
      evidence={<Evidence label="争议的资料" parts={parts} current={current} onCurrent={setCurrent} />}
      decision={
        <>
          <Standing found={found} />
          {open && (
            <Ruling
              demandNid={order.demandNid}
              held={dispute.held}
              offer={dispute.offer}
              basisPoints={dispute.commissionBasisPoints}
              actions={actions}
              taken={claim?.held === true}
              onDone={onDone}
            />
          )}
        </>
      }
      person={
        <>
          <PersonHistory userId={ownerId} />
          {providerId !== '' && <PersonHistory userId={providerId} />}
        </>
      }
    />
  );
}

/** Where it stands: what is held, since when and until when, and the last proposal. */
function Standing({ found: { order, dispute } }: { found: Found }) {
  const { phase, openedBy, offer, ended, held, until } = dispute;
  const open = isOpen(dispute);
  const end = until === null ? '等待裁决' : `${momentText(until)} 到期`;
  return (
    <>
      <Facts
        facts={[
          ['发布方', `${order.owner.nickname}${openedBy === 'owner' ? '（发起争议）' : ''}`],
          ['承接方', `${order.provider?.nickname ?? ''}${openedBy === 'provider' ? '（发起争议）' : ''}`],
          ['托管中', <b key="held">{yuan(held)}</b>],
          open ? ['本阶段', end] : ['结果', ended ? `${ended.label}，${momentText(ended.time)}` : ''],
        ]}
      />
      {open && <Phases phase={phase} />}
      {offer && (
        <section aria-label="最后的方案" style={{ margin: '12px 0' }}>
          <h2 style={{ marginBottom: 4 }}>最后的方案，{sideNames[offer.by]}提出</h2>
          <SplitBar {...offer} />
        </section>
      )}
    </>
  );
}

/** What a ruling is made of, in the order in which it is read. */
function partsOf({ order, dispute, hears }: Found): EvidencePart[] {
  const { phase, evidence, steps, since } = dispute;
  return [
    { key: 'steps', label: '双方的说法', text: <Words steps={steps} /> },
    ...(evidence.length === 0 ? [{ key: 'none', label: '证据', text: '还没有人提交证据' }] : []),
    ...evidence.map(({ id, by, nickname, time, content, pictures, files }, place): EvidencePart => ({
      key: id,
      label: `证据 ${place + 1}，${sideNames[by]} ${nickname}，${momentText(time)}`,
      text: content,
      shots: pictures.map(({ small, large }, index) => ({
        key: `${id}:${index}`,
        src: large,
        small,
        alt: `证据 ${place + 1} 第${index + 1}张`,
      })),
      files: files.map(({ url, name }) => ({ href: url, name })),
    })),
    ...(isOpen(dispute)
      ? [
          {
            key: 'messages',
            label: '双方的对话，与双方看到的一样',
            text:
              phase === 'negotiation' ? (
                '双方还在协商，进入举证后才能查看'
              ) : !hears ? (
                '只有财务或管理员可以看双方的对话'
              ) : (
                <DisputeMessages key={since} demandNid={order.demandNid} />
              ),
          },
        ]
      : []),
    { key: 'payments', label: '付款', text: <Instalments order={order} /> },
    { key: 'history', label: `订单经过，${order.history.length} 条`, text: <History order={order} /> },
  ];
}
