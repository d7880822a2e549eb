import { useCallback, useEffect, useState } from 'react';
import type { CallOutput } from '../../../contract/call.ts';
import { getInspections, inspectSound } from '../../../contract/order-inspection.ts';
import { orderStatus } from '../../../contract/statuses.ts';
import { send } from '../../client/transport.browser.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Gallery } from '../../ui/gallery.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { momentText } from '../../ui/time.ts';
import { useSending } from '../../ui/use-sending.ts';
import { FaultForm } from './line-fault-form.tsx';
import styles from './line.module.css';
import type { CardProps } from './wire.ts';

type Found = CallOutput<typeof getInspections>;
type Goods = NonNullable<Found['outgoing']>;

/** 来料检验: what the next stage's provider says of the goods that came in. */
export function InspectionCard({ order, reload }: CardProps) {
  const { demandNid, role } = order;
  const place = order.line.findIndex((stage) => stage.demandNid === demandNid);
  const side = role === 'owner' || role === 'provider';
  const fromBefore = order.provider !== null && order.line[place - 1]?.orderStatus === orderStatus.completed;
  const handedOn = order.orderStatus === orderStatus.completed && order.line[place + 1]?.demandNid;
  if (!side || place < 0 || !(fromBefore || handedOn)) return null;
  return <Inspections order={order} reload={reload} />;
}

function Inspections({ order, reload }: CardProps) {
  const { demandNid, role } = order;
  const [found, setFound] = useState<Found>();
  const load = useCallback(() => send(getInspections, { demandNid }), [demandNid]);
  useEffect(() => {
    let left = false;
    // It is asked again when the order is: that may have changed what may be done.
    void load().then((reply) => !left && reply.ok && setFound(reply.data));
    return () => {
      left = true;
    };
  }, [load, order]);
  // Nothing is there until it is known that there is something to say: the page is long enough.
  if (!found) return null;
  const { incoming, outgoing } = found;
  const mayInspect = incoming !== null && incoming.actions.length > 0;
  const shown = incoming !== null && (mayInspect || incoming.inspections.length > 0);
  if (!shown && !outgoing) return null;
  return (
    <Card id="inspection" title="来料检验" note={mayInspect ? '收到上一环节的货，先检验再开工' : undefined}>
      {shown && <Incoming demandNid={demandNid} incoming={incoming} role={role} reload={reload} />}
      {outgoing && <Outgoing order={order} outgoing={outgoing} />}
    </Card>
  );
}

function Incoming({
  demandNid,
  incoming,
  role,
  reload,
}: {
  demandNid: string;
  incoming: NonNullable<Found['incoming']>;
  role: string;
  reload: () => void;
}) {
  const [asked, setAsked] = useState(false);
  const [writing, setWriting] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [busy, once] = useSending();
  const { stageName, nickname, held, heldUntil, disputed, inspections, actions, demandNid: before } = incoming;
  const may = (action: string) => actions.find((one) => one.action === action);
  const [sound, faulty] = [may('inspectSound'), may('inspectFaulty')];

  async function confirm() {
    const reply = await once(() => send(inspectSound, { demandNid }));
    if (!reply) return;
    if (!reply.ok) return setRefusal(reply.message);
    toast(reply.data.released ? '已确认来料合格，上一环节的质保金已放款' : '已确认来料合格');
    setAsked(false);
    reload();
  }

  return (
    <div className={styles.goods}>
      <p>
        {stageName}环节由{nickname}完成。
        {sound &&
          held &&
          !disputed &&
          '检验合格，平台就把上一环节的质保金放给他；有缺陷请写明原因、拍下照片，质保金随即冻结，转入争议。'}
        {sound && disputed && '质保金因为您报的缺陷冻结着。补修后检验合格，争议就此结束，质保金放给他。'}
        {sound && !held && '上一环节的质保金已经放款，检验结果仍会留作记录。'}
      </p>
      {sound && heldUntil !== null && (
        <p className={styles.until}>
          <Icon name="clock" size="small" />
          一直不检验，质保金到 <time dateTime={new Date(heldUntil * 1000).toISOString()}>
            {momentText(heldUntil)}
          </time>{' '}
          自动放给他
        </p>
      )}
      <Findings inspections={inspections} name={stageName} />
      {role === 'owner' && held && inspections[0]?.result === 'faulty' && (
        <Dispute nid={before} disputed={disputed} until={heldUntil} />
      )}
      {(sound || faulty) && !writing && (
        <div className={styles.buttons}>
          {sound && (
            <Act tone="pine" action={sound} onClick={() => (setRefusal(undefined), setAsked(true))}>
              来料合格
            </Act>
          )}
          {faulty && (
            <Act tone="line" action={faulty} onClick={() => setWriting(true)}>
              来料不合格
            </Act>
          )}
        </div>
      )}
      {writing && (
        <FaultForm
          demandNid={demandNid}
          onClose={() => setWriting(false)}
          onDone={() => {
            setWriting(false);
            reload();
          }}
        />
      )}
      <Confirm
        open={asked}
        title="来料合格"
        figures={[
          ['上一环节', `${stageName}，${nickname}`],
          ['质保金', held ? '立即放给对方，不能收回' : '已经放款'],
        ]}
        action="确认来料合格"
        busy={busy}
        error={refusal}
        onConfirm={() => void confirm()}
        onClose={() => setAsked(false)}
      >
        <p>请在查看过实物之后确认。</p>
      </Confirm>
    </div>
  );
}

