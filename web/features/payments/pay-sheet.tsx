import { useState } from 'react';
import { send } from '../../client/transport.browser.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { yuan } from '../../ui/time.ts';
import { useSending } from '../../ui/use-sending.ts';
import { payCall, type PayInfo, type Payment, type Way } from './calls.ts';
import { deviceOf, holdTab } from './cashier.ts';
import styles from './payments.module.css';
import { PaymentProgress } from './progress.tsx';
import { firstOf, Ways } from './ways.tsx';

/** Paying what is due: how, what happens to the money, and then what became of it. */
export function PaySheet({
  info,
  title,
  payment,
  onPayment,
  onChanged,
  onClose,
}: {
  /** absent while a payment is looked at whose order asks for nothing any more */
  info: PayInfo | undefined;
  /** of the order */
  title: string;
  /** the one under way, or just settled */
  payment: Payment | undefined;
  onPayment: (payment: Payment | undefined) => void;
  /** something was paid, closed, or is not as it was shown */
  onChanged: () => void;
  onClose: () => void;
}) {
  const due = info?.instalments.find(({ key }) => key === info.due);
  const name = payment ? payment.title.replace(title, '').trim() : (due?.name ?? '');
  return (
    <Dialog open title={`支付${name}`} onClose={onClose}>
      <p className={styles.what} data-under={payment !== undefined || undefined}>
        {title}
      </p>
      {payment ? (
        <PaymentProgress
          key={payment.paymentId}
          initial={payment}
          onSettled={onChanged}
          onAgain={() => onPayment(undefined)}
        >
          {({ outcome }) => (
            <>
              <Button tone="pine" size="strong" onClick={onClose}>
                好的
              </Button>
              {outcome === 'balance' && <ButtonLink to="/personal/account/balance">查看余额</ButtonLink>}
            </>
          )}
        </PaymentProgress>
      ) : info && due ? (
        <Choose info={info} due={due} onPayment={onPayment} onChanged={onChanged} onClose={onClose} />
      ) : (
        <p>现在没有要支付的款项。</p>
      )}
    </Dialog>
  );
}

function Choose({
  info,
  due,
  onPayment,
  onChanged,
  onClose,
}: {
  info: PayInfo;
  due: PayInfo['instalments'][number];
  onPayment: (payment: Payment) => void;
  onChanged: () => void;
  onClose: () => void;
}) {
  const [picked, setPicked] = useState<Way['way']>();
  const [fault, setFault] = useState<string>();
  const [busy, once] = useSending();
  // Pressed twice, or once more after the line broke, it is one payment; what was refused is begun anew.
  const [request, setRequest] = useState(() => crypto.randomUUID());
  const usable = info.ways.some(({ way, enabled }) => way === picked && enabled);
  const way = usable ? picked : firstOf(info.ways);

  async function pay() {
    if (way === undefined) return;
    setFault(undefined);
    await once(async () => {
      const tab = way === 'balance' ? undefined : holdTab();
      const requestId = `${request}-${way}`;
      const input = { demandNid: info.demandNid, instalment: due.key, way, device: deviceOf(), requestId };
      const reply = await send(payCall, input);
      if (!reply.ok) {
        tab?.drop();
        setFault(reply.message);
        if (reply.code !== 0) setRequest(crypto.randomUUID());
        // Another tab, or the other side, may have been quicker.
        if (reply.code === 1005) onChanged();
        return;
      }
      const { payment } = reply.data;
      if (payment.status === 'open') tab?.show(payment);
      else tab?.drop();
      onPayment(payment);
      if (payment.status !== 'open') onChanged();
    });
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void pay();
      }}
    >
      <p className={styles.sum}>{yuan(due.amount)}</p>
      <Ways
        ways={info.ways}
        chosen={way}
        onChoose={setPicked}
        noteOf={(one) => one.way === 'balance' && `可用 ${yuan(info.balance)}`}
        under={(one) =>
          one.way === 'balance' &&
          info.missing !== '' && (
            <Link
              className={styles.lack}
              to={`/personal/account/deposit?amount=${info.missing}&back=${encodeURIComponent(`/personal/order/${info.demandNid}#payment`)}`}
            >
              充值差额 {yuan(info.missing)}，再回来支付
              <Icon name="right" size="small" />
            </Link>
          )
        }
      />
      <p className={styles.escrow}>
        <Icon name="shield" size="small" />
        {due.key === 'final'
          ? '尾款由平台托管，作为质保金，保留期满后才放给承接方。'
          : '款项由平台托管，您验收后才放给承接方；订单取消时按双方约定退回。'}
      </p>
      {fault && (
        <p className={styles.fault} role="alert">
          <Icon name="warn" size="small" />
          {fault}
        </p>
      )}
      <div className={styles.deeds}>
        <Button onClick={onClose} disabled={busy}>
          再想想
        </Button>
        <Button type="submit" tone="pine" busy={busy} disabled={way === undefined}>
          支付 {yuan(due.amount)}
        </Button>
      </div>
    </form>
  );
}
