import { useState } from 'react';
import type { Call, Reply } from '../../../contract/call.ts';
import { publishDraft } from '../../../contract/demands.ts';
import { acceptOrder, cancelOrder, declineOrder, deleteOrder, reasonField } from '../../../contract/orders.ts';
import { send } from '../../client/transport.browser.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Frame } from '../../ui/form/frame.tsx';
import { TextControl } from '../../ui/form/text-control.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { yuan } from '../../ui/time.ts';
import type { OrderAction, OrderSummary } from './wire.ts';

/** Actions of the process that are one press on an order; choosing a tender happens in the comparison. */
interface Deed {
  call: Call;
  tone: 'pine' | 'line' | 'plain';
  done: string;
  question: string;
  danger?: boolean;
  /** title of the question and words of its answer, where the action's own would be read as leaving the question */
  asks?: readonly [title: string, answer: string];
}

const deeds: Readonly<Record<string, Deed>> = {
  publish: {
    call: publishDraft,
    tone: 'pine',
    done: '需求已发布',
    question: '发布后所有人可见，服务商可以投标到截止时间。',
  },
  accept: { call: acceptOrder, tone: 'pine', done: '已接单', question: '接单后订单进入进行中，发布方先付首款再开工。' },
  decline: { call: declineOrder, tone: 'line', done: '已拒绝', question: '拒绝后需求重新招标，发布方会看到原因。' },
  cancel: {
    call: cancelOrder,
    tone: 'plain',
    done: '已取消',
    question: '取消后不能恢复，对方会看到原因。',
    danger: true,
    asks: ['取消订单', '确认取消'],
  },
  remove: { call: deleteOrder, tone: 'plain', done: '已从列表移除', question: '只从您的列表移除，记录仍会保留。' },
};

type Order = Pick<OrderSummary, 'demandNid' | 'name' | 'amount' | 'budget' | 'actions'>;

/** The buttons of an order, from the table: what cannot be done now is shown with the reason why not. */
export function OrderActions({ order, onDone }: { order: Order; onDone: () => void }) {
  const [asked, setAsked] = useState<OrderAction>();
  const shown = order.actions.filter(({ action }) => action in deeds);
  return (
    <>
      {shown.map((item) => (
        <Button
          key={item.action}
          tone={deeds[item.action]?.tone}
          disabled={!item.enabled}
          title={item.reason || undefined}
          aria-description={item.reason || undefined}
          onClick={() => setAsked(item)}
        >
          {item.label}
        </Button>
      ))}
      {asked && (
        <Ask key={asked.action} order={order} action={asked} onClose={() => setAsked(undefined)} onDone={onDone} />
      )}
    </>
  );
}

function Ask({
  order,
  action,
  onClose,
  onDone,
}: {
  order: Order;
  action: OrderAction;
  onClose: () => void;
  onDone: () => void;
}) {
  const deed = deeds[action.action] as Deed;
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [busy, once] = useSending();
  const [title, answer] = deed.asks ?? [action.label, action.label];
  const needsReason = action.needs.includes('reason');

  async function act() {
    if (needsReason) {
      const read = reasonField.schema.safeParse(reason);
      setFault(read.error?.issues[0]?.message);
      if (!read.success) return;
    }
    const input = { demandNid: order.demandNid, ...(needsReason && { reason }) };
    const reply = await once<Reply<unknown>>(() => send(deed.call, input));
    if (!reply) return;
    if (!reply.ok) {
      setFault(reply.fields['reason']);
      setRefusal(reply.message);
      return;
    }
    toast(deed.done);
    onClose();
    onDone();
  }

  return (
    <Confirm
      open
      title={title}
      figures={[['订单', order.name], order.amount ? ['金额', yuan(order.amount)] : ['预算', yuan(order.budget)]]}
      action={answer}
      danger={deed.danger}
      busy={busy}
      error={refusal}
      onConfirm={() => void act()}
      onClose={onClose}
    >
      <p>{deed.question}</p>
      {needsReason && (
        <Frame id="reason" label={reasonField.label} required error={fault}>
          <TextControl id="reason" value={reason} onChange={setReason} error={fault} max={200} rows={3} required />
        </Frame>
      )}
    </Confirm>
  );
}
