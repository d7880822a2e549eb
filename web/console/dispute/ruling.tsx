import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { CallOutput } from '../../../contract/call.ts';
import { yuanToFen } from '../../../contract/fields.ts';
import { disputeReasonField } from '../../../contract/order-disputes.ts';
import type { operatorDispute, ruleDispute } from '../../../contract/operator/disputes.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { faultsOf, type Parts, partsOf, providerFenOf } from '../../features/orders/dispute/parts.ts';
import { SplitControl } from '../../features/orders/dispute/split-control.tsx';
import { textOf } from '../../ui/form/draft.ts';
import { useDraft } from '../../ui/form/use-draft.ts';
import { yuan } from '../../ui/time.ts';
import { toast } from '../../ui/toast.tsx';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { Ask } from '../ui/ask.tsx';
import { ReasonBox } from '../ui/reason-box.tsx';

type Offer = CallOutput<typeof operatorDispute>['actions'][number];

const told: Readonly<Record<Offer['action'], string>> = {
  ruleComplete: '按方案分账，订单记为已完成，产品线可以继续。',
  ruleClose: '按方案分账，订单关闭，这个环节可以重新发布。',
  ruleResume: '不分账，订单回到争议前的状态，期限顺延。',
};

/** What rulings most often rest on; picked, then made more exact. */
const usual = [
  '按已完成的工作付款，其余退回',
  '交付与约定不符，退回未完成的部分',
  '证据不足以支持扣款，按约定付款',
  '双方都有责任，按责任分担',
];

/** Nobody's division stands there by itself but the one that was last spoken of, while it still divides what is held. */
function beginning(offer: Parts | null, wholeFen: number) {
  const proposed = offer === null ? undefined : providerFenOf(offer, wholeFen);
  const parts = proposed === undefined ? { ownerAmount: '', providerAmount: '' } : partsOf(wholeFen, proposed);
  return { reason: '', ...parts };
}

/** Which keys do what, for `ReviewScreen`. */
export const rulingKeys = [
  ['R', '写理由'],
  ['Esc', '离开理由'],
] as const;

/** Where an operator decides: a division to the fen with what becomes of the order, or back to work; always with the reason. */
export function Ruling({
  demandNid,
  held,
  offer,
  basisPoints,
  actions,
  taken,
  onDone,
}: {
  demandNid: string;
  /** yuan */
  held: string;
  /** the last proposal of the two */
  offer: Parts | null;
  basisPoints: number;
  actions: readonly Offer[];
  /** a colleague has it */
  taken: boolean;
  onDone: (next: string | null) => void;
}) {
  const wholeFen = yuanToFen(held) ?? 0;
  const [begins] = useState(() => beginning(offer, wholeFen));
  const draft = useDraft(`omo.draft.ruling.${demandNid}`, begins);
  const typed = (key: string) => textOf(draft.values[key]);
  const parts: Parts = { ownerAmount: typed('ownerAmount'), providerAmount: typed('providerAmount') };
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [asked, setAsked] = useState<Offer>();
  const closed = [...new Set(actions.filter(({ enabled }) => !enabled).map(({ reason }) => reason))];
  const open = actions.some(({ enabled }) => enabled);
  useShortcuts({ r: open && !taken ? () => document.getElementById('reason')?.focus() : undefined });

  function ask(offer: Offer) {
    const read = disputeReasonField.schema.safeParse(typed('reason'));
    const divides = offer.action !== 'ruleResume' && wholeFen > 0;
    const found = {
      ...(divides && faultsOf(parts, wholeFen)),
      ...(!read.success && { reason: read.error.issues[0]?.message ?? '请填写原因' }),
    };
    setFaults(found);
    const [first] = Object.keys(found);
    if (first === undefined) setAsked(offer);
    else document.getElementById(first)?.focus();
  }

  function rule({ action }: Offer) {
    const call = callAt<typeof ruleDispute>('/api/operator/ruleDispute');
    const split = action === 'ruleResume' ? {} : wholeFen === 0 ? { ownerAmount: '0', providerAmount: '0' } : parts;
    return send(call, { demandNid, ruling: action, reason: typed('reason'), ...split });
  }

  return (
    <section aria-label="裁决">
      <h2>裁决</h2>
      {closed.map((reason) => (
        <Alert key={reason} type="warning" showIcon title={reason} style={{ marginTop: 8 }} />
      ))}
      {open && (
        <>
          <p style={{ margin: '4px 0 12px', color: 'var(--ink-2)' }}>裁决后立即生效，不能撤回。</p>
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
          <div style={{ margin: '12px 0' }}>
            <ReasonBox
              id="reason"
              label="裁决理由"
              hint="双方都会看到"
              value={typed('reason')}
              rows={4}
              max={500}
              templates={usual}
              error={faults['reason']}
              disabled={taken}
              onChange={(value) => {
                setFaults(({ reason: _, ...rest }) => rest);
                draft.change('reason', value);
              }}
            />
          </div>
          <div style={{ display: 'grid', gap: 8 }}>
            {actions
              .filter(({ enabled }) => enabled)
              .map((offer, index) => (
                <Button
                  key={offer.action}
                  type={index === 0 ? 'primary' : 'default'}
                  block
                  disabled={taken}
                  onClick={() => ask(offer)}
                >
                  {offer.label}
                </Button>
              ))}
          </div>
        </>
      )}
      {asked && (
        <Ask
          title={asked.label}
          question={told[asked.action]}
          figures={
            asked.action === 'ruleResume'
              ? []
              : [
                  ['退回发布方', yuan(wholeFen === 0 ? '0' : parts.ownerAmount)],
                  ['付给承接方', yuan(wholeFen === 0 ? '0' : parts.providerAmount)],
                ]
          }
          action="确认裁决"
          send={() => rule(asked)}
          onDone={({ next }) => {
            draft.discard();
            setAsked(undefined);
            toast('已裁决，双方会收到通知');
            onDone(next);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}
