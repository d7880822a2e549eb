import { useState } from 'react';
import type { Reply } from '../../../contract/call.ts';
import { reasonField } from '../../../contract/orders.ts';
import { send } from '../../client/transport.browser.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { Frame } from '../../ui/form/frame.tsx';
import { TextControl } from '../../ui/form/text-control.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { yuan } from '../../ui/time.ts';
import type { Asked } from './deeds.ts';
import styles from './orders.module.css';
import type { OrderAction, OrderInfo, OrderSummary } from './wire.ts';

/** Asks once more before an action of one press, with the sums in question, and for its reason where it needs one. */
export function Ask({
  order,
  action,
  deed,
  onClose,
  onDone,
}: {
  order: OrderSummary | OrderInfo;
  action: OrderAction;
  deed: Asked;
  onClose: () => void;
  onDone: () => void;
}) {
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [busy, once] = useSending();
  const [title, answer] = deed.asks ?? [action.label, action.label];
  const needsReason = action.needs.includes('reason');
  const sum = order.amount ? (['金额', yuan(order.amount)] as const) : (['预算', yuan(order.budget)] as const);
  const warning = 'instalments' in order ? deed.warns?.(order) : undefined;
  const more = deed.figures && 'instalments' in order ? deed.figures(order) : [sum];

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
      figures={[['订单', order.name], ...more]}
      action={answer}
      danger={deed.danger}
      busy={busy}
      error={refusal}
      onConfirm={() => void act()}
      onClose={onClose}
    >
      {warning && (
        <p className={styles.warning}>
          <Icon name="warn" size="small" />
          {warning}
        </p>
      )}
      <p>{deed.question}</p>
      {needsReason && (
        <Frame id="reason" label={reasonField.label} required error={fault}>
          <TextControl id="reason" value={reason} onChange={setReason} error={fault} max={200} rows={3} required />
        </Frame>
      )}
    </Confirm>
  );
}
