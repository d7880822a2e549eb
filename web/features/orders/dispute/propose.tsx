import { useState } from 'react';
import type { Call, Reply } from '../../../../contract/call.ts';
import type { Field } from '../../../../contract/fields.ts';
import { yuanToFen } from '../../../../contract/fields.ts';
import { disputeReasonField } from '../../../../contract/order-disputes.ts';
import { reasonField } from '../../../../contract/orders.ts';
import { type CallPlace, send } from '../../../client/transport.browser.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Frame } from '../../../ui/form/frame.tsx';
import { TextControl } from '../../../ui/form/text-control.tsx';
import { textOf } from '../../../ui/form/draft.ts';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import styles from './dispute.module.css';
import { faultsOf, type Parts } from './parts.ts';
import { SplitControl } from './split-control.tsx';

/** Everything by which a side names a division or a reason. */
export const proposals = {
  requestCancel: {
    title: '申请取消订单',
    answer: '提交申请',
    path: '/api/order/requestCancel',
    done: '已提交，等对方答复',
    reason: reasonField,
    split: true,
    told: '对方 48 小时内可以同意或不同意；同意后按下面的方案分账并取消订单，不同意或不答复就转为争议。',
  },
  refuseCancel: {
    title: '不同意取消',
    answer: '不同意，转为争议',
    path: '/api/order/refuseCancel',
    done: '已转为争议',
    reason: reasonField,
    split: false,
    told: '取消申请会转为争议：双方先协商怎么分账，协商不成就举证，由平台裁决。期间款项和其他操作全部冻结。',
  },
  openDispute: {
    title: '发起争议',
    answer: '发起争议',
    path: '/api/order/openDispute',
    done: '争议已发起',
    reason: disputeReasonField,
    split: true,
    told: '发起后，放款、计时和其他操作全部冻结。对方 7 天不回应，就按您的方案分账；回应后没有谈拢，就举证并由平台裁决。',
  },
  counterSplit: {
    title: '提出新方案',
    answer: '提出方案',
    path: '/api/order/counterSplit',
    done: '新方案已提出',
    reason: disputeReasonField,
    split: true,
    told: '对方 3 天内可以接受或再提方案；到期没有谈拢就进入举证。',
  },
  refuseSplit: {
    title: '拒绝方案',
    answer: '拒绝，进入举证',
    path: '/api/order/refuseSplit',
    done: '已进入举证',
    reason: disputeReasonField,
    split: false,
    told: '不再协商，双方有 5 天提交证据，之后由平台裁决。',
  },
} as const satisfies Record<
  string,
  {
    title: string;
    answer: string;
    path: Call['path'];
    done: string;
    reason: Field<string>;
    split: boolean;
    told: string;
  }
>;
export type ProposalName = keyof typeof proposals;

/** A form in a dialog; what was typed is kept on the device until it is sent. */
export function Propose({
  name,
  demandNid,
  held,
  basisPoints,
  onClose,
  onDone,
}: {
  name: ProposalName;
  demandNid: string;
  /** yuan */
  held: string;
  basisPoints: number;
  onClose: () => void;
  onDone: () => void;
}) {
  const proposal = proposals[name];
  const wholeFen = yuanToFen(held) ?? 0;
  const draft = useDraft(`omo.draft.${name}.${demandNid}`, { reason: '', ownerAmount: '', providerAmount: '' });
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<string>();
  const [busy, once] = useSending();
  const typed = (key: string) => textOf(draft.values[key]);
  const parts: Parts = { ownerAmount: typed('ownerAmount'), providerAmount: typed('providerAmount') };
  const divides = proposal.split && wholeFen > 0;

  async function submit() {
    const read = proposal.reason.schema.safeParse(typed('reason'));
    const found = {
      ...(divides && faultsOf(parts, wholeFen)),
      ...(!read.success && { reason: read.error.issues[0]?.message ?? '填写有误' }),
    };
    setFaults(found);
    setRefusal(undefined);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      document.getElementById(first)?.focus();
      return;
    }
    const place: CallPlace = { path: proposal.path, method: 'POST', takesFile: false };
    const split = proposal.split ? (divides ? parts : { ownerAmount: '0', providerAmount: '0' }) : {};
    const reply = await once<Reply<unknown>>(() => send(place, { demandNid, reason: typed('reason'), ...split }));
    if (!reply) return;
    if (!reply.ok) {
      setFaults(reply.fields);
      setRefusal(reply.message);
      return;
    }
    draft.discard();
    toast(proposal.done);
    onClose();
    onDone();
  }

  return (
    <Dialog
      open
      title={proposal.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            再想想
          </Button>
          <Button tone="pine" busy={busy} onClick={() => void submit()}>
            {proposal.answer}
          </Button>
        </>
      }
    >
      <p>{proposal.told}</p>
      {divides && (
        <SplitControl
          wholeFen={wholeFen}
          basisPoints={basisPoints}
          value={parts}
          errors={faults}
          onChange={(next) => {
            draft.change('ownerAmount', next.ownerAmount);
            draft.change('providerAmount', next.providerAmount);
          }}
        />
      )}
      <Frame id="reason" label={proposal.reason.label} required error={faults['reason']}>
        <TextControl
          id="reason"
          value={typed('reason')}
          onChange={(value) => draft.change('reason', value)}
          error={faults['reason']}
          max={proposal.reason.widget.kind === 'textarea' ? proposal.reason.widget.max : undefined}
          rows={3}
          required
        />
      </Frame>
      {refusal && (
        <p className={styles.refusal} role="alert">
          <Icon name="warn" size="small" />
          {refusal}
        </p>
      )}
    </Dialog>
  );
}