function Act({
  tone,
  action,
  onClick,
  children,
}: {
  tone: 'pine' | 'line';
  action: { enabled: boolean; reason: string };
  onClick: () => void;
  children: string;
}) {
  const { enabled, reason } = action;
  return (
    <>
      <Button tone={tone} disabled={!enabled} aria-description={reason || undefined} onClick={onClick}>
        {children}
      </Button>
      {!enabled && <span>{reason}</span>}
    </>
  );
}

function Outgoing({ order, outgoing }: { order: CardProps['order']; outgoing: Goods }) {
  const { stageName, nickname, held, heldUntil, disputed, inspections } = outgoing;
  const faulty = inspections[0]?.result === 'faulty';
  return (
    <div className={styles.goods}>
      <p>
        下一环节（{stageName}，{nickname}）收到这批货后的检验：
      </p>
      <Findings inspections={inspections} name={stageName} />
      {held && faulty && <Dispute nid={order.demandNid} disputed={disputed} until={heldUntil} />}
    </div>
  );
}

/** Where faulty goods are settled while money is still held: on the order whose goods they are. */
function Dispute({ nid, disputed, until }: { nid: string; disputed: boolean; until: number | null }) {
  return (
    <>
      <p>
        {disputed
          ? '质保金已冻结，正在按争议处理：双方先协商，谈不拢由平台裁决。'
          : `质保金还在托管中${until === null ? '' : `，${momentText(until)} 自动放款`}。双方谈不拢，可以在它放款之前发起争议。`}
      </p>
      <div className={styles.buttons}>
        <ButtonLink tone="line" to={`/personal/order/${nid}#dispute`}>
          去处理争议
        </ButtonLink>
      </div>
    </>
  );
}

function Findings({ inspections, name }: { inspections: Goods['inspections']; name: string }) {
  if (inspections.length === 0) return null;
  return (
    <ul className={styles.found}>
      {inspections.map(({ result, reason, pictures, nickname, time }) => (
        <li key={`${result}-${time}`}>
          <p className={styles.result}>
            <b data-result={result}>
              <Icon name={result === 'sound' ? 'checkc' : 'warn'} size="small" />
              {result === 'sound' ? '来料合格' : '来料不合格'}
            </b>
            <small>
              {nickname}，{momentText(time)}
            </small>
          </p>
          {reason && <p className={styles.reason}>{reason}</p>}
          <Gallery
            pictures={pictures}
            name={`${name}检验图片`}
            layout="grid"
            sizes="(max-width: 767px) 30vw, 180px"
            widest={240}
          />
        </li>
      ))}
    </ul>
  );
}
