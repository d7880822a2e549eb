import { useCallback, useState } from 'react';
import type { DisputedPayment, disputedPayments, settleDisputed } from '../../contract/operator/payments.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { momentText, yuan } from '../ui/time.ts';
import { toast } from '../ui/toast.tsx';
import { Ask } from './ui/ask.tsx';
import { DeedButton } from './ui/deed-button.tsx';
import { useTaken } from './ui/claim.tsx';
import { SheetCard, SmallTable } from './ui/sheet.tsx';
import { Two } from './ui/two.tsx';
import { useLoad } from './ui/use-load.ts';

const load = (quiet: boolean) =>
  send(callAt<typeof disputedPayments>('/api/operator/disputedPaymentList'), {}, { quiet });

/** Payments of which a gateway told another sum than was asked for; nothing where there is none (feature P-05). */
export function DisputedPayments({ onSettled }: { onSettled: () => void }) {
  const { answer, reload } = useLoad(load, 30);
  const payments = answer?.data ?? [];
  const takenBy = useTaken('payment', payments.map(({ paymentId }) => paymentId).join(','), answer);
  const settled = useCallback(() => {
    reload();
    onSettled();
  }, [reload, onSettled]);
  if (payments.length === 0) return null;
  return (
    <SheetCard
      title="待核实的支付"
      note="通道通知的金额与应付的不同，没有入账。核实时再问一次通道：收到多少就存入付款人的余额，没有收到就关闭"
      wide
    >
      <SmallTable<DisputedPayment>
        label="待核实的支付"
        rows={payments}
        rowKey={({ paymentId }) => paymentId}
        empty=""
        minWidth={960}
        columns={[
          {
            title: '支付',
            render: (_, { title, time, demandNid }) => (
              <Two second={`${momentText(time)}${demandNid && `，${demandNid}`}`}>{title}</Two>
            ),
          },
          { title: '付款人', dataIndex: 'nickname' },
          { title: '应付', width: 128, align: 'right', render: (_, { asked }) => yuan(asked) },
          {
            title: '通道通知收到',
            width: 144,
            align: 'right',
            render: (_, { told }) => <b style={{ color: 'var(--danger)' }}>{yuan(told)}</b>,
          },
          { title: '通道', render: (_, { wayName, gatewayNumber }) => <Two second={gatewayNumber}>{wayName}</Two> },
          {
            title: '处理',
            width: 200,
            render: (_, payment) => (
              <Settle payment={payment} taken={takenBy.get(payment.paymentId)} onDone={settled} />
            ),
          },
        ]}
      />
    </SheetCard>
  );
}

function Settle({
  payment,
  taken,
  onDone,
}: {
  payment: DisputedPayment;
  /** who is dealing with it */
  taken: string | undefined;
  onDone: () => void;
}) {
  const { paymentId, nickname, asked, told, reason } = payment;
  const [open, setOpen] = useState(false);
  return (
    <>
      <DeedButton size="small" why={reason} onClick={() => setOpen(true)}>
        向通道核实
      </DeedButton>
      {taken && <Two second={`${taken}正在处理`}>{''}</Two>}
      {open && (
        <Ask
          title="向通道核实"
          claim={{ kind: 'payment', id: paymentId }}
          question={`按通道现在的答复处理：实收的金额存入${nickname}的余额，不会自动支付订单。`}
          figures={[
            ['应付', yuan(asked)],
            ['通道通知收到', yuan(told)],
          ]}
          action="核实并入账"
          send={() => send(callAt<typeof settleDisputed>('/api/operator/disputedPaymentSettle'), { paymentId })}
          onDone={({ status }) => {
            setOpen(false);
            toast(status === 'paid' ? '已核实，按实收金额入账' : '已核实，通道没有收到，支付已关闭');
            onDone();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
