import { useState } from 'react';
import type { Reply } from '../../../../contract/call.ts';
import { affirmOrder } from '../../../../contract/order-work.ts';
import { send } from '../../../client/transport.browser.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Confirm } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { momentText, timeLeft, yuan } from '../../../ui/time.ts';
import { useSending } from '../../../ui/use-sending.ts';
import type { CardProps, OrderInfo } from '../wire.ts';
import { offered } from './open-action.ts';
import { SendBack } from './send-back.tsx';
import styles from './work.module.css';

const sum = (order: OrderInfo, ...keys: string[]) =>
  yuan(
    order.instalments
      .filter(({ key }) => keys.includes(key))
      .reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0) / 100,
  );

/** Accepting finished work or sending it back, and afterwards what is retained and until when. */
export function AcceptanceCard({ order, reload }: CardProps) {
  if (offered(order, 'affirm') ?? offered(order, 'sendBack')) return <Judging order={order} reload={reload} />;
  if (order.retentionUntil !== null && Number(order.heldAmount) > 0) return <Retention order={order} />;
  return null;
}

function Judging({ order, reload }: CardProps) {
  const affirm = offered(order, 'affirm');
  const back = offered(order, 'sendBack');
  const [asked, setAsked] = useState<'affirm' | 'sendBack'>();
  const [refusal, setRefusal] = useState<string>();
  const [busy, once] = useSending();

  async function accept() {
    const reply = await once<Reply<unknown>>(() => send(affirmOrder, { demandNid: order.demandNid }));
    if (!reply) return;
    if (!reply.ok) return setRefusal(reply.message);
    toast('已验收，款项已放给承接方');
    setAsked(undefined);
    reload();
  }

  return (
    <Card
      id="acceptance"
      title="验收"
      note={order.sendBacks > 0 ? `已退回 ${order.sendBacks} 次` : '承接方已完工，请核对后验收'}
    >
      <div className={styles.judging}>
        <dl>
          <div>
            <dt>验收后放给承接方</dt>
            <dd>
              <b>{sum(order, 'down', 'second')}</b>
              <span>首付与二期款</span>
            </dd>
          </div>
          <div>
            <dt>留作质保金</dt>
            <dd>
              <b>{sum(order, 'final')}</b>
              <span>再托管 {order.retentionDays} 天，期满自动放款</span>
            </dd>
          </div>
          <div>
            <dt>还能退回返工</dt>
            <dd>
              <b>{order.sendBacksLeft} 次</b>
              <span>退回时请写明原因，可附图片</span>
            </dd>
          </div>
        </dl>
        <div className={styles.row}>
          <Button
            tone="pine"
            size="strong"
            aria-disabled={!affirm?.enabled || undefined}
            aria-describedby={affirm?.enabled ? undefined : 'acceptance-why'}
            className={affirm?.enabled ? undefined : styles.off}
            onClick={() => affirm?.enabled && setAsked('affirm')}
          >
            确认验收
          </Button>
          <Button
            size="strong"
            aria-disabled={!back?.enabled || undefined}
            aria-describedby={back?.enabled ? undefined : 'acceptance-why-back'}
            className={back?.enabled ? undefined : styles.off}
            onClick={() => back?.enabled && setAsked('sendBack')}
          >
            退回返工…
          </Button>
        </div>
        {affirm && !affirm.enabled && (
          <p className={styles.hint} id="acceptance-why">
            {affirm.reason}
          </p>
        )}
        {back && !back.enabled && (
          <p className={styles.hint} id="acceptance-why-back">
            {back.reason}
          </p>
        )}
      </div>
      <Confirm
        open={asked === 'affirm'}
        title="确认验收"
        action="验收并放款"
        busy={busy}
        error={refusal}
        figures={[
          ['订单', order.name],
          ['放给承接方', sum(order, 'down', 'second')],
          ['留作质保金', `${sum(order, 'final')}，${order.retentionDays} 天`],
        ]}
        onConfirm={() => void accept()}
        onClose={() => setAsked(undefined)}
      >
        <p>验收后首付与二期款立即放给承接方，不能收回。请确认已看过实物或成果。</p>
      </Confirm>
      {asked === 'sendBack' && (
        <SendBack
          order={order}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined);
            reload();
          }}
        />
      )}
    </Card>
  );
}

function Retention({ order }: { order: OrderInfo }) {
  const [now] = useState(() => Date.now() / 1000);
  const until = order.retentionUntil ?? 0;
  const left = timeLeft(until, now);
  return (
    <Card id="acceptance" title="质保金" note={order.frozen ? '争议期间暂停计时' : left}>
      <p className={styles.retention}>
        <b>{yuan(order.heldAmount)}</b>
        <span>
          由平台托管，
          {order.frozen
            ? '争议处理完再放款。'
            : `${momentText(until)} 自动放给${order.role === 'provider' ? '您' : '承接方'}。`}
          {order.role === 'owner'
            ? '没有问题可以提前放款；发现质量问题，请在此之前发起争议。'
            : '发布方可以提前放款；下一环节来料合格时也会放款。'}
        </span>
      </p>
    </Card>
  );
}
