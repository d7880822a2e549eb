import { useState } from 'react';
import type { CallOutput } from '../../../../contract/call.ts';
import { fenToYuan, yuanToFen } from '../../../../contract/fields.ts';
import type { operatorDispute, ruleDispute } from '../../../../contract/operator/disputes.ts';
import { disputeReasonField } from '../../../../contract/order-disputes.ts';
import { callAt, send } from '../../../client/transport.browser.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Confirm } from '../../../ui/dialog.tsx';
import { Frame } from '../../../ui/form/frame.tsx';
import { TextControl } from '../../../ui/form/text-control.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { yuan } from '../../../ui/time.ts';
import { toast } from '../../../ui/toast.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import styles from './dispute.module.css';
import { type Parts, partsOf, providerFenOf } from './parts.ts';
import { SplitControl } from './split-control.tsx';

type Offer = CallOutput<typeof operatorDispute>['actions'][number];

const told: Readonly<Record<Offer['action'], string>> = {
  ruleComplete: '按方案分账，订单记为已完成，产品线可以继续。',
  ruleClose: '按方案分账，订单关闭，这个环节可以重新发布。',
  ruleResume: '不分账，订单回到争议前的状态，期限顺延。',
};

/** Where an operator decides: a division to the fen with what becomes of the order, or back to work; always with the reason. */
export function Ruling({
  demandNid,
  held,
  basisPoints,
  actions,
  onDone,
}: {
  demandNid: string;
  /** yuan */
  held: string;
  basisPoints: number;
  actions: readonly Offer[];
  onDone: () => void;
}) {
  const wholeFen = yuanToFen(held) ?? 0;
  const draft = useDraft(`omo.draft.ruling.${demandNid}`, { reason: '', ...partsOf(wholeFen, 0) });
  const typed = (key: string) => String(draft.values[key] ?? '');
  const parts: Parts = { ownerAmount: typed('ownerAmount'), providerAmount: typed('providerAmount') };
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [asked, setAsked] = useState<Offer>();
  const [refusal, setRefusal] = useState<string>();
  const [busy, once] = useSending();
  const closed = [...new Set(actions.filter(({ enabled }) => !enabled).map(({ reason }) => reason))];
  const open = actions.some(({ enabled }) => enabled);

  function ask(offer: Offer) {
    const read = disputeReasonField.schema.safeParse(typed('reason'));
    const exact = offer.action === 'ruleResume' || wholeFen === 0 || providerFenOf(parts, wholeFen) !== undefined;
    const found = {
      ...(!read.success && { reason: read.error.issues[0]?.message ?? '请填写原因' }),
      ...(!exact && { ownerAmount: `两部分之和应等于托管中的 ${yuan(fenToYuan(wholeFen))}` }),
    };
    setFaults(found);
    setRefusal(undefined);
    if (Object.keys(found).length === 0) setAsked(offer);
  }

  async function rule({ action }: Offer) {
    const call = callAt<typeof ruleDispute>('/api/operator/ruleDispute');
    const split = action === 'ruleResume' ? {} : wholeFen === 0 ? { ownerAmount: '0', providerAmount: '0' } : parts;
    const reply = await once(() => send(call, { demandNid, ruling: action, reason: typed('reason'), ...split }));
    if (!reply) return;
    if (!reply.ok) return setRefusal(reply.message);
    draft.discard();
    setAsked(undefined);
    toast('已裁决，双方会收到通知');
    onDone();
  }

  return (
    <Card title="裁决" note="裁决后立即生效，不能撤回">
      {closed.map((reason) => (
        <p key={reason} className={styles.hint}>
          {reason}
        </p>
      ))}
      {open && (
        <>
          {wholeFen > 0 && (
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
          <Frame id="reason" label="裁决理由" required hint="双方都会看到" error={faults['reason']}>
            <TextControl
              id="reason"
              value={typed('reason')}
              onChange={(value) => draft.change('reason', value)}
              error={faults['reason']}
              max={500}
              rows={4}
              required
            />
          </Frame>
          <div className={styles.buttons}>
            {actions
              .filter(({ enabled }) => enabled)
              .map((offer, index) => (
                <Button key={offer.action} tone={index === 0 ? 'pine' : 'line'} onClick={() => ask(offer)}>
                  {offer.label}
                </Button>
              ))}
          </div>
        </>
      )}
      {asked && (
        <Confirm
          open
          title={asked.label}
          figures={
            asked.action === 'ruleResume'
              ? []
              : [
                  ['退回发布方', yuan(wholeFen === 0 ? '0' : parts.ownerAmount)],
                  ['付给承接方', yuan(wholeFen === 0 ? '0' : parts.providerAmount)],
                ]
          }
          action="确认裁决"
          busy={busy}
          error={refusal}
          onConfirm={() => void rule(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{told[asked.action]}</p>
        </Confirm>
      )}
    </Card>
  );
}
