import { type ReactNode, useEffect, useRef, useState } from 'react';
import { send } from '../../client/transport.browser.ts';
import { Button } from '../../ui/button.tsx';
import buttons from '../../ui/button.module.css';
import { Icon } from '../../ui/icon.tsx';
import { yuan } from '../../ui/time.ts';
import { useSending } from '../../ui/use-sending.ts';
import { closeCall, type Payment } from './calls.ts';
import { deviceOf } from './cashier.ts';
import styles from './payments.module.css';
import { QrCode } from '../../ui/qr-code.tsx';
import { TimeToPay } from './time-to-pay.tsx';
import { usePayment } from './use-payment.ts';

/**
 * A payment under way and what became of it: how to pay, how long there is, and a result that comes by itself. The page may
 * be closed meanwhile; whoever opens it again finds the same.
 */
export function PaymentProgress({
  initial,
  onSettled,
  onAgain,
  children,
}: {
  initial: Payment;
  onSettled: (payment: Payment) => void;
  /** the payer wants to begin anew, perhaps another way */
  onAgain: () => void;
  /** what can be done once it is paid */
  children?: (payment: Payment) => ReactNode;
}) {
  const [payment, read] = usePayment(initial, onSettled);
  const heading = useRef<HTMLHeadingElement>(null);
  const { status } = payment;
  // Whoever listens instead of looking is told at once what the page shows.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, [status]);
  return (
    <div className={styles.progress} data-status={status}>
      <Icon name={status === 'paid' ? 'checkc' : status === 'open' ? 'clock' : 'info'} />
      <h3 ref={heading} tabIndex={-1}>
        {titleOf(payment)}
      </h3>
      <p className={styles.sum}>{yuan(payment.amount)}</p>
      {status === 'open' ? (
        <Open payment={payment} read={read} onAgain={onAgain} />
      ) : (
        <>
          <p role="status">{payment.message}</p>
          <div className={styles.deeds}>
            {status === 'paid' ? (
              children?.(payment)
            ) : (
              <Button tone="pine" size="strong" onClick={onAgain}>
                重新支付
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}

function titleOf({ status, outcome, purpose }: Payment): string {
  if (status === 'open') return '等待支付';
  if (status === 'paid') return outcome === 'balance' && purpose === 'instalment' ? '已收款，存入了余额' : '支付成功';
  if (status === 'disputed') return '金额核实中';
  return status === 'refused' ? '您放弃了支付' : '这笔支付已关闭';
}

function Open({ payment, read, onAgain }: { payment: Payment; read: () => Promise<void>; onAgain: () => void }) {
  const [asked, setAsked] = useState(false);
  const [checking, check] = useSending();
  const [closing, close] = useSending();
  const [fault, setFault] = useState<string>();
  const { face, wayName, expiresAt, paymentId } = payment;
  const elsewhere = face?.kind === 'code' && payment.device !== deviceOf();
  return (
    <>
      <p>
        {wayName}，<TimeToPay until={expiresAt} />
      </p>
      {elsewhere && (
        <>
          <p className={styles.hint}>
            这笔付款正在另一台设备上进行，付款码在那里显示。也可以改在这台设备上支付，原来的付款码随即失效。
          </p>
          <Button tone="pine" size="strong" onClick={onAgain}>
            改在这台设备上支付
          </Button>
        </>
      )}
      {face?.kind === 'code' && !elsewhere && (
        <figure className={styles.code}>
          <QrCode text={face.url} label={`${wayName}付款码`} />
          <figcaption>{payment.way === 'wechat' ? '用微信扫一扫支付' : '用手机扫码支付'}</figcaption>
        </figure>
      )}
      {face?.kind === 'page' && (
        <a
          className={`${buttons.button} ${buttons.pine} ${buttons.strong} ${buttons.full}`}
          href={face.url}
          {...(deviceOf() === 'desktop' && { target: '_blank' })}
        >
          去付款页面
        </a>
      )}
      <p className={styles.hint}>支付后这里会自动更新。关掉页面也不要紧，钱不会丢，回来就能看到结果。</p>
      {asked && !checking && (
        <p className={styles.hint} role="status">
          还没有收到付款。刚付完的话，请稍等片刻。
        </p>
      )}
      {fault && (
        <p className={styles.fault} role="alert">
          <Icon name="warn" size="small" />
          {fault}
        </p>
      )}
      <div className={styles.deeds}>
        <Button busy={checking} onClick={() => void check(async () => read().then(() => setAsked(true)))}>
          我已支付，查看结果
        </Button>
        <Button
          tone="ghost"
          busy={closing}
          onClick={() =>
            void close(async () => {
              const reply = await send(closeCall, { paymentId });
              setFault(reply.ok ? undefined : reply.message);
              await read();
            })
          }
        >
          放弃这笔支付
        </Button>
      </div>
    </>
  );
}
