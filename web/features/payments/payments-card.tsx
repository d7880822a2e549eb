import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { orderStatus, paymentStatus } from '../../../contract/statuses.ts';
import { send } from '../../client/transport.browser.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { yuan } from '../../ui/time.ts';
import { checkCall, type PayInfo, type Payment, payInfoCall } from './calls.ts';
import { Instalments } from './instalments.tsx';
import { PaySheet } from './pay-sheet.tsx';
import styles from './payments.module.css';
import type { OrderInfo } from './wire.ts';

/** Over before anything was paid: what would have been due never will be. */
function endedUnpaid({ orderStatus: status, ...order }: OrderInfo): boolean {
  const { downPaymentStatus, theSecondPaymentStatus, finalPaymentStatus } = order;
  const unpaid = [downPaymentStatus, theSecondPaymentStatus, finalPaymentStatus].every(
    (one) => one < paymentStatus.held,
  );
  return unpaid && (status === orderStatus.cancelled || status === orderStatus.closed);
}

/** The three instalments, and paying the one that is due. */
export function PaymentsCard({ order, reload }: { order: OrderInfo; reload: () => void }) {
  if (!order.amount || endedUnpaid(order)) return null;
  return (
    <Card id="payment" title="付款" note="按约定分三期，先托管，验收后放款">
      <Instalments order={order} />
      {order.role === 'owner' && <Paying order={order} reload={reload} />}
    </Card>
  );
}

function Paying({ order, reload }: { order: OrderInfo; reload: () => void }) {
  const action = order.actions.find((one) => one.action === 'pay');
  const [info, setInfo] = useState<PayInfo>();
  const [payment, setPayment] = useState<Payment>();
  const [sheet, setSheet] = useState(false);
  const [fault, setFault] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const { demandNid } = order;
  const asked = action !== undefined;

  // What is due changes with the order, which is read anew after every step.
  useEffect(() => {
    if (!asked) return;
    let left = false;
    void send(payInfoCall, { demandNid }, { quiet: true }).then((reply) => {
      if (left) return;
      setFault(reply.ok ? undefined : reply.message);
      if (reply.ok) setInfo(reply.data);
    });
    return () => {
      left = true;
    };
  }, [asked, demandNid, order, attempt]);

  const show = useCallback((found: Payment) => {
    setPayment(found);
    setSheet(true);
  }, []);
  useReturned(demandNid, show);

  const changed = () => {
    setAttempt((count) => count + 1);
    reload();
  };
  const due = info?.instalments.find(({ key }) => key === info.due);
  const open = info?.open ?? undefined;
  return (
    <>
      {action && (
        <div className={styles.now}>
          {open ? (
            <p>
              <Icon name="clock" size="small" />
              {due?.name}有一笔付款等待完成：{open.wayName}
            </p>
          ) : (
            <p>
              现在应付 <b>{due ? `${due.name} ${yuan(due.amount)}` : '…'}</b>
            </p>
          )}
          <Button
            tone="pine"
            size="strong"
            disabled={!info}
            aria-disabled={!action.enabled || undefined}
            aria-describedby={action.enabled ? undefined : 'pay-why'}
            onClick={() => {
              if (!action.enabled) return;
              setPayment(open);
              setSheet(true);
            }}
          >
            {open ? '继续支付' : `支付${due?.name ?? ''}`}
          </Button>
          {!action.enabled && (
            <p className={styles.hint} id="pay-why">
              {action.reason}
            </p>
          )}
          {fault && (
            <p className={styles.fault} role="alert">
              <Icon name="warn" size="small" />
              {fault}
              <Button size="small" onClick={() => setAttempt((count) => count + 1)}>
                再试一次
              </Button>
            </p>
          )}
        </div>
      )}
      {sheet && (
        <PaySheet
          info={info}
          title={order.name}
          payment={payment}
          onPayment={setPayment}
          onChanged={changed}
          onClose={() => {
            setSheet(false);
            setPayment(undefined);
          }}
        />
      )}
    </>
  );
}

/** Whoever comes back from a gateway's page is shown what became of the payment; the address is then as it was. */
function useReturned(demandNid: string, show: (payment: Payment) => void) {
  const [query, setQuery] = useSearchParams();
  const paymentId = query.get('payment');
  useEffect(() => {
    if (!paymentId) return;
    let left = false;
    void send(checkCall, { paymentId }).then((reply) => {
      if (left) return;
      const found = reply.ok ? reply.data.payment : null;
      if (found?.demandNid === demandNid) show(found);
      setQuery(
        (before) => {
          before.delete('payment');
          return before;
        },
        { replace: true, preventScrollReset: true },
      );
    });
    return () => {
      left = true;
    };
  }, [paymentId, demandNid, show, setQuery]);
}
